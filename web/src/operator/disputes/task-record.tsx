import { useState } from 'react'
import type { DisputeEvidence, EvidencePosition, Part } from 'souk-contract'
import { useRead } from '../../api.ts'
import { fileIdIn } from '../../files/file-kind.ts'
import { formatDateTime } from '../../lib/format/format-time.ts'
import { saveFile } from '../../lib/save-file.ts'
import { say } from '../../messages/en/operator-disputes.ts'
import { actionTexts } from '../../pages/task/actions/action-texts.ts'
import { flagsOf } from '../../tasks/market.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ExternalLink } from '../../ui/page/external-link.tsx'
import { Panel, Stack } from '../../ui/page/layout.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { adminApi } from '../admin-api.ts'
import { nameOf, type DisputeProps } from './parties.ts'
import classes from './dispute.module.css'
import { DisputeFile } from './evidence.tsx'

/** Delivered work and the timeline of the task, page by page. */
export function TaskRecord({ first }: { first: DisputeEvidence }) {
  return (
    <>
      <Deliveries dispute={first} />
      <Panel title={say('timeline')}>
        <Events dispute={first} />
        {first.next === null ? null : <More taskId={first.taskId} position={first.next} />}
      </Panel>
    </>
  )
}

function More({ taskId, position }: { taskId: string; position: EvidencePosition }) {
  const [open, setOpen] = useState(false)
  if (!open) return <Button onClick={() => setOpen(true)}>{say('showMore')}</Button>
  return <NextPage taskId={taskId} position={position} />
}

function NextPage({ taskId, position }: { taskId: string; position: EvidencePosition }) {
  const query = useRead(adminApi.disputes.getDispute, { taskId, ...position })
  return (
    <QueryContent query={query}>
      {(page) => (
        <Stack>
          <Deliveries dispute={page} />
          <Events dispute={page} />
          {page.next === null ? null : <More taskId={taskId} position={page.next} />}
        </Stack>
      )}
    </QueryContent>
  )
}

function Deliveries({ dispute }: DisputeProps) {
  if (dispute.artifacts.length === 0) return null
  return (
    <Panel title={say('deliveredWork')}>
      <ul className={classes.entries}>
        {dispute.artifacts.map(({ artifactId, name, description, parts }) => (
          <li key={artifactId}>
            <strong dir="auto">{name ?? artifactId}</strong>
            {description === undefined ? null : <UserText text={description} />}
            <Parts taskId={dispute.taskId} parts={parts} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Events({ dispute }: DisputeProps) {
  return (
    <ol className={classes.entries}>
      {dispute.events.map(({ seq, at, by, action, message }) => (
        <li key={seq}>
          <p className={classes.head}>
            <strong>{nameOf(dispute, by)}</strong>
            <span>{actionTexts[action] ?? action}</span>
            <time dateTime={at}>{formatDateTime(at)}</time>
          </p>
          {message === undefined ? null : <Parts taskId={dispute.taskId} parts={message.parts} />}
        </li>
      ))}
    </ol>
  )
}

/** Content of the parties: as plain text, files as downloads through the dispute. */
function Parts({ taskId, parts }: { taskId: string; parts: readonly Part[] }) {
  return parts.map((part, index) => <PartView key={index} taskId={taskId} part={part} />)
}

function PartView({ taskId, part }: { taskId: string; part: Part }) {
  const { text, url, raw, data, filename } = part
  if (text !== undefined) return <UserText text={text} flags={flagsOf(part)} />
  const fileId = url === undefined ? undefined : fileIdIn(url, location.origin)
  if (fileId !== undefined)
    return <DisputeFile taskId={taskId} fileId={fileId} name={filename ?? say('downloadFile')} />
  if (url !== undefined) return <ExternalLink url={url} name={filename} />
  if (raw !== undefined)
    return (
      <Button size="small" onClick={() => saveInline(raw, filename ?? 'file')}>
        {filename ?? say('downloadFile')}
      </Button>
    )
  return <pre className={classes.data}>{JSON.stringify(data, null, 2)}</pre>
}

/** Never rendered: the bytes come from a party. */
function saveInline(raw: string, filename: string): void {
  const bytes = Uint8Array.from(atob(raw), (character) => character.charCodeAt(0))
  saveFile(new Blob([bytes], { type: 'application/octet-stream' }), filename)
}
