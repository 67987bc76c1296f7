import { writeFileSync } from 'node:fs'
import type { Output } from '../terminal/output.ts'
import { CliError } from './errors.ts'
import { propertiesOf } from './objects.ts'

export interface SavedFile {
  readonly path: string
  readonly bytes: number
}

/**
 * Writes downloaded content to a new file, or to standard output if the path is `-`. It never overwrites a file:
 * the default name comes from another user.
 */
export async function saveFile(
  { raw }: Pick<Output, 'raw'>,
  content: Uint8Array,
  path: string,
): Promise<SavedFile | undefined> {
  if (path === '-') {
    await raw(content)
    return undefined
  }
  try {
    writeFileSync(path, content, { flag: 'wx' })
  } catch (error) {
    const exists = propertiesOf(error)['code'] === 'EEXIST'
    throw new CliError(
      'usage',
      exists ? `File ${path} already exists.` : `File ${path} cannot be written.`,
      'Enter another path with --output.',
    )
  }
  return { path, bytes: content.length }
}
