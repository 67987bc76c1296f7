/** A whole upload as one action of the load generator. */
import { createHash } from 'node:crypto'
import type { CallOptions, CallResult } from '../../server/test/fixtures/operations.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import type { CallOutcome, Fact } from './planned-call.ts'

/** Declares, sends and completes a file. After an interruption the whole action is repeated. */
export async function uploadFile(
  call: Souk['call'],
  mark: string,
  options: CallOptions,
): Promise<CallOutcome> {
  const bytes = Buffer.from(`${mark} `.repeat(1000))
  const filename = `${mark}.txt`
  const created = await call('createFile', { filename, size: bytes.length }, options)
  if (created.status !== 200) return refused(created)
  const fileId = created.data.file.id
  const part = { fileId, partNumber: '1' }
  // Sending the same part again has no effect, so it needs no key.
  const sent = await call('uploadPart', part, { ...options, headers: {}, upload: bytes })
  if (sent.status !== 200) return refused(sent)
  const response = await call('completeFile', { fileId }, withKey(options, 'complete'))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const facts = (): Fact[] => [
    [`response ${mark}`, ''],
    [`response ${mark}-complete`, ''],
    [`file ${filename}`, fileId],
    [`part ${fileId}`, sha256],
    [`completed ${fileId}`, sha256],
  ]
  return { response, facts: () => ({ facts: facts() }) }
}

function withKey({ headers = {}, ...options }: CallOptions, step: string): CallOptions {
  return { ...options, headers: { ...headers, 'idempotency-key': `${headers['idempotency-key']}-${step}` } }
}

function refused(response: CallResult<unknown>): CallOutcome {
  return { response, facts: () => ({ facts: [] }) }
}
