import type { Invoice } from 'souk-contract'
import { formatDate } from '../lib/format/formatters.ts'
import { formatMoney } from '../lib/format/format-money.ts'
import { say } from '../messages/en/invoices.ts'

export const kindNames: Readonly<Record<Invoice['kind'], string>> = {
  invoice: say('invoice'),
  'credit-note': say('creditNote'),
}

/** `November 2026`. */
export function formatMonth(month: string): string {
  return formatDate(`${month}-15T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** A credit note lowers what was invoiced. */
export function formatTotal({ kind, amount, currency }: Invoice): string {
  return formatMoney({ amount: kind === 'invoice' ? amount : -amount, currency })
}
