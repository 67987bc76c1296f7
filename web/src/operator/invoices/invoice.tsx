import { useParams } from 'react-router'
import { usePages, useRead } from '../../api.ts'
import { InvoiceSheet } from '../../invoices/invoice-sheet.tsx'
import { say } from '../../messages/en/invoices.ts'
import { Page } from '../../ui/layout.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { adminApi } from '../admin-api.ts'

/** A printable invoice or credit note of any owner. */
export function InvoicePage() {
  const { invoiceId = '' } = useParams()
  const query = useRead(adminApi.moneyDesk.getMarketInvoice, { invoiceId })
  const lines = usePages(adminApi.moneyDesk.listMarketInvoiceLines, { invoiceId, limit: 100 })
  return (
    <Page title={say('invoice')} narrow actions={<PrintButton />}>
      <QueryContent query={query}>
        {({ invoice, seller }) => <InvoiceSheet invoice={invoice} seller={seller} lines={lines} />}
      </QueryContent>
    </Page>
  )
}
