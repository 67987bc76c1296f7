import type { AuditEntry } from 'souk-contract'
import type { Client } from 'souk-sdk'
import { useWrite } from '../../api.ts'
import { readCsv } from '../../lib/parse/read-csv.ts'
import { saveFile } from '../../lib/save-file.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { adminClientOf } from '../admin-api.ts'

const pagesMax = 1000

export interface AuditSearch {
  readonly userId?: string
  readonly target?: string
  readonly action?: string
  readonly actor?: AuditEntry['actor']
  readonly from?: string
  readonly to?: string
}

/** Downloads the entries that the filters select. */
export function ExportAudit({ search }: { search: AuditSearch }) {
  const csv = useWrite(readTable, {
    onDone: (pages) => saveFile(new Blob([...pages], { type: 'text/csv' }), 'souk-audit.csv'),
  })
  const ndjson = useWrite(readLines, {
    onDone: (lines) => saveFile(new Blob(lines, { type: 'application/x-ndjson' }), 'souk-audit.ndjson'),
  })
  const error = csv.error ?? ndjson.error
  return (
    <>
      {error === null ? null : <ErrorMessage error={error} />}
      <Button busy={csv.isPending} onClick={() => csv.mutate(search)}>
        {say('exportCsv')}
      </Button>
      <Button busy={ndjson.isPending} onClick={() => ndjson.mutate(search)}>
        {say('exportNdjson')}
      </Button>
    </>
  )
}

const readTable = (search: AuditSearch, client: Client) =>
  readCsv((next) =>
    adminClientOf(client).audit.listAuditEntries({ ...search, limit: 100, ...next }, { as: 'csv' }),
  )

/** One entry per line, with its details, as `souk admin audit export` writes it. */
async function readLines(search: AuditSearch, client: Client): Promise<string[]> {
  const { listAuditEntries } = adminClientOf(client).audit
  const lines: string[] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null && page < pagesMax; page++) {
    const reply: Awaited<ReturnType<typeof listAuditEntries>> = await listAuditEntries({
      ...search,
      limit: 100,
      ...(cursor === '' ? {} : { cursor }),
    })
    lines.push(...reply.items.map((entry) => `${JSON.stringify(entry)}\n`))
    cursor = reply.nextCursor
  }
  return lines
}
