import { FileText, RotateCcw, X } from 'lucide-react'
import { formatBytes } from '../lib/format/format-bytes.ts'
import classes from './upload-list.module.css'
import type { Upload, Uploads } from './use-uploads.ts'
import { say } from '../messages/en/files.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Files that will be sent, with the progress of each. */
export function UploadList({ uploads: { uploads, remove, retry } }: { uploads: Uploads }) {
  if (uploads.length === 0) return null
  return (
    <ul className={classes.list} aria-label={say('attachedFiles')}>
      {uploads.map((upload) => (
        <li key={upload.key} data-state={upload.state}>
          <FileText {...icon} />
          <span className={classes.name} dir="auto">
            {upload.filename}
          </span>
          <small>{statusOf(upload)}</small>
          {upload.state === 'uploading' ? (
            <progress
              aria-label={say('uploadOf', { filename: upload.filename })}
              max={upload.size}
              value={upload.stored}
            />
          ) : null}
          {upload.state === 'failed' ? (
            <button
              type="button"
              aria-label={say('retry', { filename: upload.filename })}
              onClick={() => retry(upload)}
            >
              <RotateCcw {...icon} />
            </button>
          ) : null}
          <button
            type="button"
            aria-label={say(upload.state === 'uploading' ? 'cancelFile' : 'removeFile', {
              filename: upload.filename,
            })}
            onClick={() => remove(upload)}
          >
            <X {...icon} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function statusOf(upload: Upload): string {
  if (upload.state === 'failed') return upload.problem
  if (upload.state === 'ready') return formatBytes(upload.size)
  return `${Math.floor((100 * upload.stored) / upload.size)} %`
}
