/** The only place that knows the form of user codes (RFC 8628, section 6.1). Pure, except for chance. */
import { randomInt } from 'node:crypto'
import { sha256 } from '../../../lib/secrets.ts'

/** Consonants: no code is a word, and none has letters that look like digits. Eight of them have 34 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8

export function newUserCode(): string {
  const code = Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Hash of a typed code: case, spaces and hyphens do not matter. */
export function hashUserCode(typed: string): Buffer {
  return sha256(typed.toUpperCase().replaceAll(/[^A-Z]/g, ''))
}
