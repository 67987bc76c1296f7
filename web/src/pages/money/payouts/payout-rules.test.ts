import { describe, expect, it } from 'vitest'
import { payoutProblem } from './payout-rules.ts'

describe('payoutProblem', () => {
  it.each([
    ['50.00', 0, 0, 'No earnings to pay out.'],
    ['50.00', 5000, 0, 'Your earnings have not cleared yet.'],
    ['', 5000, 5000, 'Enter an amount.'],
    ['50.01', 8000, 5000, 'At most $50.00 has cleared and can be paid out now.'],
    ['50.00', 8000, 5000, undefined],
    ['12.00', 8000, 5000, undefined],
  ])('of %s with earnings of %i, of which %i cleared, is %s', (text, earnings, cleared, problem) => {
    expect(payoutProblem(text, { earnings, cleared, currency: 'USD' })).toBe(problem)
  })
})
