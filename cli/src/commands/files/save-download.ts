import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Download } from 'souk-sdk'
import { CliError } from '../../engine/errors.ts'
import { propertiesOf } from '../../engine/objects.ts'
import type { SavedFile } from '../../engine/save-file.ts'
import { formatBytes } from '../../terminal/format-bytes.ts'
import type { Output } from '../../terminal/output.ts'

interface Expected {
  readonly sha256: string | null
  readonly size: number
}

/** Streams a download to a new file and compares its SHA-256; `-` is standard output. A damaged file is removed. */
export async function saveDownload(
  { raw, progress }: Pick<Output, 'raw' | 'progress'>,
  { body, filename }: Download,
  path: string,
  { sha256, size }: Expected,
): Promise<SavedFile | undefined> {
  const file = path === '-' ? undefined : await createNew(path)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for (const reader = body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) break
      hash.update(value)
      bytes += value.length
      if (file === undefined) raw(value)
      else await file.write(value)
      progress(`${filename} (${formatBytes(size)})`, bytes, size)
    }
    if (sha256 !== null && hash.digest('hex') !== sha256)
      throw new CliError('failed', `File ${filename} arrived damaged.`, 'Download it again.')
  } catch (error) {
    await file?.close()
    if (file !== undefined) await rm(path, { force: true })
    throw error
  }
  await file?.close()
  return file === undefined ? undefined : { path, bytes }
}

async function createNew(path: string) {
  return open(path, 'wx').catch((error: unknown) => {
    const exists = propertiesOf(error)['code'] === 'EEXIST'
    throw new CliError(
      'usage',
      exists ? `File ${path} already exists.` : `File ${path} cannot be written.`,
      'Enter another path with --output.',
    )
  })
}
