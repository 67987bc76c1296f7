import { fail } from '../failure.ts'

/** Other schemes, such as `javascript:` and `data:`, would let the sender run or inject content. */
const schemes = new Set(['http:', 'https:'])

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && schemes.has(new URL(text).protocol)
}

export function requireHttpUrl(field: string, text: string): void {
  if (isHttpUrl(text)) return
  fail(
    'bad-request',
    `${field} must be an absolute http or https URL.`,
    'Send bytes inline as "raw", or link a file by its https URL.',
  )
}
