import type { Invoice, InvoiceLine } from 'souk-contract'
import type { InvoiceRow, LineRow } from './list-queries.ts'

export function viewInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    kind: row.kind,
    number: row.label,
    month: row.month,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    amount: Number(row.amount),
    currency: row.currency,
    lineCount: row.line_count,
    correctsId: row.corrects_id,
    correctsNumber: row.corrects_label,
    test: row.book !== 'live',
    issuedAt: row.issued_at.toISOString(),
  }
}

export function viewInvoiceLine(row: LineRow): InvoiceLine {
  return {
    taskId: row.task_id,
    title: row.title,
    agentId: row.agent_id,
    agentName: row.handle,
    chargedAt: row.charged_at.toISOString(),
    base: Number(row.base),
    feeBps: row.fee_bps,
    amount: Number(row.amount),
    currency: row.currency,
  }
}
