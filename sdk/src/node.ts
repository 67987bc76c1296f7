/** `souk-sdk/node`: the part of the SDK that needs the file system. The rest also runs in browsers. */
import { createHash } from 'node:crypto'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FileSource } from './upload-file.ts'
import type { PositionStore } from './worker/store.ts'

/** Stores the stream position of a worker in a file, so that the next process resumes there. Use one file per worker. */
export function fileStore(path: string): PositionStore {
  return {
    load: async () => {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
        throw error
      })
      return text.trim() || undefined
    },
    // The rename is atomic: a crash leaves either the old or the new position.
    save: async (position) => {
      await writeFile(`${path}.new`, position, { flush: true })
      await rename(`${path}.new`, path)
    },
  }
}

/** A file on disk for `client.files.upload`. Reads one part at a time. */
export async function fileSource(path: string, filename = basename(path)): Promise<FileSource> {
  const { size } = await stat(path)
  return {
    filename,
    size,
    read: async (start, end) => {
      const file = await open(path)
      try {
        const bytes = new Uint8Array(end - start)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
        return bytes.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    sha256: async () => {
      const hash = createHash('sha256')
      const file = await open(path)
      for await (const chunk of file.createReadStream()) hash.update(chunk)
      return hash.digest('hex')
    },
  }
}
