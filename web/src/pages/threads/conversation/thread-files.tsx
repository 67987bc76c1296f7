import type { ThreadFile } from 'souk-contract'
import { api, usePages } from '../../../api.ts'
import { fileKindOf } from '../../../files/file-kind.ts'
import { ImageGrid } from '../../../files/image-grid.tsx'
import { formatRecent } from '../../../lib/format/format-recent.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { FileDownload } from '../../../ui/content/file-download.tsx'
import { say } from '../../../messages/en/threads.ts'

const imagesShown = 3

/** Files of the messages that are loaded, newest first: images as thumbnails, the others as downloads. */
export function ThreadFiles({ threadId }: { threadId: string }) {
  const { items = [] } = usePages(api.threads.listThreadMessages, { threadId })
  const now = useNow(60_000)
  const files = items.flatMap(({ parts, createdAt }) =>
    parts.flatMap(({ file }) => (file === undefined ? [] : [{ file, createdAt }])),
  )
  if (files.length === 0) return null
  const images = files.filter(({ file }) => isImage(file)).slice(0, imagesShown)
  return (
    <section>
      <h2>{say('files')}</h2>
      {images.length === 0 ? null : (
        <ImageGrid
          images={images.map(({ file: { id: fileId, filename, mediaType } }) => ({
            name: filename,
            mediaType,
            source: { threadId, fileId },
          }))}
        />
      )}
      <ul>
        {files
          .filter(({ file }) => !isImage(file))
          .map(({ file, createdAt }) => (
            <li key={file.id}>
              <FileDownload
                filename={file.filename}
                load={(client) => client.threads.getThreadFile({ threadId, fileId: file.id })}
              />
              <time className="muted" dateTime={createdAt}>
                {formatRecent(createdAt, now)}
              </time>
            </li>
          ))}
      </ul>
    </section>
  )
}

const isImage = ({ filename, mediaType }: ThreadFile) => fileKindOf(filename, mediaType) === 'image'
