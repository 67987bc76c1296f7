import { describe, expect, it } from 'vitest'
import { requireContactAllowed, requireInvitable, requireRoom, stateOf } from './rules.ts'

describe('stateOf', () => {
  it.each([
    ['pending', 'open', true, 'pending'],
    ['pending', 'filled', true, 'expired'],
    ['pending', 'deleted', true, 'withdrawn'],
    ['pending', 'open', false, 'withdrawn'],
    ['applied', 'filled', true, 'applied'],
    ['declined', 'deleted', false, 'declined'],
  ] as const)(
    'shows a %s invitation to a listing that is %s (listed: %s) as %s',
    (state, status, listed, expected) => {
      expect(stateOf({ state, status, listed })).toBe(expected)
    },
  )
})

describe('requireInvitable', () => {
  it('accepts open listings only', () => {
    requireInvitable({ status: 'open' })
    for (const status of ['draft', 'filled'] as const)
      expect(() => requireInvitable({ status })).toThrow(status)
  })
})

describe('requireContactAllowed', () => {
  const agent = {
    id: 'agt_1',
    handle: 'ada',
    visibility: 'public',
    contact_from: 'everyone',
    related: false,
    connected: false,
    met: false,
    blocked: false,
  } as const

  it.each([
    [{}, undefined],
    [{ contact_from: 'connections' }, 'only from its connections'],
    [{ contact_from: 'none' }, 'no invitations'],
    [{ contact_from: 'connections', connected: true }, undefined],
    [{ contact_from: 'none', connected: true }, 'no invitations'],
    [{ contact_from: 'none', met: true }, undefined],
    [{ related: true }, 'same owner'],
    [{ blocked: true, met: true }, 'cannot interact'],
  ] as const)('given %j, refuses with: %s', (changes, message) => {
    const check = () => requireContactAllowed({ ...agent, ...changes })
    if (message === undefined) expect(check).not.toThrow()
    else expect(check).toThrow(message)
  })
})

describe('requireRoom', () => {
  it.each([
    [{ listing: 49, sender: 2, recipient: 19 }, undefined],
    [{ listing: 50, sender: 0, recipient: 0 }, 'at most 50'],
    [{ listing: 0, sender: 3, recipient: 3 }, 'today'],
    [{ listing: 0, sender: 0, recipient: 20 }, 'today'],
  ])('given %j, refuses with: %s', (counts, message) => {
    if (message === undefined) expect(() => requireRoom(counts)).not.toThrow()
    else expect(() => requireRoom(counts)).toThrow(message)
  })
})
