import type { DisputeEvidence, DisputeEvidenceItem } from 'souk-contract'
import { formatDateTime } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-disputes.ts'
import { excerpt } from '../../pages/task/dispute/labels.ts'
import { textOf } from '../../tasks/market.ts'
import { FileDownload } from '../../ui/content/file-download.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { adminClientOf } from '../admin-api.ts'
import { nameOf, type DisputeProps } from './parties.ts'
import classes from './dispute.module.css'

export function EvidenceList({ dispute }: DisputeProps) {
  const { evidence } = dispute.room
  return (
    <Panel title={say('evidence', { count: evidence.length })}>
      {evidence.length === 0 ? (
        <p className="muted">{say('noEvidence')}</p>
      ) : (
        <ul className={classes.entries}>
          {evidence.map((item) => (
            <li key={item.evidenceId}>
              <p className={classes.head}>
                <strong>{nameOf(dispute, item.by)}</strong>
                <span>{subjectOf(dispute, item)}</span>
                <time dateTime={item.at}>{formatDateTime(item.at)}</time>
              </p>
              {item.text === undefined ? null : <UserText text={item.text} />}
              {item.fileId === undefined ? null : (
                <DisputeFile taskId={dispute.taskId} fileId={item.fileId} name={say('downloadFile')} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function subjectOf({ events, artifacts }: DisputeEvidence, item: DisputeEvidenceItem): string {
  const { messageId, artifactId, fileId } = item
  if (messageId !== undefined) {
    const found = events.find(({ message }) => message?.messageId === messageId)
    return say('pointsToMessage', { text: excerpt(textOf(found?.message)) })
  }
  if (artifactId !== undefined) {
    const found = artifacts.find((artifact) => artifact.artifactId === artifactId)
    return say('pointsToDelivery', { name: found?.name ?? artifactId })
  }
  return fileId === undefined ? say('note') : say('file')
}

/** Operators read files through the dispute; a plain link cannot identify the operator. */
export function DisputeFile({ taskId, fileId, name }: { taskId: string; fileId: string; name: string }) {
  return (
    <FileDownload
      filename={name}
      load={(client) => adminClientOf(client).disputes.getDisputeFile({ taskId, fileId })}
    />
  )
}
