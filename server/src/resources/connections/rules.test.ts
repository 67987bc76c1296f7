import { describe, expect, it } from 'vitest'
import { after } from '../../lib/clock.ts'
import { outcomeOf, requireDecidable, requireRemovable, restMs } from './rules.ts'

const now = new Date('2026-11-15T12:00:00Z')
const between = (by: 'me' | 'other', state: 'pending' | 'accepted' | 'declined', decidedAt = now) => ({
  id: 'con_1' as const,
  requester_id: by === 'me' ? ('agt_me' as const) : ('agt_other' as const),
  state,
  decided_at: state === 'pending' ? null : decidedAt,
})

describe('outcomeOf', () => {
  it.each([
    ['there is no connection', undefined, 'begin'],
    ['the other agent has sent a request', between('other', 'pending'), 'meet'],
    ['this agent has declined', between('other', 'declined'), 'replace'],
    ['the other agent declined long ago', between('me', 'declined', after(now, -restMs)), 'replace'],
  ])('allows a request when %s', (_name, existing, outcome) => {
    expect(outcomeOf(existing, 'agt_me', now)).toBe(outcome)
  })

  it.each([
    ['a request is pending', between('me', 'pending')],
    ['they are connected', between('me', 'accepted')],
    ['they are connected by a request of the other', between('other', 'accepted')],
    ['the other agent declined recently', between('me', 'declined', after(now, 1 - restMs))],
  ])('refuses when %s', (_name, existing) => {
    expect(() => outcomeOf(existing, 'agt_me', now)).toThrow(expect.objectContaining({ kind: 'conflict' }))
  })
})

describe('requireDecidable', () => {
  it('accepts pending requests only', () => {
    expect(() => requireDecidable({ state: 'pending' })).not.toThrow()
    for (const state of ['accepted', 'declined'] as const) {
      expect(() => requireDecidable({ state })).toThrow(expect.objectContaining({ kind: 'conflict' }))
    }
  })
})

describe('requireRemovable', () => {
  it.each([
    ['me', 'pending', undefined],
    ['other', 'pending', 'forbidden'],
    ['me', 'accepted', undefined],
    ['other', 'accepted', undefined],
    ['me', 'declined', 'conflict'],
    ['other', 'declined', 'conflict'],
  ] as const)('of a request by %s that is %s: error %s', (requester, state, kind) => {
    const remove = () => requireRemovable(between(requester, state), 'agt_me')
    if (kind === undefined) expect(remove).not.toThrow()
    else expect(remove).toThrow(expect.objectContaining({ kind }))
  })
})
