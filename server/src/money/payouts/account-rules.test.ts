import { describe, expect, it } from 'vitest'
import { after, minute } from '../../lib/clock.ts'
import { chooseAttempt } from './account-rules.ts'

const now = new Date('2026-11-15T12:00:00Z')
const known = { ref: null, country: 'US', attempt: 2, asked_at: null }
const attemptedAgo = (minutes: number) => ({ ...known, asked_at: after(now, -minutes * minute) })

describe('chooseAttempt', () => {
  it.each([
    ['the same country without an attempt', known, 'US', { country: 'US', attempt: 2 }],
    ['the same country without a response', attemptedAgo(1), 'US', { country: 'US', attempt: 2 }],
    ['another country after a refusal', known, 'DE', { country: 'DE', attempt: 2 }],
    ['another country without a response', attemptedAgo(1), 'DE', { refused: 'unanswered' }],
    [
      'another country an hour after an attempt without a response',
      attemptedAgo(61),
      'DE',
      { country: 'DE', attempt: 3 },
    ],
    ['the country of an existing account', { ...known, ref: 'acct_1' }, 'US', { country: 'US', attempt: 2 }],
    [
      'a country other than that of an existing account',
      { ...known, ref: 'acct_1' },
      'DE',
      { refused: 'fixed' },
    ],
  ])('decides on %s', (_case, row, country, decision) => {
    expect(chooseAttempt(row, country, now)).toEqual(decision)
  })
})
