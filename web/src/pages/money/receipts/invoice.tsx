import { api } from '../../../api.ts'
import { InvoicePage } from '../../../invoices/invoice-page.tsx'

export function Component() {
  return <InvoicePage read={api.payments.getInvoice} readLines={api.payments.listInvoiceLines} />
}
