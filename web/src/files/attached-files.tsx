import { useId, useRef } from 'react'
import { say } from '../messages/en/files.ts'
import classes from './attached-files.module.css'
import { DropZone } from './drop-zone.tsx'
import { FileInput } from './file-input.tsx'
import { UploadList } from './upload-list.tsx'
import type { Uploads } from './use-uploads.ts'

interface AttachedFilesProps {
  readonly label: string
  /** Of the button, which gets the focus if the files are refused. */
  readonly name: string
  readonly hint: string
  readonly error: string | undefined
  readonly uploads: Uploads
}

/** Field for files, which can be dropped on it or chosen. */
export function AttachedFiles({ label, name, hint, error, uploads }: AttachedFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <div className={classes.files} role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <DropZone onFiles={uploads.add}>
        <div className={classes.zone} data-invalid={error !== undefined}>
          <UploadList uploads={uploads} />
          <span>
            {say('dropFilesHereOr')}{' '}
            <button
              type="button"
              name={name}
              aria-invalid={error !== undefined}
              onClick={() => input.current?.click()}
            >
              {say('chooseFiles')}
            </button>
          </span>
          <FileInput ref={input} label={label} onFiles={uploads.add} />
        </div>
      </DropZone>
      <small>{hint}</small>
      {error === undefined ? null : (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
