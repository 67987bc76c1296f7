import type { MyAgent, User } from 'souk-contract'
import { SoukError } from 'souk-sdk'
import { describe, expect, it } from 'vitest'
import { heard, settle, type Found, type Identity } from './identity.ts'

const user = (id: string): User => ({
  id,
  email: `${id}@example.com`,
  displayName: id,
  emailVerified: true,
  activeAgentId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const agents: readonly MyAgent[] = []
const error = new SoukError('away', { kind: 'unavailable', status: 0 })

const unknown: Identity = { state: 'unknown' }
const stranger: Identity = { state: 'stranger' }
const ada: Identity = { state: 'person', user: user('usr_ada'), agents }
const ended: Identity = { state: 'ended', userId: 'usr_ada' }
const replaced: Identity = { state: 'replaced', userId: 'usr_ada' }
const isAda: Found = { kind: 'person', user: user('usr_ada'), agents }
const isBob: Found = { kind: 'person', user: user('usr_bob'), agents }
const nobody: Found = { kind: 'nobody' }
const away: Found = { kind: 'unreachable', error }

describe('settle', () => {
  it.each([
    [unknown, isAda, ada],
    [unknown, nobody, stranger],
    [unknown, away, { state: 'unknown', error }],
    [stranger, isAda, ada],
    [stranger, nobody, stranger],
    [ada, isAda, ada],
    [ada, nobody, ended],
    [ada, isBob, replaced],
    [ada, away, ada],
    [ended, nobody, ended],
    [ended, isAda, ada],
    [ended, isBob, replaced],
    [ended, away, ended],
    [replaced, isBob, replaced],
    [replaced, isAda, ada],
    [replaced, nobody, ended],
  ] as const)('turns %j with %j into %j', (before, found, after) => {
    expect(settle(before, found)).toEqual(after)
  })
})

describe('heard', () => {
  it.each([
    [ada, 'usr_ada', ada],
    [ada, undefined, ended],
    [ada, 'usr_bob', replaced],
    [ended, 'usr_bob', replaced],
    [stranger, 'usr_bob', stranger],
    [unknown, undefined, unknown],
  ] as const)('turns %j, told %j, into %j', (before, marker, after) => {
    expect(heard(before, marker)).toEqual(after)
  })
})
