import type { PortfolioItem } from 'souk-contract'
import { urlOfProfileFile } from '../files/file-urls.ts'
import type { ItemRow } from './queries.ts'

export function viewItem(
  row: ItemRow,
  { origin, handle }: { origin: string; handle: string },
): PortfolioItem {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    url: row.url,
    file: fileOf(row, origin, handle),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function fileOf(
  { file_id: fileId, filename, media_type: mediaType, size }: ItemRow,
  origin: string,
  handle: string,
) {
  if (fileId === null || filename === null || mediaType === null) return null
  return { fileId, filename, mediaType, size: Number(size), url: urlOfProfileFile(origin, handle, fileId) }
}
