import type { Client } from 'souk-sdk'
import { useWrite } from '../../api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { adminClientOf } from '../admin-api.ts'
import type { AuditSearch } from './audit-log.tsx'

const pagesMax = 1000

/** Downloads the entries that the filters select, as CSV. */
export function ExportAudit({ search }: { search: AuditSearch }) {
  const exportCsv = useWrite(readCsv, {
    onDone: (pages) => saveFile(new Blob([...pages], { type: 'text/csv' }), 'souk-audit.csv'),
  })
  return (
    <>
      {exportCsv.error === null ? null : <ErrorMessage error={exportCsv.error} />}
      <Button busy={exportCsv.isPending} onClick={() => exportCsv.mutate(search)}>
        {say('exportCsv')}
      </Button>
    </>
  )
}

/** Reads page by page; the header line of later pages is removed. */
async function readCsv(search: AuditSearch, client: Client): Promise<readonly string[]> {
  const read = (cursor: string | undefined) =>
    adminClientOf(client).audit.listAuditEntries(
      { ...search, limit: 100, ...(cursor === undefined ? {} : { cursor }) },
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
