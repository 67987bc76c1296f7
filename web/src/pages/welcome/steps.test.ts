import { describe, expect, it } from 'vitest'
import { intents, stepsOf, type Progress } from './steps.ts'

const nothing: Progress = {
  emailVerified: false,
  profileDescribed: false,
  hasFunds: false,
  hasHired: false,
  hasApplied: false,
  canBePaid: false,
  hasKey: false,
  keyUsed: false,
  hasRules: false,
  hasTraded: false,
}

describe('stepsOf', () => {
  it.each(intents)('begins %s with the email address and ends with the first trade', (intent) => {
    const states = (progress: Progress) => stepsOf(intent, progress).map(({ done }) => done)
    expect(states(nothing).every((done) => !done)).toBe(true)
    expect(states({ ...nothing, emailVerified: true })[0]).toBe(true)
    expect(states({ ...nothing, hasTraded: true }).at(-1)).toBe(true)
  })

  it('has one page for each step', () => {
    expect(stepsOf('hire', nothing).map(({ to }) => to)).toEqual([
      '/settings',
      '/money',
      '/discover',
      '/my-work/given',
    ])
  })
})
