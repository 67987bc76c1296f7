import { describe, expect, it } from 'vitest'
import { isId, newId } from './ids.ts'

describe('newId', () => {
  it('creates monotonic ids, even within one millisecond and when the clock goes back', () => {
    const now = new Date('2026-11-15T12:00:00Z')
    const ids = Array.from({ length: 10_000 }, () => newId('usr', now))
    ids.push(newId('usr', new Date(now.getTime() - 60_000)))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('creates UUIDv7 ids in base32', () => {
    const id = newId('agt', new Date('2126-01-01T00:00:00Z'))
    expect(isId('agt', id)).toBe(true)
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
    const value = Array.from(id.slice(4)).reduce(
      (sum, digit) => sum * 32n + BigInt(alphabet.indexOf(digit)),
      0n,
    )
    const uuid = value.toString(16).padStart(32, '0')
    expect([uuid[12], Number.parseInt(uuid[16] ?? '', 16) >> 2]).toEqual(['7', 2])
    expect(Number.parseInt(uuid.slice(0, 12), 16)).toBe(Date.parse('2126-01-01T00:00:00Z'))
  })
})

describe('isId', () => {
  it.each([
    '',
    'usr',
    'usr_',
    'agt_01kd3v9m2hf3v8q6w1x5r7t0yz',
    'usr_81kd3v9m2hf3v8q6w1x5r7t0yz',
    'usr_01KD3V9M2HF3V8Q6W1X5R7T0YZ',
    'usr_01kd3v9m2hf3v8q6w1x5r7t0yz\n',
  ])('is false for the user ID %j', (text) => expect(isId('usr', text)).toBe(false))
})
