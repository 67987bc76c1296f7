import { sql } from 'kysely'
import type { ApprovalState } from 'souk-contract'
import type { ApprovalRow } from '../enforcement/queries.ts'
import type { KeyCaller, UserCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { mayManage } from '../../resources/agents/access.ts'

export type ListedApproval = Omit<
  ApprovalRow,
  | 'input'
  | 'sealed_input'
  | 'input_hash'
  | 'request_key'
  | 'request_hash'
  | 'subject_state'
  | 'session_id'
  | 'warn_at'
>

/** All columns but the input, which can be large. */
const listedColumns = [
  'approvals.id',
  'approvals.agent_id',
  'approvals.key_id',
  'approvals.user_id',
  'approvals.operation',
  'approvals.action',
  'approvals.amount',
  'approvals.currency',
  'approvals.counterparty',
  'approvals.failed_rule',
  'approvals.state',
  'approvals.error',
  'approvals.created_at',
  'approvals.expires_at',
  'approvals.decided_by',
  'approvals.decided_at',
] as const

export async function findApproval(reader: Reader, reference: string): Promise<ApprovalRow | undefined> {
  if (!isId('apr', reference)) return undefined
  return reader.selectFrom('approvals').selectAll().where('id', '=', reference).executeTakeFirst()
}

interface ApprovalFilter {
  readonly state?: ApprovalState
  readonly agentId?: string
}

export async function approvalsOf(
  reader: Reader,
  { managed, actingAs, userId }: VisibleApprovals,
  { state, agentId }: ApprovalFilter,
  page: PageRequest,
): Promise<ListedApproval[]> {
  const shownState = sql<ApprovalState>`
    case when state = 'pending' and expires_at <= ${reader.now} then 'expired' else state end`
  return reader
    .selectFrom('approvals')
    .innerJoin('agents', 'agents.id', 'approvals.agent_id')
    .select(listedColumns)
    .where(
      sql<boolean>`(approvals.agent_id = any(${managed}::text[])
        or (approvals.user_id = ${userId} and approvals.agent_id = any(${actingAs}::text[])))`,
    )
    .$if(state !== undefined, (query) => query.where(sql<boolean>`${shownState} = ${state}`))
    .$if(agentId !== undefined, (query) =>
      query.where(sql<boolean>`${agentId} in (agents.id, agents.handle)`),
    )
    .where('approvals.id', '<', idBefore('apr', page))
    .orderBy('approvals.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Approvals that a caller sees: all of the agents it manages, and its own requests. */
interface VisibleApprovals {
  readonly managed: readonly Id<'agt'>[]
  readonly actingAs: readonly Id<'agt'>[]
  readonly userId: Id<'usr'> | null
}

export async function visibleApprovals(
  reader: Reader,
  caller: UserCaller | KeyCaller,
): Promise<VisibleApprovals> {
  if (caller.kind === 'key') return { managed: [caller.agentId], actingAs: [], userId: null }
  const rows = await reader
    .selectFrom('agent_access')
    .select(['agent_id', 'role'])
    .where('user_id', '=', caller.userId)
    .execute()
  return {
    managed: rows.filter(({ role }) => mayManage(role)).map(({ agent_id }) => agent_id),
    actingAs: rows.map(({ agent_id }) => agent_id),
    userId: caller.userId,
  }
}
