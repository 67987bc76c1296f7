import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { link, open, rename } from 'node:fs/promises'
import type { Download } from 'souk-sdk'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { propertiesOf } from '../../engine/objects.ts'
import type { SavedFile } from '../../engine/save-file.ts'
import { formatBytes } from '../../terminal/format-bytes.ts'

type Context = Pick<CommandContext, 'raw' | 'progress' | 'signal'>

interface Expected {
  readonly sha256: string | null
  readonly size: number
}

/**
 * Streams a download to a new file and compares its SHA-256; `-` is standard output. The file gets its name when it is complete; an incomplete
 * or damaged one is removed.
 */
export async function saveDownload(
  context: Context,
  download: Download,
  path: string,
  expected: Expected,
): Promise<SavedFile | undefined> {
  if (path === '-') {
    await receive(context, download, expected, context.raw)
    return undefined
  }
  if (existsSync(path)) throw exists(path)
  const part = `${path}.part`
  const remove = () => rmSync(part, { force: true })
  // Creation and removal are synchronous, because the process exits right after an abort.
  createNew(part)
  context.signal.addEventListener('abort', remove, { once: true })
  const file = await open(part, 'r+')
  try {
    const bytes = await receive(context, download, expected, (chunk) => file.write(chunk))
    await file.close()
    context.signal.throwIfAborted()
    await publish(part, path)
    return { path, bytes }
  } finally {
    await file.close().catch(() => undefined)
    remove()
    context.signal.removeEventListener('abort', remove)
  }
}

/** Passes each chunk to `write`. Returns the number of bytes. */
async function receive(
  { progress }: Context,
  { body, filename }: Download,
  { sha256, size }: Expected,
  write: (chunk: Uint8Array) => Promise<unknown>,
): Promise<number> {
  const hash = createHash('sha256')
  let bytes = 0
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) break
    hash.update(value)
    bytes += value.length
    await write(value)
    progress(`${filename} (${formatBytes(size)})`, bytes, size)
  }
  if (sha256 !== null && hash.digest('hex') !== sha256)
    throw new CliError('failed', `File ${filename} arrived damaged.`, 'Download it again.')
  return bytes
}

/** A link never replaces a file, unlike a rename, which is for file systems without links. */
async function publish(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
  } catch (error) {
    if (propertiesOf(error)['code'] === 'EEXIST' || existsSync(path)) throw exists(path)
    await rename(part, path)
  }
}

function createNew(path: string): void {
  try {
    closeSync(openSync(path, 'wx'))
  } catch (error) {
    if (propertiesOf(error)['code'] === 'EEXIST') throw exists(path)
    throw new CliError('usage', `File ${path} cannot be written.`, 'Enter another path with --output.')
  }
}

function exists(path: string): CliError {
  return new CliError('usage', `File ${path} already exists.`, 'Enter another path with --output.')
}
