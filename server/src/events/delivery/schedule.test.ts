import { describe, expect, it } from 'vitest'
import { hour, minute, second } from '../../lib/clock.ts'
import type { EgressResult } from '../../ports/egress/result.ts'
import { delaysMs, errorOf, verdictOf, type AttemptHistory } from './schedule.ts'

const middle = () => 0.5
const answered = (status: number, retryAfterMs?: number): EgressResult => ({
  kind: 'response',
  status,
  excerpt: '',
  durationMs: 1,
  remoteAddress: '192.0.2.1',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})
const failed = (code: Extract<EgressResult, { kind: 'failed' }>['code']): EgressResult => ({
  kind: 'failed',
  code,
  durationMs: 1,
})
const attempted = (tries: number, more: Partial<AttemptHistory> = {}): AttemptHistory => ({
  tries,
  trigger: 'auto',
  lastError: null,
  ...more,
})

describe('verdictOf', () => {
  it.each([200, 201, 202, 204, 299])('is content with %i', (status) => {
    expect(verdictOf(answered(status), attempted(7), middle)).toEqual({ status: 'succeeded' })
  })

  it.each([
    [1, 5 * second],
    [2, 5 * minute],
    [3, 30 * minute],
    [4, 2 * hour],
    [5, 5 * hour],
    [6, 10 * hour],
    [7, 14 * hour],
    [8, 20 * hour],
    [9, 24 * hour],
  ])('waits after attempt %i for %i ms', (tries, delayMs) => {
    expect(verdictOf(answered(500), attempted(tries), middle)).toEqual({ status: 'pending', delayMs })
  })

  it('gives up after ten attempts and about three days', () => {
    expect(verdictOf(answered(500), attempted(10), middle)).toEqual({ status: 'exhausted' })
    expect(delaysMs.reduce((sum, delay) => sum + delay) / hour).toBeCloseTo(75.6, 1)
  })

  it('spreads what would come at the same moment by a fifth to both sides', () => {
    const delayAt = (random: number) => verdictOf(answered(500), attempted(2), () => random)
    expect(delayAt(0)).toEqual({ status: 'pending', delayMs: 4 * minute })
    expect(delayAt(0.999_999_9)).toMatchObject({ delayMs: 6 * minute })
  })

  it.each([
    [429, 10 * minute, 10 * minute],
    [503, 10 * minute, 10 * minute],
    [503, 24 * hour, hour],
    [429, 1 * second, 5 * second],
    [500, 10 * minute, 5 * second],
  ])('after %i with Retry-After of %i ms waits for %i ms', (status, retryAfterMs, delayMs) => {
    expect(verdictOf(answered(status, retryAfterMs), attempted(1), middle)).toEqual({
      status: 'pending',
      delayMs,
    })
  })

  it('ends with 410', () => {
    expect(verdictOf(answered(410), attempted(1), middle)).toEqual({ status: 'canceled' })
  })

  it.each(['blocked_url', 'blocked_address', 'blocked_header'] as const)('tries %s once more', (code) => {
    expect(verdictOf(failed(code), attempted(1), middle)).toMatchObject({ status: 'pending' })
    expect(verdictOf(failed(code), attempted(2, { lastError: 'blocked_address' }), middle)).toEqual({
      status: 'blocked',
    })
    expect(verdictOf(failed(code), attempted(2, { lastError: 'dns_failed' }), middle)).toMatchObject({
      status: 'pending',
    })
  })

  it('does not repeat a test', () => {
    expect(verdictOf(answered(500), attempted(1, { trigger: 'test' }), middle)).toEqual({
      status: 'exhausted',
    })
  })
})

describe('errorOf', () => {
  it.each([
    [answered(204), null],
    [answered(302), 'redirect_not_followed'],
    [answered(404), 'http_4xx'],
    [answered(503), 'http_5xx'],
    [answered(999), 'http_invalid'],
    [failed('connect_timeout'), 'connect_timeout'],
  ])('of %o is %s', (outcome, error) => expect(errorOf(outcome)).toBe(error))
})
