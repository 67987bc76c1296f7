import { useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react'
import { say } from '../messages/en/files.ts'
import classes from './drop-zone.module.css'

interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** Accepts files that are dropped or pasted anywhere on it. */
export function DropZone({ onFiles, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  const take = (event: DragEvent | ClipboardEvent, transfer: DataTransfer) => {
    const files = [...transfer.files]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }
  return (
    <div
      className={classes.zone}
      data-over={over}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        take(event, event.dataTransfer)
      }}
      onPaste={(event) => take(event, event.clipboardData)}
    >
      {children}
      {over ? <p className={classes.overlay}>{say('dropFilesToAttachThem')}</p> : null}
    </div>
  )
}
