import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../../failure.ts'

export const uploadBytesMax = 10 * 1024 * 1024

const asFile = 'application/octet-stream'
const readBytes = 64 * 1024

/** Ignores the declared media type of an upload; it is detected from the bytes. */
export function treatAsFile(request: FastifyRequest): void {
  request.headers['content-type'] = asFile
}

/** Passes the body of upload routes on as a stream; other routes refuse it. */
export function acceptUploads(app: FastifyInstance): void {
  app.addContentTypeParser(asFile, (request, payload, done) => {
    if (request.routeOptions.config.upload === true) return done(null, payload)
    try {
      fail('unsupported-media-type', `A body of type "${asFile}" is not supported here.`, 'Send JSON.')
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

/**
 * Buffers an upload on disk before it is used: a slow client must not hold a database connection, and a retried transaction
 * needs the same bytes again. The file is unlinked immediately, so it disappears when it is closed, even after a crash.
 */
export async function withUploadedFile<T>(
  payload: Readable,
  use: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const path = join(tmpdir(), `souk-upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    const size = await receive(file, payload)
    return await use({ [Symbol.asyncIterator]: () => bytesOf(file, size) })
  } finally {
    await file.close()
  }
}

async function receive(file: FileHandle, payload: Readable): Promise<number> {
  let size = 0
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
      if (size + bytes.length > uploadBytesMax) {
        fail('payload-too-large', 'A file must be at most 10 MiB.', 'Upload a smaller file.')
      }
      await file.write(bytes, 0, bytes.length, size)
      size += bytes.length
    }
    return size
  } finally {
    // A body that is not read to its end would keep its connection open.
    payload.resume()
  }
}

async function* bytesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(readBytes), 0, readBytes, start)
    yield buffer.subarray(0, bytesRead)
    start += bytesRead
  }
}
