import { describe, expect, it } from 'vitest'
import { hashUserCode, newUserCode } from './user-code.ts'

describe('user codes', () => {
  it('consist of eight consonants in two groups, and differ', () => {
    const codes = Array.from({ length: 200 }, newUserCode)
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(new Set(codes).size).toBe(200)
  })

  it('are recognized however they are typed', () => {
    for (const typed of ['bcdfghjk', 'BCDF GHJK', ' bcdf–ghjk ', 'BCDF-GHJK']) {
      expect(hashUserCode(typed)).toEqual(hashUserCode('BCDF-GHJK'))
    }
    expect(hashUserCode('BCDF-GHJL')).not.toEqual(hashUserCode('BCDF-GHJK'))
  })
})
