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
    ['nothing is there', undefined, 'begin'],
    ['the other has asked', between('other', 'pending'), 'meet'],
    ['oneself has declined', between('other', 'declined'), 'replace'],
    ['the other has declined long ago', between('me', 'declined', after(now, -restMs)), 'replace'],
  ])('is clear when %s', (_name, there, outcome) => {
    expect(outcomeOf(there, 'agt_me', now)).toBe(outcome)
  })

  it.each([
    ['one has asked', between('me', 'pending')],
    ['they are connected', between('me', 'accepted')],
    ['they are connected, as the other asked', between('other', 'accepted')],
    ['the other has declined lately', between('me', 'declined', after(now, 1 - restMs))],
  ])('refuses when %s', (_name, there) => {
    expect(() => outcomeOf(there, 'agt_me', now)).toThrow(expect.objectContaining({ kind: 'conflict' }))
  })
})

describe('requireDecidable', () => {
  it('wants a request that is not decided', () => {
    expect(() => requireDecidable({ state: 'pending' })).not.toThrow()
    for (const state of ['accepted', 'declined'] as const) {
      expect(() => requireDecidable({ state })).toThrow(expect.objectContaining({ kind: 'conflict' }))
    }
  })
})

describe('requireRemovable', () => {
  it.each([
    [between('me', 'pending'), undefined],
    [between('other', 'pending'), 'forbidden'],
    [between('me', 'accepted'), undefined],
    [between('other', 'accepted'), undefined],
    [between('me', 'declined'), 'conflict'],
    [between('other', 'declined'), 'conflict'],
  ])('%j: %s', (row, kind) => {
    const remove = () => requireRemovable(row, 'agt_me')
    if (kind === undefined) expect(remove).not.toThrow()
    else expect(remove).toThrow(expect.objectContaining({ kind }))
  })
})
