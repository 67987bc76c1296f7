/** Makes user-chosen names safe for mails: no links, no phone numbers, nothing invisible, short. */
import type { Locale } from 'souk-contract'

const nameLengthMax = 40

const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu
/** Would close the quotation marks, or be formatted by some mail clients. */
const markup = /["“”„‟«»‹›〝〞＂<>[\]{}|`*_~#\\^=]/gu
/** Digits next to a letter belong to a word, as in `agent-c33009848c`. */
const phoneNumber = /(?<![\p{L}\d])\+?\(?\d[\d\s().-]{6,}\d(?![\p{L}\d])/gu
/** Mail clients turn these into links, even with lookalikes of the dot. */
const linkLike = [
  /:\/\//,
  /@/,
  /^www\b/iu,
  /^[a-z][a-z0-9+.-]*:\S/i,
  /[.․‧。・][\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-]+/u,
  /\d+(\.\d+){3}/,
]

const quotationMarks: Readonly<Record<Locale, readonly [opening: string, closing: string]>> = {
  en: ['“', '”'],
  de: ['„', '“'],
}
const notShown: Readonly<Record<Locale, string>> = { en: '(name not shown)', de: '(Name nicht angezeigt)' }

/** The quoted name, or a note if nothing of it is safe. */
export function quotedName(name: string, locale: Locale, lengthMax = nameLengthMax): string {
  const words = name
    .normalize('NFKC')
    .replaceAll(/[\s\u2800]+/gu, ' ')
    .replaceAll(invisible, '')
    .split(' ')
    .filter((word) => !linkLike.some((pattern) => pattern.test(word)))
  const plain = words
    .join(' ')
    .replaceAll(phoneNumber, '')
    .replaceAll(markup, '')
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  if (plain === '') return notShown[locale]
  const [opening, closing] = quotationMarks[locale]
  return `${opening}${shortened(plain, lengthMax)}${closing}`
}

function shortened(text: string, lengthMax: number): string {
  const characters = [...text]
  if (characters.length <= lengthMax) return text
  return `${characters
    .slice(0, lengthMax - 1)
    .join('')
    .trimEnd()}…`
}
