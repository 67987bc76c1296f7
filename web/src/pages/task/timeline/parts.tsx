import { ArrowDown } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type UIEvent } from 'react'
import type { Artifact, Part } from 'souk-contract'
import { FileCard, FileFrame } from '../../../files/file-card.tsx'
import { fileIdIn, fileKindOf } from '../../../files/file-kind.ts'
import { FilePreview } from '../../../files/file-preview.tsx'
import { ImageGrid } from '../../../files/image-grid.tsx'
import { groupImages, type Image } from '../../../files/image.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { RichText } from '../../../markdown/rich-text.tsx'
import { flagsOf } from '../../../tasks/market.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ExternalLink } from '../../../ui/page/external-link.tsx'
import classes from './parts.module.css'
import { say } from '../../../messages/en/timeline.ts'

/** Parts of a message; images that follow each other form a grid. */
export function PartsView({ parts }: { parts: readonly Part[] }) {
  return groupImages(parts, imageOf).map((group, index) =>
    group.kind === 'images' ? (
      <ImageGrid key={index} images={group.images} />
    ) : (
      <PartView key={index} part={group.item} />
    ),
  )
}

/** Previews of artifacts that can still grow follow their end; those that are growing end with a caret. */
type ArtifactState = 'delivered' | 'open' | 'writing'

interface ArtifactsViewProps {
  readonly artifacts: readonly Artifact[]
  readonly state?: ArtifactState
}

/** Artifacts of a delivery; those that are one image each form a grid. */
export function ArtifactsView({ artifacts, state = 'delivered' }: ArtifactsViewProps) {
  const imageIn = ({ parts: [first, ...others] }: Artifact) =>
    first === undefined || others.length > 0 ? undefined : imageOf(first)
  return groupImages(artifacts, imageIn).map((group, index) =>
    group.kind === 'images' ? (
      <ImageGrid key={index} images={group.images} />
    ) : (
      <ArtifactView key={group.item.artifactId} artifact={group.item} state={state} />
    ),
  )
}

function imageOf({ url, raw, filename = 'image', mediaType = '' }: Part): Image | undefined {
  if (fileKindOf(filename, mediaType) !== 'image') return undefined
  const fileId = url === undefined ? undefined : fileIdIn(url, location.origin)
  if (fileId !== undefined) return { name: filename, mediaType, source: { fileId } }
  return raw === undefined ? undefined : { name: filename, mediaType, source: { raw } }
}

function PartView({ part }: { part: Part }) {
  const { text, url, raw, filename } = part
  if (text !== undefined) return <RichText text={text} flags={flagsOf(part)} />
  const fileId = url === undefined ? undefined : fileIdIn(url, location.origin)
  if (fileId !== undefined) return <FileCard fileId={fileId} filename={filename} />
  if (url !== undefined) return <ExternalLink url={url} name={filename} />
  if (raw !== undefined) return <InlineFile raw={raw} part={part} />
  return <pre className={classes.data}>{JSON.stringify(part.data, null, 2)}</pre>
}

/** A file inside a message. */
function InlineFile({ raw, part }: { raw: string; part: Part }) {
  const name = part.filename ?? 'file'
  const type = part.mediaType ?? 'application/octet-stream'
  const bytes = useMemo(() => Uint8Array.from(atob(raw), (character) => character.charCodeAt(0)), [raw])
  const kind = fileKindOf(name, type)
  return (
    <FileFrame
      name={name}
      size={bytes.length}
      onDownload={() => saveFile(new Blob([bytes], { type: 'application/octet-stream' }), name)}
    >
      {kind === 'other' ? null : <FilePreview kind={kind} name={name} mediaType={type} bytes={bytes} />}
    </FileFrame>
  )
}

/** An artifact: its content, then its name and a download. An artifact of one file is the file itself. */
function ArtifactView({ artifact, state }: { artifact: Artifact; state: ArtifactState }) {
  const name = artifact.name ?? artifact.artifactId
  const { region, isAtEnd, onScroll, toEnd } = useFollowedEnd(
    state === 'delivered' ? undefined : lengthOf(artifact),
  )
  const [first, ...others] = artifact.parts
  if (first !== undefined && others.length === 0 && first.text === undefined && first.data === undefined)
    return <PartView part={first} />
  const follow =
    state !== 'writing' ? undefined : isAtEnd ? (
      <small>{say('followingTheEnd')}</small>
    ) : (
      <Button size="small" onClick={toEnd}>
        <ArrowDown size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('followTheEnd')}
      </Button>
    )
  return (
    <FileFrame name={name} tool={follow} onDownload={() => download(artifact)}>
      <div
        ref={region}
        className={classes.preview}
        data-state={state}
        tabIndex={0}
        role="region"
        aria-label={name}
        onScroll={onScroll}
      >
        {artifact.description === undefined ? null : <p dir="auto">{artifact.description}</p>}
        <PartsView parts={artifact.parts} />
      </div>
    </FileFrame>
  )
}

/** Distance to the end, in pixels, that still counts as reading along. */
const endTolerance = 40

/** Keeps growing content at its end unless the reader has scrolled up. `length` is undefined if the content is complete. */
function useFollowedEnd(length: number | undefined) {
  const region = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const toEnd = () => region.current?.scrollTo({ top: region.current.scrollHeight })
  const grow = useEffectEvent(() => (isAtEnd ? toEnd() : undefined))
  useLayoutEffect(() => {
    if (length !== undefined) grow()
  }, [length])
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) =>
    setAtEnd(scrollHeight - scrollTop - clientHeight < endTolerance)
  return { region, isAtEnd, onScroll, toEnd }
}

const lengthOf = ({ parts }: Artifact) =>
  parts.reduce((sum, { text = '' }) => sum + text.length, parts.length)

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
