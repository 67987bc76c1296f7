import type { PartFlag } from 'souk-contract'
import { fail } from '../failure.ts'

/** Control, bidirectional, zero-width and tag characters: invisible, and good for pretending to be somebody else. */
const deceptive = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u

/** Names are shown beside buttons that move money: what they show must be all there is. */
export function requirePlainText(field: string, value: string): void {
  if (deceptive.test(value)) {
    fail(
      'unprocessable',
      `"${field}" contains invisible or direction-changing characters.`,
      'Write it in plain letters.',
    )
  }
}

/** What a reader should know of a text that anybody may have written; line breaks and tabs are ordinary in it. */
export function flagsOf(text: string): PartFlag[] {
  return deceptive.test(text.replaceAll(/[\n\r\t]/g, '')) ? ['hidden-characters'] : []
}
