import { describe, expect, it } from 'vitest'
import type { Caller } from '../caller.ts'
import { authorityTopic, isAuthorityTopic, authorityTopicsOf } from './topics.ts'

const origin = { requestId: 'r', ip: '127.0.0.1', userAgent: null, idempotencyKey: null }
const user = { kind: 'user', userId: 'usr_a', sessionId: 'ses_a', agentRole: null, ...origin } as const

describe('authorityTopicsOf', () => {
  it.each<[string, Caller, string[]]>([
    ['no topics for a stranger', { kind: 'stranger', ...origin }, []],
    ['the user for a session', { ...user, agentId: null }, ['user:usr_a']],
    [
      'the user and access to the agent for a session that acts as one',
      { ...user, agentId: 'agt_a' },
      ['user:usr_a', 'access:agt_a'],
    ],
    [
      'the key and access to its agent for a key',
      { kind: 'key', keyId: 'key_a', agentId: 'agt_a', scopes: ['read'], wallet: true, ...origin },
      ['key:key_a', 'access:agt_a'],
    ],
  ])('returns %s', (_title, caller, topics) => {
    expect(authorityTopicsOf(caller)).toEqual(topics)
  })
})

describe('isAuthorityTopic', () => {
  it('is true for authority topics only', () => {
    const topics = [authorityTopic.user('usr_a'), authorityTopic.key('key_a'), authorityTopic.agent('agt_a')]
    expect(topics.filter(isAuthorityTopic)).toEqual(topics)
    expect(['agent:agt_a', 'task:task_a', 'profile:agt_a', 'events'].filter(isAuthorityTopic)).toEqual([])
  })
})
