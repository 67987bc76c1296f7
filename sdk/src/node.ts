/** `souk-sdk/node`: what needs the files of the machine. Everything else of the SDK also runs in browsers. */
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { PositionStore } from './worker/store.ts'

/** Keeps the position of a worker in a file, so that the next process goes on from there. One file for each worker. */
export function fileStore(path: string): PositionStore {
  return {
    load: async () => {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
        throw error
      })
      return text.trim() || undefined
    },
    // A rename either happens or does not, so whoever is killed here leaves the old position or the new one.
    save: async (position) => {
      await writeFile(`${path}.new`, position, { flush: true })
      await rename(`${path}.new`, path)
    },
  }
}
