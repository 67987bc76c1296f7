import { describe, expect, it } from 'vitest'
import { decodePageToken, encodePageToken } from './page-tokens.ts'
import { createVault } from './secrets.ts'

const [before, now] = ['the previous secret key, long enough', 'the current secret key, also long enough']
const old = createVault(before)
const both = createVault(now, before)
const alone = createVault(now)

describe('createVault', () => {
  it('decrypts only data that was encrypted with its key', () => {
    const sealed = alone.seal('a word')
    expect(alone.open(sealed)).toBe('a word')
    expect(() => old.open(sealed)).toThrow()
    const tampered = Buffer.concat([sealed.subarray(0, -1), Buffer.of((sealed.at(-1) ?? 0) ^ 1)])
    expect(() => alone.open(tampered)).toThrow()
  })

  it('encrypts with the current key and decrypts with either', () => {
    const [fresh, stale] = [both.seal('a word'), old.seal('a word')]
    expect([both.open(fresh), both.open(stale), alone.open(fresh)]).toEqual(['a word', 'a word', 'a word'])
    expect([both.isStale(fresh), both.isStale(stale), alone.isStale(stale)]).toEqual([false, true, false])
    expect(() => alone.open(stale)).toThrow()
  })

  it('signs with the current key and returns the HMACs of both', () => {
    const [current, previous] = both.tags('a purpose', 'a text')
    expect(current).toEqual(alone.sign('a purpose', 'a text'))
    expect(previous).toEqual(old.sign('a purpose', 'a text'))
    expect(alone.tags('a purpose', 'a text')).toEqual([current])
  })

  it('accepts page tokens from before a key rotation', () => {
    const token = encodePageToken(old, 'tasks', ['2026-11-15', 7])
    expect(decodePageToken(both, 'tasks', token)).toEqual(['2026-11-15', 7])
    expect(() => decodePageToken(alone, 'tasks', token)).toThrow('does not belong to this list')
    expect(() => decodePageToken(both, 'agents', token)).toThrow('does not belong to this list')
  })
})
