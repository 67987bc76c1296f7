import type { AgentKind, Thread } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { groupThreads } from './group-threads.ts'

const me = { agentId: 'agt_me', name: 'me', displayName: 'Me', kind: 'software', avatarUrl: null } as const

function threadWith(id: string, ...kinds: readonly (AgentKind | null)[]): Thread {
  const others = kinds.map((kind, index) => ({
    agentId: `agt_${id}${index}`,
    name: `${id}${index}`,
    displayName: id,
    kind,
    avatarUrl: null,
  }))
  return {
    id,
    subject: null,
    about: null,
    participants: [me, ...others],
    lastMessage: null,
    unread: 0,
    readUpTo: 0,
    canWrite: true,
    createdAt: '2026-11-17T09:00:00.000Z',
    updatedAt: '2026-11-17T09:00:00.000Z',
  }
}

describe('groupThreads', () => {
  const { people, software } = groupThreads(
    [
      threadWith('bot', 'software'),
      threadWith('ada', 'person'),
      threadWith('unstated', null),
      threadWith('mixed', 'software', 'team'),
      threadWith('bots', 'software', 'software'),
    ],
    me.agentId,
  )

  it('keeps conversations with a person or a team apart from those with software', () => {
    expect(people.map(({ id }) => id)).toEqual(['ada', 'unstated', 'mixed'])
    expect(software.map(({ id }) => id)).toEqual(['bot', 'bots'])
  })
})
