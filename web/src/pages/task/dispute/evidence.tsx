import { FileText, MessageSquare, Package, StickyNote, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { DisputeEvidenceItem, Task } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { formatDeadline } from '../../../lib/format/format-time.ts'
import { textOf } from '../../../tasks/market.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { FileDownload } from '../../../ui/content/file-download.tsx'
import { Panel } from '../../../ui/page/layout.tsx'
import { EvidenceForm } from './evidence-form.tsx'
import classes from './evidence.module.css'
import type { RoomProps } from './use-dispute.ts'
import { excerpt } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'
import { displayNameOf, PartyAvatar } from '../../../ui/people/party.tsx'

/** Notes, messages, artifacts and files that either side has submitted. */
export function Evidence(props: RoomProps) {
  const { dispute, market, task } = props
  const [writing, setWriting] = useState(false)
  const canAdd = market.allowedActions.includes('addEvidence')
  const { evidence } = dispute
  return (
    <Panel
      title={evidence.length === 0 ? say('evidence') : say('evidenceCount', { length: evidence.length })}
      actions={
        canAdd && !writing ? (
          <Button size="small" onClick={() => setWriting(true)}>
            {say('addEvidence')}
          </Button>
        ) : undefined
      }
    >
      {writing ? <EvidenceForm {...props} onClose={() => setWriting(false)} /> : null}
      {evidence.length === 0 && !writing ? (
        <p className="muted">{canAdd ? say('noEvidenceYet') : say('noEvidenceWasAdded')}</p>
      ) : null}
      {evidence.length === 0 ? null : (
        <ul className={classes.list}>
          {evidence.map((item) => (
            <li key={item.evidenceId}>
              <EvidenceView item={item} task={task} />
              <span className={classes.side}>
                <span className="visually-hidden">
                  {item.by === market.role
                    ? say('addedByYou')
                    : say('addedBy', { name: displayNameOf(market[item.by]) })}
                </span>
                <PartyAvatar party={market[item.by]} size={20} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function EvidenceView({ item, task }: { item: DisputeEvidenceItem; task: Task }) {
  const { text, messageId, artifactId, fileId, at } = item
  const note = text ?? formatDeadline(at)
  if (fileId !== undefined) return <FileEvidence fileId={fileId} note={note} />
  if (messageId !== undefined) {
    const message = (task.history ?? []).find((one) => one.messageId === messageId)
    return <Line icon={MessageSquare} title={`“${excerpt(textOf(message))}”`} note={note} />
  }
  if (artifactId !== undefined) {
    const artifact = (task.artifacts ?? []).find((one) => one.artifactId === artifactId)
    return <Line icon={Package} title={artifact?.name ?? artifactId} note={note} />
  }
  return <Line icon={StickyNote} title={text ?? ''} note={formatDeadline(at)} />
}

function FileEvidence({ fileId, note }: { fileId: string; note: string }) {
  const { data } = useRead(api.files.getFile, { fileId })
  const filename = data?.file.filename ?? say('file')
  const size = data === undefined ? '' : ` (${formatBytes(data.file.size)})`
  return (
    <Line
      icon={FileText}
      title={<FileDownload filename={filename} load={(client) => client.files.getFileContent({ fileId })} />}
      note={`${note}${size}`}
    />
  )
}

function Line({ icon: Icon, title, note }: { icon: LucideIcon; title: ReactNode; note: string }) {
  return (
    <>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <div className={classes.text}>
        <strong dir="auto">{title}</strong>
        <small dir="auto">{note}</small>
      </div>
    </>
  )
}
