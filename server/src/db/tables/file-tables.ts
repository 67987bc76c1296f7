import type { Id } from '../../lib/ids.ts'
import { bigint, bytes, defaulted, integer, nullable, text, timestamp } from '../columns.ts'

/** Where the bytes of a blob are stored. */
export type StoreName = 'postgres' | 's3'

type FileState = 'uploading' | 'ready' | 'quarantined'
type ScanState = 'pending' | 'clean' | 'quarantined'

export const fileTables = {
  blobs: {
    id: text<Id<'blob'>>(),
    store: text<StoreName>(),
    state: text<'writing' | 'stored' | 'deleting'>(),
    due_at: nullable(timestamp()),
    created_at: timestamp(),
  },
  blob_pieces: { blob_id: text<Id<'blob'>>(), place: integer(), bytes: bytes() },
  files: {
    id: text<Id<'file'>>(),
    agent_id: text<Id<'agt'>>(),
    filename: text(),
    declared_type: nullable(text()),
    media_type: nullable(text()),
    size: bigint(),
    part_size: integer(),
    sha256: nullable(bytes()),
    state: text<FileState>(),
    created_at: timestamp(),
    completed_at: nullable(timestamp()),
    expires_at: nullable(timestamp()),
    received_size: nullable(bigint()),
    received_sha256: nullable(bytes()),
    scan: nullable(text<ScanState>()),
    scan_note: nullable(text()),
    scan_attempts: defaulted(integer()),
    due_at: nullable(timestamp()),
  },
  file_parts: {
    file_id: text<Id<'file'>>(),
    number: integer(),
    blob_id: text<Id<'blob'>>(),
    size: integer(),
    sha256: bytes(),
    created_at: timestamp(),
  },
  data_exports: {
    user_id: text<Id<'usr'>>(),
    state: text<'building' | 'ready' | 'failed'>(),
    ordered_by: nullable(text<Id<'usr'>>()),
    /** Number of times a worker leased it. */
    attempt: defaulted(integer()),
    due_at: nullable(timestamp()),
    size: defaulted(bigint()),
    sha256: nullable(bytes()),
    requested_at: timestamp(),
    ready_at: nullable(timestamp()),
    expires_at: nullable(timestamp()),
  },
  data_export_parts: {
    user_id: text<Id<'usr'>>(),
    number: integer(),
    blob_id: text<Id<'blob'>>(),
    size: integer(),
    sha256: bytes(),
  },
  file_uses: { file_id: text<Id<'file'>>(), task_id: text<Id<'task'>>(), created_at: timestamp() },
  thread_file_uses: {
    file_id: text<Id<'file'>>(),
    message_id: text<Id<'msg'>>(),
    thread_id: text<Id<'thr'>>(),
    created_at: timestamp(),
  },
}
