import { Download, ImageIcon, Images } from 'lucide-react'
import { useState } from 'react'
import { useScope } from '../identity/scope-context.tsx'
import { formatBytes } from '../lib/format/format-bytes.ts'
import { say } from '../messages/en/files.ts'
import { ErrorMessage } from '../ui/page/error-message.tsx'
import cards from './file-card.module.css'
import { ImageViewer } from './image-viewer.tsx'
import classes from './image-grid.module.css'
import { downloadImage, useImage, type Image } from './image.ts'

/** Images of one message, side by side; a click opens the viewer. */
export function ImageGrid({ images }: { images: readonly Image[] }) {
  const { client } = useScope()
  const [opened, setOpened] = useState<number>()
  const [only] = images
  const downloadAll = async () => {
    for (const image of images) await downloadImage(client, image)
  }
  return (
    <figure className={cards.file}>
      <div className={classes.grid} data-count={Math.min(images.length, 4)}>
        {images.map((image, index) => (
          <Tile key={`${index} ${image.name}`} image={image} onOpen={() => setOpened(index)} />
        ))}
      </div>
      <figcaption className={cards.foot}>
        {images.length === 1 ? <ImageIcon {...icon} /> : <Images {...icon} />}
        <span dir="auto">
          {images.length === 1 ? only?.name : say('imageCount', { count: images.length })}
        </span>
        {images.length === 1 && only !== undefined ? <Size image={only} /> : null}
        <button
          type="button"
          aria-label={
            images.length === 1 ? say('download', { name: only?.name ?? '' }) : say('downloadAllImages')
          }
          onClick={() => void downloadAll()}
        >
          <Download {...icon} />
        </button>
      </figcaption>
      {opened === undefined ? null : (
        <ImageViewer images={images} index={opened} onMove={setOpened} onClose={() => setOpened(undefined)} />
      )}
    </figure>
  )
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

function Size({ image }: { image: Image }) {
  const { size } = useImage(image, false)
  return size === undefined ? null : <small>{formatBytes(size)}</small>
}

function Tile({ image, onOpen }: { image: Image; onOpen: () => void }) {
  const { url, error, isLarge } = useImage(image, false)
  if (error !== null) return <ErrorMessage error={error} />
  return (
    <button type="button" className={classes.tile} title={image.name} onClick={onOpen}>
      {url === undefined ? (
        <span className={classes.placeholder}>
          <ImageIcon size={20} strokeWidth={1.75} aria-hidden="true" />
          {isLarge ? say('viewImage', { name: image.name }) : null}
          <span className="visually-hidden">{image.name}</span>
        </span>
      ) : (
        <img src={url} alt={say('viewImage', { name: image.name })} />
      )}
    </button>
  )
}
