import type { Contract } from 'souk-contract'
import { after } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { readFileName } from './content/file-names.ts'
import { insertFile } from './queries.ts'
import { partSize, requireFileSize, requireUploadScope, unfinishedMs } from './rules.ts'
import { viewFile } from './view.ts'

export const createFile: Operation<Contract['files']['createFile']> = async (tx, caller, declared) => {
  requireUploadScope(caller)
  requireFileSize(declared, tx.settings.fileBytesMax)
  const file = await insertFile(tx, {
    id: newId('file', tx.now),
    agent_id: caller.agentId,
    filename: readFileName(declared.filename),
    declared_type: declared.mediaType ?? null,
    media_type: null,
    size: BigInt(declared.size),
    part_size: partSize,
    sha256: declared.sha256 === undefined ? null : Buffer.from(declared.sha256, 'hex'),
    state: 'uploading',
    created_at: tx.now,
    completed_at: null,
    expires_at: after(tx.now, unfinishedMs),
    received_size: null,
    received_sha256: null,
    scan: null,
    scan_note: null,
    due_at: null,
  })
  return { file: viewFile(file, [], { origin: tx.settings.origin, agentId: caller.agentId }) }
}
