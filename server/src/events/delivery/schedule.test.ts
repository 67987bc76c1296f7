import { describe, expect, it } from 'vitest'
import { hour, minute, second } from '../../lib/clock.ts'
import type { EgressResult } from '../../ports/egress/result.ts'
import { delaysMs, errorOf, verdictOf, type AttemptHistory } from './schedule.ts'

const middle = () => 0.5
const response = (status: number, retryAfterMs?: number): EgressResult => ({
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
  it.each([200, 201, 202, 204, 299])('succeeds with %i', (status) => {
    expect(verdictOf(response(status), attempted(7), middle)).toEqual({ status: 'succeeded' })
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
  ])('retries after attempt %i with a delay of %i ms', (tries, delayMs) => {
    expect(verdictOf(response(500), attempted(tries), middle)).toEqual({ status: 'pending', delayMs })
  })

  it('is exhausted after ten attempts and about three days', () => {
    expect(verdictOf(response(500), attempted(10), middle)).toEqual({ status: 'exhausted' })
    expect(delaysMs.reduce((sum, delay) => sum + delay) / hour).toBeCloseTo(75.6, 1)
  })

  it('adds jitter of up to 20 % in both directions', () => {
    const delayAt = (random: number) => verdictOf(response(500), attempted(2), () => random)
    expect(delayAt(0)).toEqual({ status: 'pending', delayMs: 4 * minute })
    expect(delayAt(0.999_999_9)).toMatchObject({ delayMs: 6 * minute })
  })

  it.each([
    [429, 10 * minute, 10 * minute],
    [503, 10 * minute, 10 * minute],
    [503, 24 * hour, hour],
    [429, 1 * second, 5 * second],
    [500, 10 * minute, 5 * second],
  ])('after %i with a Retry-After of %i ms has a delay of %i ms', (status, retryAfterMs, delayMs) => {
    expect(verdictOf(response(status, retryAfterMs), attempted(1), middle)).toEqual({
      status: 'pending',
      delayMs,
    })
  })

  it('is canceled after 410', () => {
    expect(verdictOf(response(410), attempted(1), middle)).toEqual({ status: 'canceled' })
  })

  it.each(['blocked_url', 'blocked_address', 'blocked_header'] as const)('retries %s once', (code) => {
    expect(verdictOf(failed(code), attempted(1), middle)).toMatchObject({ status: 'pending' })
    expect(verdictOf(failed(code), attempted(2, { lastError: 'blocked_address' }), middle)).toEqual({
      status: 'blocked',
    })
    expect(verdictOf(failed(code), attempted(2, { lastError: 'dns_failed' }), middle)).toMatchObject({
      status: 'pending',
    })
  })

  it('does not retry a test', () => {
    expect(verdictOf(response(500), attempted(1, { trigger: 'test' }), middle)).toEqual({
      status: 'exhausted',
    })
  })
})

describe('errorOf', () => {
  it.each([
    [response(204), null],
    [response(302), 'redirect_not_followed'],
    [response(404), 'http_4xx'],
    [response(503), 'http_5xx'],
    [response(999), 'http_invalid'],
    [failed('connect_timeout'), 'connect_timeout'],
  ])('of %o is %s', (outcome, error) => expect(errorOf(outcome)).toBe(error))
})
