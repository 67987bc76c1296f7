import type { File, FilePart, QuarantinedFile } from 'souk-contract'
import type { PartRow } from './part-queries.ts'
import type { FileRow } from './queries.ts'
import { partCountOf } from './rules.ts'
import { urlOfFile } from './file-urls.ts'

interface FileReader {
  readonly origin: string
  /** Acting agent. Only the uploader sees the received size and digest, and why a file is not clean. */
  readonly agentId: string
}

export function viewFile(row: FileRow, parts: readonly PartRow[], { origin, agentId }: FileReader): File {
  const isOwn = row.agent_id === agentId
  return {
    id: row.id,
    filename: row.filename,
    state: row.state,
    mediaType: row.state === 'uploading' ? null : row.media_type,
    declaredMediaType: row.declared_type,
    size: Number(row.size),
    sha256: row.sha256?.toString('hex') ?? null,
    received: isOwn ? receivedOf(row) : null,
    scan: row.scan,
    scanNote: isOwn ? row.scan_note : null,
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

/** For operators. */
export function viewQuarantinedFile(row: FileRow): QuarantinedFile {
  return {
    id: row.id,
    agentId: row.agent_id,
    filename: row.filename,
    size: Number(row.size),
    sha256: row.sha256?.toString('hex') ?? '',
    found: row.scan_note ?? '',
    completedAt: (row.completed_at ?? row.created_at).toISOString(),
  }
}

function receivedOf({ received_size: size, received_sha256: sha256 }: FileRow): File['received'] {
  return size === null || sha256 === null ? null : { size: Number(size), sha256: sha256.toString('hex') }
}

export function viewPart({ number, size, sha256 }: Pick<PartRow, 'number' | 'size' | 'sha256'>): FilePart {
  return { number, size, sha256: sha256.toString('hex') }
}
