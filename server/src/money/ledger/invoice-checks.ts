/** Invariants between invoices and the fees of the ledger. */
import { sql } from 'kysely'
import type { Check } from './checks.ts'

/** Fees as charged (positive) and returned (negative). */
const fees = sql`
  select a.book, a.currency, t.posting_id, t.leg, t.xact, t.created_at, t.amount
    from ledger_accounts a join ledger_transfers t on t.credit_account_id = a.id where a.kind = 'revenue'
  union all
  select a.book, a.currency, t.posting_id, t.leg, t.xact, t.created_at, -t.amount
    from ledger_accounts a join ledger_transfers t on t.debit_account_id = a.id where a.kind = 'revenue'`

export const invoiceChecks: readonly Check[] = [
  {
    name: 'invoices-numbered',
    meaning: 'Invoices and credit notes are each numbered from 1 without a gap.',
    violations: sql`
      select concat_ws(' ', s.book, s.kind) as subject
      from invoice_series s
      left join (select book, kind, count(*) as count, max(number) as highest from invoices group by book, kind) i
        on i.book = s.book and i.kind = s.kind
      where s.last_number <> coalesce(i.count, 0) or s.last_number <> coalesce(i.highest, 0)`,
  },
  {
    name: 'invoices-add-up',
    meaning: 'The amount of an invoice is the sum of its lines, and each line is a fee of the ledger.',
    violations: sql`
      select i.label as subject
      from invoices i
      left join (select invoice_id, sum(amount) as amount, count(*) as count from invoice_lines group by invoice_id) l
        on l.invoice_id = i.id
      where i.amount is distinct from l.amount or i.line_count is distinct from l.count
      union all
      select concat_ws(' ', i.label, 'posting', l.posting_id)
      from invoice_lines l join invoices i on i.id = l.invoice_id
      left join (${fees}) f on f.posting_id = l.posting_id and f.leg = l.leg
      where (f.book, f.currency, f.amount) is distinct from
        (i.book, i.currency, case i.kind when 'invoice' then l.amount else -l.amount end)`,
  },
  {
    name: 'fees-invoiced',
    meaning: 'In invoiced months, the invoices less the credit notes equal the fees of the ledger.',
    violations: sql`
      select concat_ws(' ', 'posting', f.posting_id, 'leg', f.leg) as subject
      from (${fees}) f
      join (select distinct on (book) book, upto, (month || '-01')::date + interval '1 month' as finish
        from invoice_periods order by book, month desc) closed on closed.book = f.book
      where f.created_at < closed.finish at time zone 'UTC' and f.xact < closed.upto
        and closed.upto <= pg_snapshot_xmin(pg_current_snapshot())
        and not exists (select from invoice_lines l where l.posting_id = f.posting_id and l.leg = f.leg)`,
  },
]
