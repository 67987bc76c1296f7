import { Download } from 'lucide-react'
import { useWrite } from '../../../api.ts'
import { readCsv } from '../../../lib/parse/read-csv.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { say } from '../../../messages/en/money.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { useActivityQuery, type ActivityQuery } from './activity-filters.tsx'

/** Downloads every transaction that the filters select. */
export function ExportButton() {
  const query = useActivityQuery()
  const exportCsv = useWrite(
    (filter: ActivityQuery, client) =>
      readCsv((next) => client.payments.listActivity({ ...filter, limit: 100, ...next }, { as: 'csv' })),
    { onDone: (pages) => saveFile(new Blob(pages, { type: 'text/csv' }), 'souk-transactions.csv') },
  )
  return (
    <>
      {exportCsv.error === null ? null : <ErrorMessage error={exportCsv.error} />}
      <Button busy={exportCsv.isPending} onClick={() => exportCsv.mutate(query)}>
        <Download size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('exportCsv')}
      </Button>
    </>
  )
}
