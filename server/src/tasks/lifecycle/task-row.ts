import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'

export type TaskRow = Selectable<Schema['tasks']>
export type NewTask = Insertable<Schema['tasks']>
export type NewEvent = Insertable<Schema['task_events']>

/** A task with the handles of both parties. */
export type NamedTask = TaskRow & { readonly client_name: string; readonly provider_name: string }

/** Side of the sender. It follows from the caller, not from the role in the message. */
export type Side = 'client' | 'provider'
