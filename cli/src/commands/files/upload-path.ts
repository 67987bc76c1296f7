import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { File } from 'souk-contract'
import { fileSource } from 'souk-sdk/node'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { formatBytes } from '../../terminal/format-bytes.ts'

interface UploadPathOptions {
  readonly as?: string | undefined
  readonly type?: string | undefined
  /** Id of an interrupted upload. */
  readonly resume?: string | undefined
}

/** Format of file IDs. A path of this format needs a folder, such as `./`. */
const fileId = /^file_[0-9a-z]{26}$/

/** Larger files are uploaded in parts, which can be resumed. */
const oneRequestBytesMax = 500_000

/** Whether the file is small enough to be sent within one request. */
export function fitsOneRequest(path: string): boolean {
  return !fileId.test(path) && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= oneRequestBytesMax
}

/** The file with this ID, or a new one from this path. */
export async function fileAt(context: CommandContext, pathOrId: string): Promise<File> {
  if (!fileId.test(pathOrId)) return uploadPath(context, pathOrId)
  return (await context.client.files.getFile({ fileId: pathOrId })).file
}

/** Operations of an upload. */
export const uploadOperations = ['createFile', 'uploadPart', 'completeFile', 'getFile'] as const

/** Uploads a file from disk, with progress on a terminal. */
export async function uploadPath(
  { client, progress, note, signal }: CommandContext,
  path: string,
  { as, type, resume }: UploadPathOptions = {},
): Promise<File> {
  const source = await fileSource(path, as ?? basename(path)).catch(() => {
    throw new CliError('usage', `File ${path} cannot be read.`, 'Check the path and its permissions.')
  })
  let noted = resume
  return client.files.upload(source, {
    fileId: resume,
    mediaType: type,
    signal,
    onProgress: ({ fileId: uploading, stored, size }) => {
      if (noted === undefined && size > oneRequestBytesMax) {
        note(`If the upload is interrupted: souk files upload ${path} --resume ${uploading}`)
      }
      noted = uploading
      progress(`${source.filename} (${formatBytes(size)})`, stored, size)
    },
  })
}
