import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sha256 } from './secrets.ts'

/**
 * Bearer tokens: `souk_ak_<id><_><secret><checksum>` for agent keys, with `st` in place of `ak` for sessions, `at` and `rt` for
 * access and refresh tokens of OAuth. The prefix lets secret scanners find leaked tokens, and the checksum detects mistyped
 * ones without a query.
 */
type TokenKind = 'ak' | 'st' | 'at' | 'rt'

export interface ParsedToken {
  kind: TokenKind
  /** Id of the key, session or token without its prefix. */
  suffix: string
  secretHash: Buffer
}

interface NewToken {
  token: string
  secretHash: Buffer
}

const kinds: readonly TokenKind[] = ['ak', 'st', 'at', 'rt']
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pattern = /^souk_(ak|st|at|rt)_([0-9a-z]{26})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export function newToken(kind: TokenKind, id: string): NewToken {
  const secret = Array.from({ length: 43 }, () => digits.charAt(randomInt(62))).join('')
  const body = `souk_${kind}_${id.slice(id.indexOf('_') + 1)}_${secret}`
  return { token: body + checksum(body), secretHash: sha256(secret) }
}

export function parseToken(token: string): ParsedToken | undefined {
  const [, name, suffix, secret, sum] = pattern.exec(token) ?? []
  const kind = kinds.find((each) => each === name)
  if (kind === undefined || suffix === undefined || secret === undefined) return undefined
  if (checksum(token.slice(0, -6)) !== sum) return undefined
  return { kind, suffix, secretHash: sha256(secret) }
}

function checksum(body: string): string {
  let rest = crc32(body)
  let sum = ''
  for (let index = 0; index < 6; index++, rest = Math.floor(rest / 62)) {
    sum = digits.charAt(rest % 62) + sum
  }
  return sum
}
