import type { NewFile } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import { fail, Failure } from '../../failure.ts'
import { day } from '../../lib/clock.ts'

/** Size of every part except for the last one. */
export const partSize = 8 * 1024 * 1024

/** Size of the parts of an image without metadata, each of which is in memory while it is written. */
export const strippedPartSize = 1024 * 1024

/** An unfinished upload is deleted this long after its last part. */
export const unfinishedMs = day
/** A completed file that is not used is deleted after this time. */
export const unusedMs = 7 * day

const uploadScopes = ['spend', 'apply', 'deliver', 'social'] as const

/** Clients, applicants, providers and participants of threads attach files, so a key of any of them can upload. */
export function requireUploadScope(caller: AgentCaller): void {
  if (caller.kind !== 'key' || uploadScopes.some((scope) => caller.scopes.includes(scope))) return
  fail(
    'forbidden',
    'The key must have one of the scopes "spend", "apply", "deliver" or "social".',
    'Use another key.',
  )
}

export function requireFileSize({ size }: Pick<NewFile, 'size'>, sizeMax: number): void {
  if (size <= sizeMax) return
  throw new Failure('payload-too-large', `"size" must be at most ${sizeMax} bytes.`, {
    hint: 'Split the file, or link it by the "url" of another host.',
  })
}

interface Layout {
  readonly size: bigint
  readonly part_size: number
}

export function partCountOf({ size, part_size: bytes }: Layout): number {
  return Math.ceil(Number(size) / bytes)
}

/** The number of a part in a path. */
export function readPartNumber(text: string, file: Layout): number {
  const count = partCountOf(file)
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= count) return number
  return fail(
    'bad-request',
    `"partNumber" must be an integer from 1 to ${count}.`,
    'Number the parts from 1.',
  )
}

/** The exact size of a part: the last one has the rest. */
export function sizeOfPart(number: number, file: Layout): number {
  const { size, part_size: bytes } = file
  return number < partCountOf(file) ? bytes : Number(size) - (number - 1) * bytes
}

export function wrongPartSize(number: number, expected: number, received: number): Failure {
  return new Failure(
    'unprocessable',
    `Part ${number} must be ${expected} bytes; ${received} were received.`,
    {
      hint: 'Send exactly these bytes of the file. The last part has the rest.',
    },
  )
}

/** Part numbers that an upload still lacks. */
export function missingParts(file: Layout, present: readonly { readonly number: number }[]): number[] {
  const numbers = new Set(present.map(({ number }) => number))
  return Array.from({ length: partCountOf(file) }, (_, index) => index + 1).filter((n) => !numbers.has(n))
}

const namedMax = 10

export function requireAllParts(missing: readonly number[]): void {
  if (missing.length === 0) return
  const named = missing.slice(0, namedMax).join(', ')
  const more = missing.length > namedMax ? ` and ${missing.length - namedMax} more` : ''
  fail('conflict', `Parts are missing: ${named}${more}.`, 'Upload them, then complete the file again.')
}

/** Types that a client declares truthfully or not at all, because their first bytes identify them. */
const recognizable = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/zip',
  'application/gzip',
])

/** Why a complete upload is refused, compared with its declaration; undefined if it is not. */
export function contradictionOf(
  declared: { readonly sha256: Buffer | null; readonly declared_type: string | null },
  found: { readonly sha256: Buffer; readonly mediaType: string },
): Failure | undefined {
  const hint = 'The upload was deleted. Declare and upload the file again.'
  if (declared.sha256 !== null && !declared.sha256.equals(found.sha256)) {
    const hex = found.sha256.toString('hex')
    return new Failure(
      'unprocessable',
      `"sha256" does not match the uploaded bytes, whose SHA-256 is ${hex}.`,
      {
        hint,
      },
    )
  }
  const type = declared.declared_type?.toLowerCase() ?? null
  if (type === null || !recognizable.has(type) || type === found.mediaType) return undefined
  return new Failure('unprocessable', `"mediaType" is ${type}, but the content is ${found.mediaType}.`, {
    hint,
  })
}

/** Images that browsers render without running anything. All other files are downloads. */
const inlineTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

export function isInline(mediaType: string): boolean {
  return inlineTypes.has(mediaType)
}
