/** Files that a command leaves behind. */
import { writeFileSync, writeSync } from 'node:fs'
import { fieldsOf } from './fields.ts'
import { Refused } from './refused.ts'

export interface Kept {
  readonly path: string
  readonly bytes: number
}

/** Never in place of another file, whatever a stranger called it; `-` is standard output, and then nothing else is said. */
export function keepFile(content: Uint8Array, path: string): Kept | undefined {
  if (path === '-') {
    for (let done = 0; done < content.length;) done += writeSync(1, content, done)
    return undefined
  }
  try {
    writeFileSync(path, content, { flag: 'wx' })
  } catch (error) {
    const exists = fieldsOf(error)['code'] === 'EEXIST'
    throw new Refused(
      'usage',
      exists ? `There is a file ${path} already.` : `The file ${path} cannot be written.`,
      'Say another place with --output.',
    )
  }
  return { path, bytes: content.length }
}
