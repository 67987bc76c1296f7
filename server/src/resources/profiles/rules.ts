import { fail } from '../../failure.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import { requirePublicLink } from '../../lib/public-link.ts'

/** Types that every browser shows and that cannot contain scripts or animations without end. */
const imageTypes: readonly (string | null)[] = ['image/png', 'image/jpeg', 'image/webp']
const imageBytesMax = 5 * 1024 * 1024
export const imagePixelsMax = 16_000_000

/** Portfolio files are public, so their size limit is lower than that of task files. */
const portfolioBytesMax = 20 * 1024 * 1024

interface CheckedFile {
  readonly media_type: string | null
  readonly size: bigint
}

export function requireProfileImage({ media_type: mediaType, size }: CheckedFile): void {
  if (!imageTypes.includes(mediaType)) {
    fail(
      'unprocessable',
      '"fileId" must be a PNG, JPEG or WebP image.',
      'Save the image in one of these formats.',
    )
  }
  if (size > imageBytesMax) tooLarge(imageBytesMax)
}

export function requirePortfolioSize({ size }: CheckedFile): void {
  if (size > portfolioBytesMax) tooLarge(portfolioBytesMax)
}

function tooLarge(bytes: number): never {
  return fail(
    'unprocessable',
    `"fileId" must have at most ${bytes / 1024 / 1024} MiB.`,
    'Upload a smaller file.',
  )
}

interface ItemFields {
  readonly title?: string
  readonly description?: string
  readonly url?: string
  readonly fileId?: string
}

/** Rules on an item that its schema cannot express. */
export function requireValidItem({ title, description, url, fileId }: ItemFields): void {
  if (title !== undefined) requirePlainText('title', title)
  if (description !== undefined) requirePlainText('description', description.replaceAll(/[\n\r\t]/g, ' '))
  if (url !== undefined) requirePublicLink('url', url)
  if (url !== undefined && fileId !== undefined) {
    fail('unprocessable', 'Only one of "url" and "fileId" is allowed.', 'Send a link or a file.')
  }
}

export function requireWork({ url, fileId }: ItemFields): void {
  if (url !== undefined || fileId !== undefined) return
  fail('unprocessable', '"url" or "fileId" is required.', 'Send a link or a file.')
}
