import { fail } from '../failure.ts'
import { encodesTag, type Vault } from './secrets.ts'

/** Start of a page: the sort values of the last item before it. */
export type Position = readonly (string | number)[]

/**
 * Page tokens are opaque and signed, so that they cannot be forged or used for another list, filter or caller. `list`
 * identifies all of these.
 */
export function encodePageToken(vault: Vault, list: string, position: Position): string {
  const text = JSON.stringify(position)
  const tag = truncateTag(vault.sign(purpose, signedText(list, text)))
  return `${Buffer.from(text).toString('base64url')}.${tag.toString('base64url')}`
}

/** `field` is the name of the token in the request. */
export function decodePageToken(vault: Vault, list: string, token: string, field = 'pageToken'): Position {
  const [body = '', tag = ''] = token.split('.')
  const text = Buffer.from(body, 'base64url').toString('utf8')
  const validTags = vault.tags(purpose, signedText(list, text))
  if (!validTags.some((validTag) => encodesTag(tag, truncateTag(validTag)))) return refusePageToken(field)
  const position: unknown = JSON.parse(text)
  return isPosition(position) ? position : refusePageToken(field)
}

const purpose = 'page-token'

function signedText(list: string, text: string): string {
  return `${list}\n${text}`
}

function truncateTag(tag: Buffer): Buffer {
  return tag.subarray(0, 16)
}

function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number')
}

export function refusePageToken(field = 'pageToken'): never {
  return fail(
    'bad-request',
    `"${field}" does not belong to this list.`,
    `Start from the first page, without "${field}".`,
  )
}
