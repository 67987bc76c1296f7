import type { InvoiceKind, Seller } from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import type { Book } from '../../money/ledger/accounts.ts'
import { bigint, integer, json, nullable, text, timestamp } from '../columns.ts'

/** Tables of invoices for fees, as of the latest migration. */
export const invoiceTables = {
  invoice_series: { book: text<Book>(), kind: text<InvoiceKind>(), last_number: bigint() },
  invoices: {
    id: text<Id<'fiv'>>(),
    book: text<Book>(),
    kind: text<InvoiceKind>(),
    number: bigint(),
    label: text(),
    month: text(),
    owner_id: text<Id<'usr'> | Id<'org'>>(),
    owner_name: text(),
    currency: text(),
    amount: bigint(),
    line_count: integer(),
    corrects_id: nullable(text<Id<'fiv'>>()),
    seller: json<Seller>(),
    issued_at: timestamp(),
  },
  invoice_lines: {
    posting_id: bigint(),
    leg: integer(),
    invoice_id: text<Id<'fiv'>>(),
    task_id: text<Id<'task'>>(),
    agent_id: text<Id<'agt'>>(),
    base: bigint(),
    fee_bps: integer(),
    amount: bigint(),
    charged_at: timestamp(),
  },
  invoice_periods: {
    book: text<Book>(),
    month: text(),
    upto: { ...text(), sqlType: 'xid8' },
    closed_at: timestamp(),
  },
}
