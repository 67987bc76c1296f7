import { describe, expect, it } from 'vitest'
import { Failure } from '../../failure.ts'
import { outcomeOf, stateAt, type InvitationTimes } from './lifecycle.ts'

const now = new Date('2026-11-15T12:00:00.000Z')
const later = new Date('2026-11-15T12:00:00.001Z')
const steps = ['accept', 'decline', 'withdraw'] as const

describe('an invitation', () => {
  it.each<[invitation: InvitationTimes, state: string, outcomes: readonly string[]]>([
    [{ state: 'pending', expires_at: later }, 'pending', ['accepted', 'declined', 'withdrawn']],
    [{ state: 'pending', expires_at: now }, 'expired', ['gone', 'gone', 'conflict']],
    [{ state: 'accepted', expires_at: later }, 'accepted', ['conflict', 'conflict', 'conflict']],
    [{ state: 'accepted', expires_at: now }, 'accepted', ['conflict', 'conflict', 'conflict']],
    [{ state: 'declined', expires_at: now }, 'declined', ['conflict', 'conflict', 'conflict']],
    [{ state: 'withdrawn', expires_at: later }, 'withdrawn', ['gone', 'gone', 'conflict']],
  ])('%j is %s, and accept, decline and withdraw result in %j', (invitation, state, outcomes) => {
    expect(stateAt(invitation, now)).toBe(state)
    expect(steps.map((step) => outcome(() => outcomeOf(invitation, step, now)))).toEqual(outcomes)
  })
})

function outcome(run: () => string): string {
  try {
    return run()
  } catch (error) {
    if (error instanceof Failure) return error.kind
    throw error
  }
}
