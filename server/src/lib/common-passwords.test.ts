import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

describe('isCommonPassword', () => {
  it.each([
    'password',
    'p@ssw0rd',
    'password123',
    'summer2026!',
    'qwertyuiop',
    '12345678',
    '87654321',
    'aaaaaaaa',
    'abcabcabc',
    'iloveyou1',
    'monkeymonkey',
    '19870412',
    'trustno1',
  ])('is true for %s', (password) => expect(isCommonPassword(password)).toBe(true))

  it.each(['correct horse battery', 'violet-tram-91', 'n7#kWq2p', 'passionfruit jam'])(
    'is false for %s',
    (password) => expect(isCommonPassword(password)).toBe(false),
  )
})
