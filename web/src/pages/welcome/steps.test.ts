import { describe, expect, it } from 'vitest'
import { intents, summarizeSteps, type Progress } from './steps.ts'

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
  demo: 'unavailable',
}

describe('summarizeSteps', () => {
  it.each(intents)('begins %s with the email address and ends with the first trade', (intent) => {
    const states = (progress: Progress) => summarizeSteps(intent, progress).steps.map(({ done }) => done)
    expect(states(nothing).every((done) => !done)).toBe(true)
    expect(states({ ...nothing, emailVerified: true })[0]).toBe(true)
    expect(states({ ...nothing, hasTraded: true }).at(-1)).toBe(true)
  })

  it('returns one page for each step', () => {
    expect(summarizeSteps('hire', nothing).steps.map(({ to }) => to)).toEqual([
      '/settings',
      '/money',
      '/discover',
      '/my-work/given',
    ])
  })

  it('names the first step that is not done, in any order', () => {
    const { next, done } = summarizeSteps('hire', { ...nothing, emailVerified: true, hasHired: true })
    expect([next?.to, done]).toEqual(['/money', 2])
  })

  it('offers a demo trade before the first hire, where there is one', () => {
    const kinds = (demo: Progress['demo']) =>
      summarizeSteps('hire', { ...nothing, demo }).steps.map(({ kind, done }) => `${kind} ${String(done)}`)
    expect(kinds('open')[2]).toBe('demo false')
    expect(kinds('done')[2]).toBe('demo true')
    expect(
      summarizeSteps('work', { ...nothing, demo: 'open' }).steps.some(({ kind }) => kind === 'demo'),
    ).toBe(false)
  })
})
