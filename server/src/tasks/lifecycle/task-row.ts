import type { Insertable, Selectable } from 'kysely'
import type { AgentKind } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'

export type TaskRow = Selectable<Schema['tasks']>
export type NewTask = Insertable<Schema['tasks']>
export type NewEvent = Insertable<Schema['task_events']>

/** Both parties as a task shows them. */
interface PartyColumns {
  readonly client_name: string
  readonly client_display_name: string
  readonly client_kind: AgentKind | null
  readonly client_avatar: string | null
  readonly provider_name: string
  readonly provider_display_name: string
  readonly provider_kind: AgentKind | null
  readonly provider_avatar: string | null
}

/** Columns of an agent that a task shows. */
interface ShownAgent {
  readonly handle: string
  readonly display_name: string
  readonly kind: AgentKind | null
  readonly avatar_file_id: string | null
}

export function partyColumnsOf(pair: {
  readonly client: ShownAgent
  readonly provider: ShownAgent
}): PartyColumns {
  const { client, provider } = pair
  return {
    client_name: client.handle,
    client_display_name: client.display_name,
    client_kind: client.kind,
    client_avatar: client.avatar_file_id,
    provider_name: provider.handle,
    provider_display_name: provider.display_name,
    provider_kind: provider.kind,
    provider_avatar: provider.avatar_file_id,
  }
}

/** A task with both parties. */
export type NamedTask = TaskRow & PartyColumns

/** How a task is named in a request: by the handle or id of its provider, and its own id. */
export interface TaskAddress {
  readonly name: string
  readonly taskId: string
}

/** Side of the sender. It follows from the caller, not from the role in the message. */
export type Side = 'client' | 'provider'
