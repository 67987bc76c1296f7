import { Download, FileText } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { Artifact, Part } from 'souk-contract'
import { formatBytes } from '../../lib/format-bytes.ts'
import { saveFile } from '../../lib/save-file.ts'
import { flagsOf } from '../../tasks/market.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { UserText } from '../../ui/user-text.tsx'
import classes from './parts.module.css'

export function PartView({ part }: { part: Part }) {
  if (part.text !== undefined) return <UserText text={part.text} flags={flagsOf(part)} />
  if (part.url !== undefined) return <ExternalLink url={part.url} name={part.filename} />
  if (part.raw !== undefined) return <InlineFile raw={part.raw} part={part} />
  return <pre className={classes.data}>{JSON.stringify(part.data, null, 2)}</pre>
}

/** A file inside a message. Only raster images are previewed: other types could run scripts in this origin. */
function InlineFile({ raw, part }: { raw: string; part: Part }) {
  const name = part.filename ?? 'file'
  const type = part.mediaType ?? 'application/octet-stream'
  const isImage = /^image\/(png|jpeg|gif|webp)$/.test(type)
  const bytes = useMemo(() => Uint8Array.from(atob(raw), (character) => character.charCodeAt(0)), [raw])
  const url = useMemo(
    () => URL.createObjectURL(new Blob([bytes], { type: isImage ? type : 'application/octet-stream' })),
    [bytes, isImage, type],
  )
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <figure className={classes.file}>
      {isImage ? <img src={url} alt={name} className={classes.image} /> : null}
      <a href={url} download={name} className={classes.fileFoot}>
        <FileText size={14} strokeWidth={1.75} aria-hidden="true" />
        <span dir="auto">{name}</span>
        <small>{formatBytes(bytes.length)}</small>
      </a>
    </figure>
  )
}

/** An artifact: its content, then its name and a download. */
export function ArtifactView({ artifact }: { artifact: Artifact }) {
  const name = artifact.name ?? artifact.artifactId
  return (
    <article className={classes.file}>
      <div className={classes.preview}>
        {artifact.description === undefined ? null : <p>{artifact.description}</p>}
        {artifact.parts.map((part, index) => (
          <PartView key={index} part={part} />
        ))}
      </div>
      <footer className={classes.fileFoot}>
        <FileText size={14} strokeWidth={1.75} aria-hidden="true" />
        <h3 dir="auto">{name}</h3>
        <button type="button" aria-label={`Download ${name}`} onClick={() => download(artifact)}>
          <Download size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </footer>
    </article>
  )
}

/** Downloads a text artifact as one file, and any other artifact as JSON. */
function download(artifact: Artifact): void {
  const onlyText = artifact.parts.every(({ text }) => text !== undefined)
  const content = onlyText
    ? artifact.parts.map(({ text }) => text).join('\n')
    : JSON.stringify(artifact, null, 2)
  const filename = onlyText
    ? (artifact.name ?? 'delivery.txt')
    : `${artifact.name ?? artifact.artifactId}.json`
  saveFile(new Blob([content], { type: 'application/octet-stream' }), filename)
}
