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

/** What a caller says about a file is not believed: its bytes tell what it is. */
export function takeAsFile(request: FastifyRequest): void {
  request.headers['content-type'] = asFile
}

/** Files are handed on as they arrive; anywhere else such a body is refused like any foreign one. */
export function acceptUploads(app: FastifyInstance): void {
  app.addContentTypeParser(asFile, (request, payload, done) => {
    if (request.routeOptions.config.upload === true) return done(null, payload)
    try {
      fail('unsupported-media-type', `A body of type "${asFile}" is not taken here.`, 'Send JSON.')
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

/**
 * Waits on disk until a whole file is here, then lets it be used: a slow sender must not hold a connection to the
 * database, and a transaction that is run again reads the same bytes again. The file has no name, so it is gone when
 * it is closed, however we end.
 */
export async function withFile<T>(
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
        fail('payload-too-large', 'A file has at most 10 MiB.', 'Send a smaller one.')
      }
      await file.write(bytes, 0, bytes.length, size)
      size += bytes.length
    }
    return size
  } finally {
    // A body that nobody reads to its end keeps its connection open for ever.
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
