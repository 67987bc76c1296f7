import { api, usePages } from '../../../api.ts'
import { InvoiceTable, NoInvoices } from '../../../invoices/invoice-table.tsx'
import { say } from '../../../messages/en/invoices.ts'
import { Page } from '../../../ui/page/layout.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'

/** Invoices to the person and to organizations whose wallets they can use. */
export function Component() {
  const pages = usePages(api.payments.listInvoices, { limit: 50 })
  return (
    <Page title={say('invoices')} lead={say('invoicesLead')}>
      <PagedList pages={pages} empty={<NoInvoices />}>
        {(invoices) => <InvoiceTable invoices={invoices} base="/money/invoices" />}
      </PagedList>
    </Page>
  )
}
