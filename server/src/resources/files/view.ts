import type { File, FilePart } from 'souk-contract'
import type { PartRow } from './part-queries.ts'
import type { FileRow } from './queries.ts'
import { partCountOf } from './rules.ts'
import { urlOfFile } from './file-urls.ts'

export function viewFile(row: FileRow, parts: readonly PartRow[], origin: string): File {
  return {
    id: row.id,
    filename: row.filename,
    state: row.state,
    mediaType: row.media_type,
    declaredMediaType: row.declared_type,
    size: Number(row.size),
    sha256: row.sha256?.toString('hex') ?? null,
    partSize: row.part_size,
    partCount: partCountOf(row),
    parts: row.state === 'uploading' ? parts.map(viewPart) : [],
    url: urlOfFile(origin, row.id),
    agentId: row.agent_id,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

export function viewPart({ number, size, sha256 }: Pick<PartRow, 'number' | 'size' | 'sha256'>): FilePart {
  return { number, size, sha256: sha256.toString('hex') }
}
