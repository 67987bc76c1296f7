import { Download } from 'lucide-react'
import { usePages, useWrite } from '../../api.ts'
import { InvoiceTable, NoInvoices } from '../../invoices/invoice-table.tsx'
import { readCsv } from '../../lib/parse/read-csv.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { say } from '../../messages/en/invoices.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Filters, SearchBox } from '../../ui/forms/filters.tsx'
import { Page } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { adminApi, adminClientOf } from '../admin-api.ts'

interface Query {
  readonly ownerId?: string
  readonly month?: string
}

/** Invoices and credit notes of all owners, newest first. */
export function Invoices() {
  const { get, set } = useFilters(['owner', 'month'])
  const [ownerId, month] = [get('owner'), get('month')]
  const query: Query = { ...(ownerId === '' ? {} : { ownerId }), ...(month === '' ? {} : { month }) }
  const pages = usePages(adminApi.moneyDesk.listMarketInvoices, { ...query, limit: 50 })
  return (
    <Page title={say('invoices')} lead={say('allInvoicesLead')} wide actions={<SaveCsv query={query} />}>
      <Filters>
        <SearchBox label={say('ownerId')} value={ownerId} onSearch={(text) => set('owner', text.trim())} />
        <Field
          label={say('month')}
          type="month"
          value={month}
          onChange={({ target }) => set('month', target.value)}
        />
      </Filters>
      <PagedList pages={pages} empty={<NoInvoices />}>
        {(invoices) => <InvoiceTable invoices={invoices} base="/operator/invoices" />}
      </PagedList>
    </Page>
  )
}

function SaveCsv({ query }: { query: Query }) {
  const save = useWrite(
    (filter: Query, client) => {
      const { moneyDesk } = adminClientOf(client)
      return readCsv((next) =>
        moneyDesk.listMarketInvoices({ ...filter, limit: 100, ...next }, { as: 'csv' }),
      )
    },
    { onDone: (pages) => saveFile(new Blob(pages, { type: 'text/csv' }), 'invoices.csv') },
  )
  return (
    <>
      {save.error === null ? null : <ErrorMessage error={save.error} />}
      <Button busy={save.isPending} onClick={() => save.mutate(query)}>
        <Download size={16} strokeWidth={1.75} aria-hidden="true" />
        {say('exportCsv')}
      </Button>
    </>
  )
}
