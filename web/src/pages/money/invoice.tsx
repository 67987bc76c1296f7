import { useParams } from 'react-router'
import { api, usePages, useRead } from '../../api.ts'
import { InvoiceSheet } from '../../invoices/invoice-sheet.tsx'
import { say } from '../../messages/en/invoices.ts'
import { Page } from '../../ui/layout.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { QueryContent } from '../../ui/query-content.tsx'

/** A printable invoice or credit note. */
export function Component() {
  const { invoiceId = '' } = useParams()
  const query = useRead(api.payments.getInvoice, { invoiceId })
  const lines = usePages(api.payments.listInvoiceLines, { invoiceId, limit: 100 })
  return (
    <Page title={say('invoice')} narrow actions={<PrintButton />}>
      <QueryContent query={query}>
        {({ invoice, seller }) => <InvoiceSheet invoice={invoice} seller={seller} lines={lines} />}
      </QueryContent>
    </Page>
  )
}
