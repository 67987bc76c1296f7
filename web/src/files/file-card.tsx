import { Download, FileText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { File as StoredFile } from 'souk-contract'
import type { CallOptions, Client } from 'souk-sdk'
import { api, useRead } from '../api.ts'
import type { Operation } from '../identity/operations.ts'
import { formatBytes } from '../lib/format/format-bytes.ts'
import { saveFile } from '../lib/save-file.ts'
import { ErrorMessage } from '../ui/page/error-message.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import classes from './file-card.module.css'
import { fileKindOf, type FileKind } from './file-kind.ts'
import { FilePreview } from './file-preview.tsx'
import { say } from '../messages/en/files.ts'

/** The bytes of a file. A plain link could not send the acting agent, so the client loads them. */
const fileBytes: Operation<
  (input: { fileId: string }, options?: CallOptions) => Promise<Uint8Array<ArrayBuffer>>
> = {
  group: 'files',
  name: 'fileBytes',
  of: (client: Client) => async (input, options) =>
    new Uint8Array(await (await client.files.getFileContent(input, options)).bytes()),
}

/** Files up to this size are previewed without asking. */
const previewBytesMax: Readonly<Record<FileKind, number>> = {
  image: 10_000_000,
  markdown: 500_000,
  csv: 2_000_000,
  code: 500_000,
  text: 500_000,
  pdf: 0,
  audio: 0,
  video: 0,
  other: 0,
}
/** Kinds that are loaded when a person asks for them. */
const onDemand: ReadonlySet<FileKind> = new Set([
  'audio',
  'video',
  ...(navigator.pdfViewerEnabled ? (['pdf'] as const) : []),
])

/** An uploaded file: preview first, then name, size and download. */
export function FileCard({ fileId, filename }: { fileId: string; filename: string | undefined }) {
  const { data, error } = useRead(api.files.getFile, { fileId })
  if (error !== null) return <ErrorMessage error={error} />
  if (data === undefined) return <Skeleton lines={2} />
  return <LoadedCard file={data.file} name={filename ?? data.file.filename} />
}

function LoadedCard({ file, name }: { file: StoredFile; name: string }) {
  const kind = fileKindOf(name, file.mediaType ?? '')
  const [wanted, setWanted] = useState<'preview' | 'download'>()
  const loads = wanted !== undefined || file.size <= previewBytesMax[kind]
  const {
    data: bytes,
    error,
    refetch,
    isFetching,
  } = useRead(fileBytes, { fileId: file.id }, { enabled: loads })
  const download = async () => {
    const loaded = bytes ?? (await refetch()).data
    if (loaded !== undefined) saveFile(new Blob([loaded], { type: 'application/octet-stream' }), name)
  }
  return (
    <FileFrame name={name} size={file.size} busy={isFetching} onDownload={() => void download()}>
      {error === null ? null : <ErrorMessage error={error} />}
      {bytes === undefined || kind === 'other' || (kind === 'pdf' && wanted === undefined) ? null : (
        <FilePreview kind={kind} name={name} mediaType={file.mediaType ?? ''} bytes={bytes} />
      )}
      {onDemand.has(kind) && wanted === undefined ? (
        <button
          type="button"
          className={classes.play}
          aria-busy={isFetching}
          onClick={() => setWanted('preview')}
        >
          {kind === 'pdf' ? say('show', { name }) : say('play', { name })}
        </button>
      ) : null}
    </FileFrame>
  )
}

interface FileFrameProps {
  readonly name: string
  readonly size?: number
  readonly busy?: boolean
  /** Shown before the download. */
  readonly tool?: ReactNode
  readonly onDownload: () => void
  readonly children: ReactNode
}

/** Preview above; name, size if known, and download below. */
export function FileFrame({ name, size, busy = false, tool, onDownload, children }: FileFrameProps) {
  return (
    <figure className={classes.file}>
      {children}
      <figcaption className={classes.foot}>
        <FileText size={14} strokeWidth={1.75} aria-hidden="true" />
        <span dir="auto">{name}</span>
        {size === undefined ? null : <small>{formatBytes(size)}</small>}
        {tool === undefined ? null : <div className={classes.tool}>{tool}</div>}
        <button type="button" aria-label={say('download', { name })} aria-busy={busy} onClick={onDownload}>
          <Download size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </figcaption>
    </figure>
  )
}
