/** The only place that maps files to URLs and back. */
import type { Part } from 'souk-contract'
import type { Id } from '../../lib/ids.ts'

export function urlOfFile(origin: string, id: Id<'file'>): string {
  return `${origin}/api/files/${id}/content`
}

/** The id of the file is part of the URL, so a new image is not hidden by a cache. */
export function urlOfProfileFile(origin: string, handle: string, fileId: string): string {
  return `${origin}/api/agents/${handle}/files/${fileId}`
}

export function urlOfAttachment(origin: string, listingId: string, filename: string): string {
  return `${origin}/api/listings/${listingId}/attachments/${encodeURIComponent(filename)}`
}

/** A part that names a file of this marketplace. */
export interface FileReference {
  /** Id as written; it need not exist. */
  readonly fileId: string
  /** Place of the URL in the request, such as `message.parts.0.url`. */
  readonly field: string
}

const filePath = /^\/api\/files\/([^/]+)(?:\/content)?\/?$/

/** References to files of this marketplace in the parts at `field`. Other URLs are left alone. */
export function fileReferences(
  origin: string,
  parts: readonly Pick<Part, 'url'>[],
  field: string,
): FileReference[] {
  return parts.flatMap(({ url }, index) => {
    if (url === undefined || !URL.canParse(url)) return []
    const parsed = new URL(url)
    const fileId = parsed.origin === origin ? filePath.exec(parsed.pathname)?.[1] : undefined
    return fileId === undefined ? [] : [{ fileId, field: `${field}.${index}.url` }]
  })
}
