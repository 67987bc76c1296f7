import { sql, type Selectable, type Updateable } from 'kysely'
import type { CaseKind } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { emailKey } from '../users/rules.ts'

export type DecisionRow = Selectable<Schema['moderation_decisions']>

export async function insertDecision(
  tx: Tx,
  row: Pick<
    DecisionRow,
    | 'id'
    | 'case_id'
    | 'outcome'
    | 'target'
    | 'target_id'
    | 'until'
    | 'reason'
    | 'in_effect'
    | 'decided_by'
    | 'created_at'
  >,
): Promise<DecisionRow> {
  return tx.insertInto('moderation_decisions').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateDecision(
  tx: Tx,
  id: Id<'mdc'>,
  changes: Updateable<Schema['moderation_decisions']>,
): Promise<DecisionRow> {
  return tx
    .updateTable('moderation_decisions')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function endDecisions(tx: Tx, ids: readonly Id<'mdc'>[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('moderation_decisions')
    .set({ in_effect: false })
    .where('id', 'in', [...ids])
    .execute()
}

/** Ends the decisions on a target that a new one replaces. */
export async function endReplaced(
  tx: Tx,
  targetId: string,
  outcomes: readonly ('restrict' | 'suspend')[],
): Promise<void> {
  await tx
    .updateTable('moderation_decisions')
    .set({ in_effect: false })
    .where('target_id', '=', targetId)
    .where('outcome', 'in', [...outcomes])
    .where('in_effect', '=', true)
    .execute()
}

export async function decisionsOf(reader: Reader, caseId: Id<'mcs'>): Promise<DecisionRow[]> {
  return reader
    .selectFrom('moderation_decisions')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Cases of decisions, for the history. */
export async function casesOfDecisions(
  reader: Reader,
  ids: readonly Id<'mdc'>[],
): Promise<Pick<DecisionRow, 'id' | 'case_id' | 'target_id'>[]> {
  if (ids.length === 0) return []
  return reader
    .selectFrom('moderation_decisions')
    .select(['id', 'case_id', 'target_id'])
    .where('id', 'in', [...ids])
    .execute()
}

/** Owned by the person: decisions about them, agents they own, content of these agents, and organizations they own. */
const isAbout = (userId: Id<'usr'>) => sql<boolean>`(
  d.target = 'user' and d.target_id = ${userId}
  or d.target in ('agent', 'content') and exists (select from agents a where a.id = c.agent_id and a.owner_id = ${userId})
  or d.target = 'organization' and exists (
    select from members m where m.organization_id = d.target_id and m.user_id = ${userId} and m.role = 'owner'))`

export async function decisionsAbout(
  reader: Reader,
  userId: Id<'usr'>,
  page: PageRequest,
): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select d.* from moderation_decisions d join moderation_cases c on c.id = d.case_id
    where ${isAbout(userId)} and d.outcome <> 'dismiss' and d.id < ${idBefore('mdc', page)}
    order by d.id desc limit ${page.limit + 1}`.execute(reader)
  return rows
}

/** Case of a decision about the person. Not locked: the case is locked before its decisions. */
export async function findDecisionAbout(
  reader: Reader,
  userId: Id<'usr'>,
  id: string,
): Promise<(DecisionRow & { readonly kind: CaseKind }) | undefined> {
  if (!isId('mdc', id)) return undefined
  const { rows } = await sql<DecisionRow & { readonly kind: CaseKind }>`
    select d.*, c.kind from moderation_decisions d join moderation_cases c on c.id = d.case_id
    where d.id = ${id} and d.outcome <> 'dismiss' and ${isAbout(userId)}`.execute(reader)
  return rows[0]
}

const hiddenTables = {
  listing: 'listings',
  post: 'posts',
  comment: 'comments',
  review: 'reviews',
  message: 'thread_messages',
} as const

type HidableKind = keyof typeof hiddenTables

export function isHidable(kind: CaseKind): kind is HidableKind {
  return Object.hasOwn(hiddenTables, kind)
}

/** Ratings count only reviews that are shown, so that a review must be counted again. */
export async function hideContent(
  tx: Tx,
  kind: HidableKind,
  id: string,
  hiddenAt: Date | null,
): Promise<void> {
  const recount = kind === 'review' ? sql`, rated = false` : sql``
  await sql`update ${sql.table(hiddenTables[kind])} set hidden_at = ${hiddenAt}${recount} where id = ${id}`.execute(
    tx,
  )
}

/** Addresses of the people whom a decision affects: the owner of the agent, the person, or the owners of the organization. */
export async function ownersOf(
  reader: Reader,
  target: DecisionRow['target'],
  { targetId, agentId }: { targetId: string; agentId: Id<'agt'> | null },
): Promise<{ id: Id<'usr'>; email: string }[]> {
  const people = {
    user: sql`u.id = ${targetId}`,
    agent: sql`u.id = (select owner_id from agents where id = ${targetId})`,
    content: sql`u.id = (select owner_id from agents where id = ${agentId})`,
    organization: sql`u.id in (select user_id from members where organization_id = ${targetId} and role = 'owner')`,
  }[target]
  const { rows } = await sql<{ id: Id<'usr'>; email: string }>`
    select u.id, u.email from users u where ${people} limit 20`.execute(reader)
  return rows
}

/** Whether another operator than this one can decide. */
export async function hasOtherModerator(
  reader: Reader,
  userId: Id<'usr'>,
  operatorEmails: readonly string[],
): Promise<boolean> {
  const keys = operatorEmails.map(emailKey)
  const row = await reader
    .selectFrom('users')
    .leftJoin('operators', 'operators.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '<>', userId)
    .where((where) =>
      where.or([
        where('operators.role', 'in', ['admin', 'support']),
        where.and([
          where('operators.role', 'is', null),
          where('users.email_verified_at', 'is not', null),
          sql<boolean>`users.email_key = any (${keys}::text[])`,
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
