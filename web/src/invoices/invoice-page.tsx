import type { Invoice, InvoiceLine, Seller } from 'souk-contract'
import { useParams } from 'react-router'
import { usePages, useRead, type ListReply, type Read } from '../api.ts'
import { say } from '../messages/en/invoices.ts'
import { Page } from '../ui/page/layout.tsx'
import { PrintButton } from '../ui/actions/print-button.tsx'
import { QueryContent } from '../ui/page/query-content.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'

interface InvoicePageProps {
  readonly read: Read<{ invoiceId: string }, { invoice: Invoice; seller: Seller }>
  readonly readLines: Read<{ invoiceId: string; limit?: number; cursor?: string }, ListReply<InvoiceLine>>
}

/** A printable invoice or credit note, for its owner and for operators. */
export function InvoicePage({ read, readLines }: InvoicePageProps) {
  const { invoiceId = '' } = useParams()
  const query = useRead(read, { invoiceId })
  const lines = usePages(readLines, { invoiceId, limit: 100 })
  return (
    <Page title={say('invoice')} narrow actions={<PrintButton />}>
      <QueryContent query={query}>
        {({ invoice, seller }) => <InvoiceSheet invoice={invoice} seller={seller} lines={lines} />}
      </QueryContent>
    </Page>
  )
}
