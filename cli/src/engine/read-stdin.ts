import { readSync } from 'node:fs'
import { stringProperty } from './objects.ts'

const retryMs = 10

type Read = (file: number, bytes: Buffer) => number

/** All of standard input. Node makes a pipe non-blocking, so that a read before the writer has written fails with EAGAIN. */
export function readStdin(read: Read = readSync): string {
  const chunks: Buffer[] = []
  for (let chunk = readChunk(read); chunk.length > 0; chunk = readChunk(read)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** The next bytes; none at the end. */
function readChunk(read: Read): Buffer {
  const bytes = Buffer.alloc(65_536)
  for (;;) {
    try {
      return bytes.subarray(0, read(0, bytes))
    } catch (error) {
      const code = stringProperty(error, 'code')
      // Windows reports the end of a pipe as an error.
      if (code === 'EOF') return bytes.subarray(0, 0)
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
    }
  }
}
