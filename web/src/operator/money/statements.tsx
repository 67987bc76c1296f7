import { useState } from 'react'
import type { Client } from 'souk-sdk'
import { useWrite } from '../../api.ts'
import { readCsv } from '../../lib/parse/read-csv.ts'
import { saveFile } from '../../lib/save-file.ts'
import { say } from '../../messages/en/operator-money.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Panel, Row } from '../../ui/page/layout.tsx'
import { adminClientOf } from '../admin-api.ts'

type Kind = 'platform' | 'owners'

/** Statements by month as CSV, for the platform and for each owner. */
export function Statements() {
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, 7))
  const download = useWrite(
    async (kind: Kind, client) => new Blob(await csvPages(client, kind, month), { type: 'text/csv' }),
  )
  const save = async (kind: Kind) => {
    const file = await download.mutateAsync(kind).catch(() => undefined)
    if (file !== undefined) saveFile(file, `statement-${kind}-${month}.csv`)
  }
  return (
    <Panel title={say('statements')}>
      <Field
        label={say('month')}
        type="month"
        value={month}
        onChange={({ target }) => setMonth(target.value)}
      />
      <Row>
        <Button size="small" busy={download.isPending} onClick={() => void save('platform')}>
          {say('platformCsv')}
        </Button>
        <Button size="small" busy={download.isPending} onClick={() => void save('owners')}>
          {say('ownersCsv')}
        </Button>
      </Row>
      {download.error === null ? null : <ErrorMessage error={download.error} />}
    </Panel>
  )
}

async function csvPages(client: Client, kind: Kind, month: string): Promise<string[]> {
  const { moneyDesk } = adminClientOf(client)
  return readCsv((next) => {
    const input = { month, limit: 100, ...next }
    return kind === 'platform'
      ? moneyDesk.getPlatformStatement(input, { as: 'csv' })
      : moneyDesk.listOwnerStatements(input, { as: 'csv' })
  })
}
