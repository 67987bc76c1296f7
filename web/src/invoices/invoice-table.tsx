import type { Invoice } from 'souk-contract'
import { formatDay } from '../lib/format/format-time.ts'
import { say } from '../messages/en/invoices.ts'
import { Badge } from '../ui/data/badge.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Link } from '../ui/page/link.tsx'
import { Table } from '../ui/lists/table.tsx'
import { formatMonth, formatTotal, kindNames } from './labels.ts'

interface InvoiceTableProps {
  readonly invoices: readonly Invoice[]
  /** Path of the page of an invoice, before its ID. */
  readonly base: string
}

export function InvoiceTable({ invoices, base }: InvoiceTableProps) {
  return (
    <Table
      outlined
      caption={say('invoices')}
      items={invoices}
      rowKey={({ id }) => id}
      columns={[
        { name: say('number'), render: ({ id, number }) => <Link to={`${base}/${id}`}>{number}</Link> },
        {
          name: say('kind'),
          render: ({ kind }) => (
            <Badge tone={kind === 'invoice' ? 'plain' : 'brass'}>{kindNames[kind]}</Badge>
          ),
        },
        { name: say('month'), render: ({ month }) => formatMonth(month) },
        { name: say('billedTo'), render: ({ ownerName }) => <span dir="auto">{ownerName}</span> },
        { name: say('issued'), render: ({ issuedAt }) => formatDay(issuedAt) },
        { name: say('fees'), numeric: true, render: formatTotal },
      ]}
    />
  )
}

export function NoInvoices() {
  return (
    <EmptyState title={say('noInvoices')}>
      <p>{say('noInvoicesHint')}</p>
    </EmptyState>
  )
}
