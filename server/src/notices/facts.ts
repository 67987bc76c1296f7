import type { AgentReference, ApprovalAction, EventKindName, Market, OnSilence, Phase } from 'souk-contract'
import type { Selectable } from 'kysely'
import type { DisputeState } from '../db/tables/dispute-tables.ts'
import type { Schema } from '../db/schema.ts'
import type { Id } from '../lib/ids.ts'

/** An event of an agent with the current state of its subject. Events carry only ids, so the rest is read later. */
export interface NoticeRow {
  readonly number: bigint
  readonly at: Date
  readonly agent_id: Id<'agt'>
  readonly kind: EventKindName
  readonly subject: string | null
  readonly data: Readonly<Record<string, unknown>>
  /** Handle of the agent that receives the event. */
  readonly handle: string
  readonly read: boolean
  readonly actor: AgentReference | null
  readonly task: NoticeTask | null
  readonly payment: { readonly amount: string; readonly currency: string } | null
  /** Expiry of an approval that is still pending. */
  readonly approval_due: Date | null
  readonly approval_state: Selectable<Schema['approvals']>['state'] | null
  /** Action of an approval, and display name of the other agent, if it has one. */
  readonly approval_action: ApprovalAction | null
  readonly approval_party: string | null
  /** When the review that the event announces becomes public, while it is hidden. */
  readonly review_due: Date | null
  /** Name of the saved search, title of the listing or subject of the thread that the event is about. */
  readonly name: string | null
  /** Names of new results of a search that are visible now. */
  readonly results: readonly string[]
  /** Whether an invitation to a listing is still open. */
  readonly invitation_pending: boolean
  /** Whether a connection request is still undecided. */
  readonly connection_pending: boolean
}

export interface NoticeTask {
  readonly id: string
  readonly title: string
  readonly phase: Phase
  readonly asked: boolean
  readonly onSilence: OnSilence
  readonly price: NonNullable<Market['heldFunds']> | null
  readonly dueAt: string | null
  readonly provider: string
  readonly dispute: DisputeState | null
}
