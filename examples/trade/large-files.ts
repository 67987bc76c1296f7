/** Large files on disk: writes, uploads and compares them without holding one in memory. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client, File } from 'souk-sdk'
import { fileSource } from 'souk-sdk/node'

const blockBytes = 1_000_000

/** Writes a file of random bytes. */
export async function writeRandomFile(path: string, megabytes: number): Promise<void> {
  await pipeline(Readable.from(randomBlocks(megabytes)), createWriteStream(path))
}

function* randomBlocks(count: number): Generator<Buffer> {
  for (let block = 0; block < count; block++) yield randomBytes(blockBytes)
}

/** Uploads a file in parts, and reports each stored part. */
export async function uploadFile(
  { files }: Pick<Client, 'files'>,
  path: string,
  say: (text: string) => void,
): Promise<File> {
  const file = await files.upload(await fileSource(path), {
    onProgress: ({ stored, size }) => say(`${basename(path)}: ${stored} of ${size} bytes`),
  })
  return file
}

/** Downloads a file and compares the SHA-256 of the bytes with the announced one. Returns the number of bytes. */
export async function verifyDownload({ files }: Pick<Client, 'files'>, fileId: string): Promise<number> {
  const { file } = await files.getFile({ fileId })
  const { body } = await files.getFileContent({ fileId })
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of body) {
    hash.update(chunk)
    bytes += chunk.length
  }
  if (hash.digest('hex') !== file.sha256) throw new Error(`${file.filename} differs from what was uploaded.`)
  return bytes
}
