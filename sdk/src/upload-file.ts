/** Uploads a file in parts, and continues an interrupted upload. */
import type { Contract, File as StoredFile } from 'souk-contract'
import type { ClientOf } from './client-types.ts'
import type { CallOptions } from './send.ts'

/** A local file. Only the requested ranges are read, so that a large file does not need to fit into memory. */
export interface FileSource {
  readonly filename: string
  readonly size: number
  /** Bytes from `start` (inclusive) to `end` (exclusive). */
  read(start: number, end: number): Promise<Blob | Uint8Array<ArrayBuffer>>
  /** SHA-256 of the whole file in hexadecimal, if it can be computed; the server then compares it. */
  sha256?(): Promise<string>
}

export interface UploadProgress {
  readonly fileId: string
  /** Bytes that are stored, including those of an earlier attempt. */
  readonly stored: number
  readonly size: number
}

export interface UploadOptions {
  /** Continues this upload: parts that are stored are compared and not sent again. */
  readonly fileId?: string | undefined
  readonly mediaType?: string | undefined
  /** Called after the declaration and after every part. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Uploads a file of any size. In browsers, `source` is a `File` with a name. */
export type UploadAnyFile = (source: FileSource | File, options?: UploadOptions) => Promise<StoredFile>

type FileCalls = ClientOf<Pick<Contract, 'files'>>['files']

const partTimeoutMs = 120_000
/** The server reads the whole file again. */
const completeTimeoutMs = 900_000

export async function uploadFile(
  files: FileCalls,
  source: FileSource | File,
  { fileId, mediaType, onProgress, signal }: UploadOptions = {},
): Promise<StoredFile> {
  const local = localFile(source)
  const file =
    fileId === undefined
      ? await declareFile(files, local, { mediaType, signal })
      : (await files.getFile({ fileId }, { signal })).file
  // A completed image is stored without its metadata.
  const sent = file.received ?? file
  if (sent.size !== local.size) throw new Error(`File ${file.id} has ${sent.size} bytes, not ${local.size}.`)
  if (file.state !== 'uploading') return file
  let stored = file.parts.reduce((sum, { size }) => sum + size, 0)
  const report = () => onProgress?.({ fileId: file.id, stored, size: file.size })
  report()
  for (let number = 1; number <= file.partCount; number++) {
    const start = (number - 1) * file.partSize
    const bytes = await blobOf(local.read(start, Math.min(start + file.partSize, file.size)))
    const known = file.parts.find((part) => part.number === number)
    const part =
      known ??
      (
        await files.uploadPart(
          { fileId: file.id, partNumber: String(number), file: bytes },
          { signal, timeoutMs: partTimeoutMs },
        )
      ).part
    if (part.sha256 !== (await sha256Of(bytes)))
      throw new Error(`Part ${number} of ${file.id} differs from the local file.`)
    if (known === undefined) stored += part.size
    report()
  }
  return (await files.completeFile({ fileId: file.id }, { signal, timeoutMs: completeTimeoutMs })).file
}

/** Declares a file without sending it. With the same idempotency key, it returns the same file. */
export async function declareFile(
  files: FileCalls,
  source: FileSource | File,
  { mediaType, ...options }: Pick<UploadOptions, 'mediaType'> & CallOptions,
): Promise<StoredFile> {
  const local = localFile(source)
  const sha256 = await local.sha256?.()
  const { filename, size } = local
  const declared = {
    filename,
    size,
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(sha256 === undefined ? {} : { sha256 }),
  }
  return (await files.createFile(declared, options)).file
}

function localFile(source: FileSource | File): FileSource {
  return source instanceof Blob ? browserFile(source) : source
}

function browserFile(file: File): FileSource {
  return { filename: file.name, size: file.size, read: async (start, end) => file.slice(start, end) }
}

async function blobOf(read: Promise<Blob | Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const bytes = await read
  return bytes instanceof Blob ? bytes : new Blob([bytes])
}

async function sha256Of(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
