import type { PartFlag } from 'souk-contract'
import { fail } from '../failure.ts'

/** Control, bidirectional, zero-width and tag characters: invisible, and usable for impersonation. */
const deceptive = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u

/** Names are shown beside buttons that move money, so they must not contain hidden characters. */
export function requirePlainText(field: string, value: string): void {
  if (deceptive.test(value)) {
    fail(
      'unprocessable',
      `"${field}" must not contain invisible or direction-changing characters.`,
      'Remove these characters.',
    )
  }
}

/** The text without these characters. */
export function withoutHidden(text: string): string {
  return text.replaceAll(new RegExp(deceptive, 'gu'), '')
}

/** Warnings about a text of unknown origin. Line breaks and tabs are allowed. */
export function flagsOf(text: string): PartFlag[] {
  return deceptive.test(text.replaceAll(/[\n\r\t]/g, '')) ? ['hidden-characters'] : []
}
