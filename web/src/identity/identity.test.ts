import type { MyAgent, User } from 'souk-contract'
import { SoukError } from 'souk-sdk'
import { describe, expect, it } from 'vitest'
import { applyMarker, nextIdentity, type Identity, type SessionCheck } from './identity.ts'

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
const error = new SoukError('unreachable', { kind: 'unavailable', status: 0 })

const unknown: Identity = { state: 'unknown' }
const anonymous: Identity = { state: 'anonymous' }
const ada: Identity = { state: 'person', user: user('usr_ada'), agents }
const ended: Identity = { state: 'ended', userId: 'usr_ada' }
const replaced: Identity = { state: 'replaced', userId: 'usr_ada' }
const isAda: SessionCheck = { kind: 'person', user: user('usr_ada'), agents }
const isBob: SessionCheck = { kind: 'person', user: user('usr_bob'), agents }
const signedOut: SessionCheck = { kind: 'anonymous' }
const unreachable: SessionCheck = { kind: 'unreachable', error }

describe('nextIdentity', () => {
  it.each([
    [unknown, isAda, ada],
    [unknown, signedOut, anonymous],
    [unknown, unreachable, { state: 'unknown', error }],
    [anonymous, isAda, ada],
    [anonymous, signedOut, anonymous],
    [ada, isAda, ada],
    [ada, signedOut, ended],
    [ada, isBob, replaced],
    [ada, unreachable, ada],
    [ended, signedOut, ended],
    [ended, isAda, ada],
    [ended, isBob, replaced],
    [ended, unreachable, ended],
    [replaced, isBob, replaced],
    [replaced, isAda, ada],
    [replaced, signedOut, ended],
  ] as const)('turns %j with %j into %j', (before, check, after) => {
    expect(nextIdentity(before, check)).toEqual(after)
  })
})

describe('applyMarker', () => {
  it.each([
    [ada, 'usr_ada', ada],
    [ada, undefined, ended],
    [ada, 'usr_bob', replaced],
    [ended, 'usr_bob', replaced],
    [anonymous, 'usr_bob', anonymous],
    [unknown, undefined, unknown],
  ] as const)('turns %j with marker %j into %j', (before, marker, after) => {
    expect(applyMarker(before, marker)).toEqual(after)
  })
})
