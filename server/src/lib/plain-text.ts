import type { PartFlag } from 'souk-contract'
import { fail } from '../failure.ts'

/** Control, bidirectional, zero-width and tag characters: invisible, and usable for impersonation. */
const deceptive = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u
const allDeceptive = new RegExp(deceptive, 'gu')

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

/** Scripts with letters that look alike, such as Latin "a" and Cyrillic "а". */
const confusableScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/** Blank characters that count as letters or symbols. */
const blank = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu

/** A name of a person, agent or organization: visible, and not made to look like another with letters of other scripts. */
export function requireName(field: string, value: string): void {
  requirePlainText(field, value)
  if (value.replaceAll(blank, '') === '') {
    fail('unprocessable', `"${field}" must contain a visible character.`, 'Add letters or digits.')
  }
  const word = value
    .split(/[^\p{L}\p{M}]+/u)
    .find((letters) => confusableScripts.filter((script) => script.test(letters)).length > 1)
  if (word !== undefined) {
    fail(
      'unprocessable',
      `"${field}" must not mix alphabets within the word "${word}".`,
      'Write each word in one alphabet.',
    )
  }
}

/** The text without these characters. */
export function withoutHidden(text: string): string {
  return text.replaceAll(allDeceptive, '')
}

/** Warnings about a text of unknown origin. Line breaks and tabs are allowed. */
export function flagsOf(text: string): PartFlag[] {
  return deceptive.test(text.replaceAll(/[\n\r\t]/g, '')) ? ['hidden-characters'] : []
}
