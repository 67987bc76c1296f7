import { readSync } from 'node:fs'

const retryMs = 10

/** All of standard input. Node makes a pipe non-blocking, so that a read before the writer has written fails with EAGAIN. */
export function readStdin(): string {
  const chunks: Buffer[] = []
  for (let chunk = readChunk(); chunk.length > 0; chunk = readChunk()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** The next bytes; none at the end. */
function readChunk(): Buffer {
  const bytes = Buffer.alloc(65_536)
  for (;;) {
    try {
      return bytes.subarray(0, readSync(0, bytes))
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
    }
  }
}
