/** The only place that issues invoices: numbers, invoices and lines are written by one statement. */
import { sql } from 'kysely'
import type { InvoiceKind, Seller } from 'souk-contract'
import type { Reader, Tx } from '../../db/transact.ts'
import { rolesHolding } from '../../authority/rights.ts'
import { newId } from '../../lib/ids.ts'
import { endOf } from './rules.ts'

/** The last month whose fees are invoiced. */
export async function findLastMonth(reader: Reader): Promise<string | undefined> {
  const row = await reader
    .selectFrom('invoice_periods')
    .select('month')
    .where('book', '=', reader.settings.book)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.month
}

/** Postings are numbered in the order of their creation, so the first one is found without reading all. */
export async function findFirstFeeAt(reader: Reader): Promise<Date | undefined> {
  const { rows } = await sql<{ created_at: Date }>`
    select t.created_at from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
    where t.credit_wallet = 'platform' and a.kind = 'revenue' and a.book = ${reader.settings.book}
    order by t.posting_id, t.leg limit 1`.execute(reader)
  return rows[0]?.created_at
}

/** Both series, so that one transaction issues or closes at a time. Returns the last numbers. */
export async function lockSeries(tx: Tx): Promise<Readonly<Record<InvoiceKind, bigint>>> {
  const { book } = tx.settings
  await sql`insert into invoice_series (book, kind, last_number)
    values (${book}, 'invoice', 0), (${book}, 'credit-note', 0) on conflict do nothing`.execute(tx)
  const rows = await tx
    .selectFrom('invoice_series')
    .select(['kind', 'last_number'])
    .where('book', '=', book)
    .orderBy('kind')
    .forUpdate()
    .execute()
  const numberOf = (kind: InvoiceKind) => rows.find((row) => row.kind === kind)?.last_number ?? 0n
  return { invoice: numberOf('invoice'), 'credit-note': numberOf('credit-note') }
}

interface Issue {
  readonly month: string
  readonly lastNumber: bigint
  readonly labelPrefix: string
  readonly seller: Seller
  /** Maximum number of invoices. */
  readonly batchSize: number
}

/** Fees that are on no invoice, with the owner of the provider. */
const chargedFees = (tx: Tx, end: Date) => sql`
  select t.posting_id, t.leg, t.amount, t.created_at, a.currency, k.id as task_id, k.provider_id as agent_id,
    coalesce(k.fee_bps, 0) as fee_bps,
    (select sum(part.amount) from ledger_transfers part join ledger_accounts c on c.id = part.credit_account_id
      where part.posting_id = t.posting_id and c.kind in ('earnings', 'revenue')) as base,
    coalesce(o.id, u.id) as owner_id, coalesce(o.display_name, u.display_name) as owner_name,
    null::text as corrects_id
  from ledger_accounts a
  join ledger_transfers t on t.credit_account_id = a.id and t.credit_seq is null
  join ledger_postings p on p.id = t.posting_id
  join tasks k on k.id = p.ref
  join agents g on g.id = k.provider_id
  join users u on u.id = g.owner_id
  left join organization_agents oa on oa.agent_id = g.id
  left join organizations o on o.id = oa.organization_id and o.deleted_at is null
  where a.kind = 'revenue' and a.book = ${tx.settings.book} and t.created_at < ${end}
    and not exists (select from invoice_lines l where l.posting_id = t.posting_id and l.leg = t.leg)`

/** Returned fees that are on no credit note, with the invoice that has the fee. */
const returnedFees = (tx: Tx, end: Date) => sql`
  select t.posting_id, t.leg, t.amount, t.created_at, a.currency, line.task_id, line.agent_id, line.fee_bps,
    (select sum(part.amount) from ledger_transfers part join ledger_accounts d on d.id = part.debit_account_id
      where part.posting_id = t.posting_id and d.kind in ('earnings', 'revenue')) as base,
    line.owner_id, line.owner_name, line.invoice_id as corrects_id
  from ledger_accounts a
  join ledger_transfers t on t.debit_account_id = a.id and t.debit_seq is null
  join ledger_postings p on p.id = t.posting_id
  cross join lateral (
    select l.task_id, l.agent_id, l.fee_bps, l.invoice_id, i.owner_id, i.owner_name
    from invoice_lines l join invoices i on i.id = l.invoice_id and i.kind = 'invoice'
    where l.task_id = p.ref and l.posting_id < t.posting_id
    order by l.posting_id desc limit 1) line
  where a.kind = 'revenue' and a.book = ${tx.settings.book} and t.created_at < ${end}
    and not exists (select from invoice_lines l where l.posting_id = t.posting_id and l.leg = t.leg)`

/** Issues a batch of invoices or credit notes under the lock of the series, and returns how many. */
export async function insertInvoices(tx: Tx, kind: InvoiceKind, issue: Issue): Promise<number> {
  const fees = kind === 'invoice' ? chargedFees(tx, endOf(issue.month)) : returnedFees(tx, endOf(issue.month))
  const ids = Array.from({ length: issue.batchSize }, () => newId('fiv', tx.now))
  const number = sql`(${issue.lastNumber}::bigint + place)`
  const { rows } = await sql<{ count: number }>`
    with fees as materialized (${fees}),
    sums as (
      select (${ids}::text[])[(row_number() over sorted)::integer] as id, row_number() over sorted as place,
        owner_id, currency, corrects_id, max(owner_name) as owner_name, sum(amount) as amount,
        count(*)::integer as line_count
      from fees group by owner_id, currency, corrects_id
      window sorted as (order by owner_id, currency, corrects_id)
      order by place limit ${issue.batchSize}),
    issued as (
      insert into invoices (id, book, kind, number, label, month, owner_id, owner_name, currency, amount, line_count,
        corrects_id, seller, issued_at)
      select id, ${tx.settings.book}, ${kind}, ${number},
        ${issue.labelPrefix} || lpad(${number}::text, greatest(6, length(${number}::text)), '0'),
        ${issue.month}, owner_id, owner_name, currency, amount, line_count, corrects_id,
        ${JSON.stringify(issue.seller)}::jsonb, ${tx.now}
      from sums),
    filed as (
      insert into invoice_lines (posting_id, leg, invoice_id, task_id, agent_id, base, fee_bps, amount, charged_at)
      select f.posting_id, f.leg, s.id, f.task_id, f.agent_id, f.base, f.fee_bps, f.amount, f.created_at
      from fees f join sums s on s.owner_id = f.owner_id and s.currency = f.currency
        and s.corrects_id is not distinct from f.corrects_id),
    counted as (
      update invoice_series set last_number = last_number + (select count(*) from sums)
      where book = ${tx.settings.book} and kind = ${kind})
    select count(*)::integer as count from sums`.execute(tx)
  return rows[0]?.count ?? 0
}

interface InvoiceReader {
  readonly email: string
  readonly id: string
  readonly label: string
  readonly month: string
  readonly owner_name: string
  readonly amount: string
  readonly currency: string
}

/** Condition on a row of `members`: the member can use the wallet of the organization, and so read its invoices. */
export const readsInvoices = sql<boolean>`'organization-' || role = any (${rolesHolding('wallet')})`

/** People with a verified address who can read the invoices after a number: the owner, or members with a wallet. */
export async function invoiceReaders(
  reader: Reader,
  { kind, lastNumber }: { readonly kind: InvoiceKind; readonly lastNumber: bigint },
): Promise<InvoiceReader[]> {
  const { rows } = await sql<InvoiceReader>`
    select u.email, i.id, i.label, i.month, i.owner_name, i.amount::text as amount, i.currency
    from invoices i join users u on u.email_verified_at is not null and (u.id = i.owner_id or u.id in (
      select user_id from members where organization_id = i.owner_id and ${readsInvoices}))
    where i.book = ${reader.settings.book} and i.kind = ${kind} and i.number > ${lastNumber}`.execute(reader)
  return rows
}

/** Fees of the month are invoiced. Transactions before `upto` have ended: the ledger check requires an invoice line for each of their fees. */
export async function closePeriod(tx: Tx, month: string): Promise<void> {
  await sql`insert into invoice_periods (book, month, upto, closed_at)
    values (${tx.settings.book}, ${month}, pg_snapshot_xmin(pg_current_snapshot()), ${tx.now})`.execute(tx)
}
