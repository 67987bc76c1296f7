import {
  ChevronLeft,
  ChevronRight,
  Download,
  Maximize,
  X,
  ZoomIn,
  ZoomOut,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useScope } from '../identity/scope-context.tsx'
import { formatBytes } from '../lib/format/format-bytes.ts'
import { say } from '../messages/en/files.ts'
import { ErrorMessage } from '../ui/page/error-message.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { useRootMark } from '../ui/page/use-root-mark.ts'
import classes from './image-viewer.module.css'
import { downloadImage, useImage, type Image } from './image.ts'

interface ImageViewerProps {
  readonly images: readonly Image[]
  readonly index: number
  readonly onMove: (index: number) => void
  readonly onClose: () => void
}

const zooms = [1, 1.5, 2, 3, 4] as const

/** One image on the whole window: arrow keys move, plus, minus and zero zoom, Escape closes. */
export function ImageViewer({ images, index, onMove, onClose }: ImageViewerProps) {
  const element = useRef<HTMLDialogElement>(null)
  const [level, setLevel] = useState(0)
  const image = images[index]
  useEffect(() => element.current?.showModal(), [])
  useRootMark('backdrop')
  useEffect(() => setLevel(0), [index])
  if (image === undefined) return null
  const move = (by: number) => onMove((index + by + images.length) % images.length)
  const zoom = (by: number) => setLevel(Math.max(0, Math.min(zooms.length - 1, level + by)))
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => move(1),
    ArrowLeft: () => move(-1),
    '+': () => zoom(1),
    '=': () => zoom(1),
    '-': () => zoom(-1),
    '0': () => setLevel(0),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  return (
    <dialog
      ref={element}
      className={classes.viewer}
      aria-label={image.name}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <ViewerBar
        image={image}
        position={[index + 1, images.length]}
        level={level}
        onZoom={zoom}
        onFit={() => setLevel(0)}
        onClose={() => element.current?.close()}
      />
      <Shown image={image} scale={zooms[level] ?? 1} onZoom={() => setLevel(level === 0 ? 2 : 0)} />
      {images.length < 2 ? null : (
        <>
          <Tool
            icon={ChevronLeft}
            label={say('previousImage')}
            className={classes.previous}
            onClick={() => move(-1)}
          />
          <Tool
            icon={ChevronRight}
            label={say('nextImage')}
            className={classes.next}
            onClick={() => move(1)}
          />
        </>
      )}
    </dialog>
  )
}

interface ViewerBarProps {
  readonly image: Image
  readonly position: readonly [number: number, count: number]
  readonly level: number
  readonly onZoom: (by: number) => void
  readonly onFit: () => void
  readonly onClose: () => void
}

function ViewerBar({ image, position: [number, count], level, onZoom, onFit, onClose }: ViewerBarProps) {
  const { client } = useScope()
  const { size } = useImage(image, true)
  return (
    <header className={classes.bar}>
      <h2 dir="auto">{image.name}</h2>
      <span aria-live="polite">{count === 1 ? null : say('imageOf', { number, count })}</span>
      {size === undefined ? null : <span className={classes.size}>{formatBytes(size)}</span>}
      <div className={classes.tools}>
        <Tool icon={ZoomOut} label={say('zoomOut')} disabled={level === 0} onClick={() => onZoom(-1)} />
        <Tool icon={Maximize} label={say('fitImage')} disabled={level === 0} onClick={onFit} />
        <Tool
          icon={ZoomIn}
          label={say('zoomIn')}
          disabled={level === zooms.length - 1}
          onClick={() => onZoom(1)}
        />
        <Tool
          icon={Download}
          label={say('download', { name: image.name })}
          onClick={() => void downloadImage(client, image)}
        />
        <Tool icon={X} label={say('closeViewer')} onClick={onClose} />
      </div>
    </header>
  )
}

function Shown({ image, scale, onZoom }: { image: Image; scale: number; onZoom: () => void }) {
  const { url, error } = useImage(image, true)
  return (
    <div className={classes.stage} data-zoomed={scale > 1}>
      {error === null ? null : <ErrorMessage error={error} />}
      {url === undefined ? (
        error === null && <Skeleton lines={4} />
      ) : (
        // The buttons and keys do the same for keyboards.
        <img
          src={url}
          alt={image.name}
          style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}
          onClick={onZoom}
        />
      )}
    </div>
  )
}

interface ToolProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly disabled?: boolean
  readonly className?: string | undefined
  readonly onClick: () => void
}

function Tool({ icon: Icon, label, disabled = false, className = '', onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={`${classes.tool} ${className}`}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
