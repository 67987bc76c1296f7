import { Download } from 'lucide-react'
import type { Client } from 'souk-sdk'
import { useWrite } from '../../api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { say } from '../../messages/en/money.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { useActivityQuery, type ActivityQuery } from './activity-filters.tsx'

/** Downloads every transaction that the filters select. */
export function ExportButton() {
  const query = useActivityQuery()
  const exportCsv = useWrite(readCsv, {
    onDone: (pages) => saveFile(new Blob([...pages], { type: 'text/csv' }), 'souk-transactions.csv'),
  })
  return (
    <>
      {exportCsv.error === null ? null : <ErrorMessage error={exportCsv.error} />}
      <Button variant="quiet" size="small" busy={exportCsv.isPending} onClick={() => exportCsv.mutate(query)}>
        <Download size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('exportCsv')}
      </Button>
    </>
  )
}

const pagesMax = 2000

/** Reads page by page; the header line of later pages is removed. */
async function readCsv(query: ActivityQuery, client: Client): Promise<readonly string[]> {
  const read = (cursor: string | undefined) =>
    client.payments.listActivity(
      { ...query, limit: 100, ...(cursor === undefined ? {} : { cursor }) },
      { as: 'csv' },
    )
  let page = await read(undefined)
  const texts = [page.text]
  while (page.nextCursor !== null && texts.length < pagesMax) {
    page = await read(page.nextCursor)
    texts.push(page.text.slice(page.text.indexOf('\n') + 1))
  }
  return texts
}
