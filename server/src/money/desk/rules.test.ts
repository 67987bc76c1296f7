import { describe, expect, it } from 'vitest'
import { isCorrectable, needsSecondOperator, refundableOf, stateOf } from './rules.ts'

describe('needsSecondOperator', () => {
  it.each([
    [10_000n, 0n, 10_000, false],
    [10_001n, 0n, 10_000, true],
    [4_000n, 6_000n, 10_000, false],
    [4_001n, 6_000n, 10_000, true],
    [1n, 0n, 0, true],
    [1_000_000n, 1n, null, false],
  ])('of %s after %s with the limit %s is %s', (amount, alone, limit, expected) => {
    expect(needsSecondOperator(amount, alone, limit)).toBe(expected)
  })
})

describe('stateOf', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  it.each([
    ['pending', 1, 'pending'],
    ['pending', 0, 'expired'],
    ['executed', 0, 'executed'],
    ['rejected', -1, 'rejected'],
  ] as const)('of a %s action that expires in %s ms is %s', (state, inMs, expected) => {
    expect(stateOf({ state, expires_at: new Date(now.getTime() + inMs) }, now)).toBe(expected)
  })
})

describe('isCorrectable', () => {
  it.each([
    ['write_off', true],
    ['repay', true],
    ['convert', true],
    ['hold', false],
    ['top_up', false],
    ['correct', false],
  ] as const)('of a posting of kind %s is %s', (kind, expected) => {
    expect(isCorrectable(kind)).toBe(expected)
  })
})

describe('refundableOf', () => {
  it.each([
    ['top_up', 'succeeded', 0n, 500n],
    ['charge', 'succeeded', 200n, 300n],
    ['top_up', 'succeeded', 600n, 0n],
    ['top_up', 'processing', 0n, 0n],
    ['conversion', 'succeeded', 0n, 0n],
  ] as const)('of a %s payment that is %s, with %s refunded, is %s', (kind, state, refunded, expected) => {
    expect(refundableOf({ kind, state, refunded, amount: 500n })).toBe(expected)
  })
})
