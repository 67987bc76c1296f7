import { sql, type Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PostingKind } from '../ledger/posting-types.ts'
import type { PaymentRow } from '../payments/queries.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'

export type RunRow = Selectable<Schema['verification_runs']>

export interface DeskPaymentRow extends PaymentRow {
  readonly refunded: bigint
  readonly order_state: 'requested' | 'sent' | 'failed' | null
  readonly order_failure: string | null
}

/** Refunds known at the processor, and orders that it does not know yet. */
const refundedOf = sql<bigint>`(
  coalesce((select sum(amount) from refunds r where r.payment_id = payments.id and r.state <> 'failed'), 0)
  + coalesce((select sum(amount) from refund_orders o where o.payment_id = payments.id and o.state = 'requested'), 0)
)::bigint`

const deskPayments = (reader: Reader) =>
  reader
    .selectFrom('payments')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('refund_orders as o')
          .select(['o.state as order_state', 'o.failure as order_failure'])
          .whereRef('o.payment_id', '=', 'payments.id')
          .orderBy('o.id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .selectAll('payments')
    .select(['latest.order_state', 'latest.order_failure', refundedOf.as('refunded')])
    .where('payments.book', '=', reader.settings.book)
    .where('payments.kind', '<>', 'conversion')

export async function paymentsBefore(
  reader: Reader,
  { agentId, page }: { agentId: string | undefined; page: PageRequest },
): Promise<DeskPaymentRow[]> {
  return deskPayments(reader)
    .$if(agentId !== undefined, (query) => query.where(sql`payments.agent_id`, '=', agentId))
    .where('payments.id', '<', idBefore('pay', page))
    .orderBy('payments.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function findDeskPayment(reader: Reader, id: Id<'pay'>): Promise<DeskPaymentRow | undefined> {
  return deskPayments(reader).where('payments.id', '=', id).executeTakeFirst()
}

export async function hasUndecidedChargeback(reader: Reader, id: Id<'pay'>): Promise<boolean> {
  const row = await reader
    .selectFrom('chargebacks')
    .select('ref')
    .where('payment_id', '=', id)
    .where('state', '<>', 'won')
    .executeTakeFirst()
  return row !== undefined
}

export interface DebtRow {
  readonly agent_id: Id<'agt'>
  readonly handle: string
  readonly currency: string
  readonly owed: bigint
  readonly since: Date
}

export async function debtsAfter(reader: Reader, { after, limit }: PageRequest): Promise<DebtRow[]> {
  const [last = '', currency = ''] = after ?? []
  const { rows } = await sql<DebtRow>`
    select a.id as agent_id, a.handle, l.currency, -l.balance as owed,
      coalesce((select t.created_at from ledger_transfers t where t.debit_account_id = l.id
        order by t.debit_seq desc limit 1), l.created_at) as since
    from ledger_accounts l join agents a on a.id = l.owner
    where l.kind = 'receivable' and l.balance < 0 and l.book = ${reader.settings.book}
      and (a.id, l.currency) > (${String(last)}, ${String(currency)})
    order by a.id, l.currency limit ${limit + 1}`.execute(reader)
  return rows
}

interface PostingTransfer {
  readonly debit: { readonly kind: string; readonly owner: string }
  readonly credit: { readonly kind: string; readonly owner: string }
  readonly amount: number
  readonly currency: string
}

export interface PostingRow {
  readonly id: bigint
  readonly key: string
  readonly kind: PostingKind
  readonly ref: string
  readonly actor: string
  readonly created_at: Date
  readonly transfers: readonly PostingTransfer[]
  readonly corrected: boolean
}

interface PostingFilter {
  readonly agentId: string | undefined
  readonly reference: string | undefined
  readonly page: PageRequest
}

export async function postingsBefore(
  reader: Reader,
  { agentId, reference, page }: PostingFilter,
): Promise<PostingRow[]> {
  const [before] = page.after ?? []
  const ofAgent = sql`p.id in (select posting_id from ledger_transfers where debit_wallet = ${agentId ?? ''}
    union all select posting_id from ledger_transfers where credit_wallet = ${agentId ?? ''})`
  const { rows } = await sql<PostingRow>`
    select p.id, p.key, p.kind, p.ref, p.actor, p.created_at, legs.transfers,
      exists (select from ledger_postings c where c.key = 'correct:' || p.key) as corrected
    from ledger_postings p cross join lateral (
      select json_agg(json_build_object('amount', t.amount, 'currency', d.currency,
        'debit', json_build_object('kind', d.kind, 'owner', d.owner),
        'credit', json_build_object('kind', c.kind, 'owner', c.owner)) order by t.leg) as transfers,
        bool_and(d.book = ${reader.settings.book}) as in_book
      from ledger_transfers t
      join ledger_accounts d on d.id = t.debit_account_id
      join ledger_accounts c on c.id = t.credit_account_id
      where t.posting_id = p.id) legs
    where legs.in_book
      and ${before === undefined ? sql`true` : sql`p.id < ${Number(before)}::bigint`}
      and ${agentId === undefined ? sql`true` : ofAgent}
      and ${reference === undefined ? sql`true` : sql`p.ref = ${reference}`}
    order by p.id desc limit ${page.limit + 1}`.execute(reader)
  return rows
}

export async function runsBefore(
  reader: Reader,
  { kind, page }: { kind: RunRow['kind'] | undefined; page: PageRequest },
): Promise<RunRow[]> {
  const [before] = page.after ?? []
  return reader
    .selectFrom('verification_runs')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where(sql`kind`, '=', kind))
    .$if(before !== undefined, (query) => query.where('id', '<', BigInt(before ?? 0)))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Whether no run of this kind has started since then. */
export async function isRunDue(reader: Reader, kind: RunRow['kind'], since: Date): Promise<boolean> {
  const row = await reader
    .selectFrom('verification_runs')
    .select('id')
    .where('kind', '=', kind)
    .where('started_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

export async function insertRun(tx: Tx, run: Omit<RunRow, 'id'>): Promise<void> {
  await sql`insert into verification_runs (kind, ok, detail, started_at, finished_at)
    values (${run.kind}, ${run.ok}, ${run.detail}, ${run.started_at}, ${run.finished_at})`.execute(tx)
}
