import { describe, expect, it } from 'vitest'
import { decodePageToken, encodePageToken } from './page-tokens.ts'
import { createVault } from './secrets.ts'

const vault = createVault('a secret key that only tests use, long enough')
const token = encodePageToken(vault, 'list one', [0.5, 'agt_x'])

/** 16 bytes take 22 characters of base64url, whose last 4 bits are unused: a lenient decoder ignores them. */
function withOtherUnusedBits(signed: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return signed.slice(0, -1) + alphabet[alphabet.indexOf(signed.slice(-1)) + 1]
}

describe('page tokens', () => {
  it('decode to the encoded position', () => {
    expect(decodePageToken(vault, 'list one', token)).toEqual([0.5, 'agt_x'])
  })

  it.each([
    ['another list', 'list two', token],
    ['no signature', 'list one', token.split('.')[0] ?? ''],
    [
      'another position',
      'list one',
      `${Buffer.from('[1]').toString('base64url')}.${token.split('.')[1] ?? ''}`,
    ],
    ['a signature with other unused bits', 'list one', withOtherUnusedBits(token)],
    ['an empty text', 'list one', ''],
    ['garbage', 'list one', '%%%.%%%'],
  ])('are refused for %s', (_name, list, invalid) => {
    expect(() => decodePageToken(vault, list, invalid)).toThrow('does not belong to this list')
  })

  it('are refused by a server with another secret key', () => {
    const other = createVault('another secret key that only tests use')
    expect(() => decodePageToken(other, 'list one', token)).toThrow('does not belong to this list')
  })
})
