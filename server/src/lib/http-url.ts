import { fail } from '../failure.ts'

/** Only these schemes are links; `javascript:`, `data:` and the like would run or show content of the sender. */
const schemes = new Set(['http:', 'https:'])

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && schemes.has(new URL(text).protocol)
}

export function requireHttpUrl(field: string, text: string): void {
  if (isHttpUrl(text)) return
  fail(
    'bad-request',
    `${field} must be an absolute http or https URL.`,
    'Send inline bytes as "raw", and files of other stores by an https URL.',
  )
}
