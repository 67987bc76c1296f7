import { InvoicePage } from '../../invoices/invoice-page.tsx'
import { adminApi } from '../admin-api.ts'

/** An invoice or credit note of any owner. */
export function MarketInvoice() {
  const { getMarketInvoice, listMarketInvoiceLines } = adminApi.moneyDesk
  return <InvoicePage read={getMarketInvoice} readLines={listMarketInvoiceLines} />
}
