import { lazy, Suspense, useMemo } from 'react'
import { CodeBlock } from '../markdown/code-block.tsx'
import { RichText } from '../markdown/rich-text.tsx'
import classes from './file-card.module.css'
import { languageOf, type FileKind } from './file-kind.ts'
import { PdfFrame } from './pdf-frame.tsx'
import { useObjectUrl } from './use-object-url.ts'
import { say } from '../messages/en/files.ts'

const CsvTable = lazy(async () => ({ default: (await import('./csv-table.tsx')).CsvTable }))

interface FilePreviewProps {
  readonly kind: FileKind
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Untrusted content: text is rendered as text, media from a blob with a fixed type. */
export function FilePreview({ kind, name, mediaType, bytes }: FilePreviewProps) {
  const text = useMemo(() => (isText(kind) ? new TextDecoder().decode(bytes) : ''), [kind, bytes])
  switch (kind) {
    case 'image':
    case 'audio':
    case 'video':
      return <Media kind={kind} name={name} mediaType={mediaType} bytes={bytes} />
    case 'pdf':
      return <PdfFrame name={name} bytes={bytes} />
    case 'markdown':
    case 'text':
      return (
        <div className={classes.text} tabIndex={0} role="region" aria-label={say('previewOf', { name })}>
          <RichText text={text} />
        </div>
      )
    case 'csv':
      return (
        <Suspense fallback={null}>
          <CsvTable text={text} name={name} />
        </Suspense>
      )
    case 'code':
      return <CodeBlock code={text} language={languageOf(name)} />
    case 'other':
      return null
  }
}

const isText = (kind: FileKind) => ['markdown', 'text', 'csv', 'code'].includes(kind)

function Media({ kind, name, mediaType, bytes }: FilePreviewProps) {
  const url = useObjectUrl(bytes, mediaType)
  if (url === undefined) return null
  if (kind === 'image') return <img src={url} alt={name} className={classes.image} />
  return kind === 'audio' ? (
    <audio src={url} controls aria-label={name} className={classes.media} />
  ) : (
    <video src={url} controls aria-label={name} className={classes.media} />
  )
}
