/** Files that a command leaves behind. */
import { writeFileSync } from 'node:fs'
import { fieldsOf } from './fields.ts'
import type { Outlet } from './outlet.ts'
import { Refused } from './refused.ts'

export interface Kept {
  readonly path: string
  readonly bytes: number
}

/** Never in place of another file, whatever a stranger called it; `-` is standard output, and then nothing else is said. */
export function keepFile({ raw }: Pick<Outlet, 'raw'>, content: Uint8Array, path: string): Kept | undefined {
  if (path === '-') {
    raw(content)
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
