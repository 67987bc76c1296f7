import type { MyAgent, User } from 'souk-contract'
import { SoukError } from 'souk-sdk'
import { describe, expect, it } from 'vitest'
import { applyMarker, nextIdentity, resumePoint, type Identity, type SessionCheck } from './identity.ts'

const user = (id: string): User => ({
  id,
  email: `${id}@example.com`,
  displayName: id,
  emailVerified: true,
  activeAgentId: null,
  locale: 'en',
  timeZone: 'UTC',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const agents: readonly MyAgent[] = []
const error = new SoukError('unreachable', { kind: 'unavailable', status: 0 })

const identities = {
  unknown: { state: 'unknown' },
  'unknown with an error': { state: 'unknown', error },
  anonymous: { state: 'anonymous' },
  ada: {
    state: 'person',
    user: user('usr_ada'),
    agents,
    operatorRole: null,
    lastEventId: '7',
    checkedAt: 1000,
  },
  ended: { state: 'ended', userId: 'usr_ada' },
  replaced: { state: 'replaced', userId: 'usr_ada' },
} satisfies Record<string, Identity>
const checks = {
  'Ada is signed in': {
    kind: 'person',
    user: user('usr_ada'),
    agents,
    operatorRole: null,
    lastEventId: '7',
    checkedAt: 1000,
  },
  'Bob is signed in': {
    kind: 'person',
    user: user('usr_bob'),
    agents,
    operatorRole: null,
    lastEventId: '7',
    checkedAt: 1000,
  },
  'the person is signed out': { kind: 'anonymous' },
  'the server is unreachable': { kind: 'unreachable', error },
} satisfies Record<string, SessionCheck>

describe('nextIdentity', () => {
  it.each([
    ['unknown', 'Ada is signed in', 'ada'],
    ['unknown', 'the person is signed out', 'anonymous'],
    ['unknown', 'the server is unreachable', 'unknown with an error'],
    ['anonymous', 'Ada is signed in', 'ada'],
    ['anonymous', 'the person is signed out', 'anonymous'],
    ['ada', 'Ada is signed in', 'ada'],
    ['ada', 'the person is signed out', 'ended'],
    ['ada', 'Bob is signed in', 'replaced'],
    ['ada', 'the server is unreachable', 'ada'],
    ['ended', 'the person is signed out', 'ended'],
    ['ended', 'Ada is signed in', 'ada'],
    ['ended', 'Bob is signed in', 'replaced'],
    ['ended', 'the server is unreachable', 'ended'],
    ['replaced', 'Bob is signed in', 'replaced'],
    ['replaced', 'Ada is signed in', 'ada'],
    ['replaced', 'the person is signed out', 'ended'],
  ] as const)('from %s, when %s, becomes %s', (before, check, after) => {
    expect(nextIdentity(identities[before], checks[check])).toEqual(identities[after])
  })
})

describe('resumePoint', () => {
  it('is the latest event of a recent check of a person', () => {
    expect(resumePoint(identities.ada, 61_000)).toBe('7')
    expect(resumePoint(identities.ada, 61_001)).toBeUndefined()
    expect(resumePoint(identities.ended, 1000)).toBeUndefined()
  })
})

describe('applyMarker', () => {
  it.each([
    ['ada', 'usr_ada', 'ada'],
    ['ada', undefined, 'ended'],
    ['ada', 'usr_bob', 'replaced'],
    ['ended', 'usr_bob', 'replaced'],
    ['anonymous', 'usr_bob', 'anonymous'],
    ['unknown', undefined, 'unknown'],
  ] as const)('from %s, with the marker %s, becomes %s', (before, marker, after) => {
    expect(applyMarker(identities[before], marker)).toEqual(identities[after])
  })
})
