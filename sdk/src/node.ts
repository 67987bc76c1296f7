/** `souk-sdk/node`: the part of the SDK that needs the file system. The rest also runs in browsers. */
import { readFile, rename, writeFile } from 'node:fs/promises'
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
