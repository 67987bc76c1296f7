import { describe, expect, it } from 'vitest'
import { decodePageToken, encodePageToken } from './page-tokens.ts'
import { createVault } from './secrets.ts'

const [before, now] = [
  'the secret key of yesterday, long enough',
  'the secret key of today, also long enough',
]
const old = createVault(before)
const both = createVault(now, before)
const alone = createVault(now)

describe('a vault', () => {
  it('opens only what was sealed with its key', () => {
    const sealed = alone.seal('a word')
    expect(alone.open(sealed)).toBe('a word')
    expect(() => old.open(sealed)).toThrow()
    const bent = Buffer.concat([sealed.subarray(0, -1), Buffer.of((sealed.at(-1) ?? 0) ^ 1)])
    expect(() => alone.open(bent)).toThrow()
  })

  it('seals with its own key, and opens what either has sealed', () => {
    const [fresh, stale] = [both.seal('a word'), old.seal('a word')]
    expect([both.open(fresh), both.open(stale), alone.open(fresh)]).toEqual(['a word', 'a word', 'a word'])
    expect([both.isStale(fresh), both.isStale(stale), alone.isStale(stale)]).toEqual([false, true, false])
    expect(() => alone.open(stale)).toThrow()
  })

  it('signs with its own key, and knows the tags of both', () => {
    const [mine, other] = both.tags('a purpose', 'a text')
    expect(mine).toEqual(alone.sign('a purpose', 'a text'))
    expect(other).toEqual(old.sign('a purpose', 'a text'))
    expect(alone.tags('a purpose', 'a text')).toEqual([mine])
  })

  it('lets lists go on that began before the key was changed', () => {
    const token = encodePageToken(old, 'tasks', ['2026-11-15', 7])
    expect(decodePageToken(both, 'tasks', token)).toEqual(['2026-11-15', 7])
    expect(() => decodePageToken(alone, 'tasks', token)).toThrow('does not belong to this list')
    expect(() => decodePageToken(both, 'agents', token)).toThrow('does not belong to this list')
  })
})
