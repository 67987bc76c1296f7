import type { AgentKind, Thread } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { foldRepeats } from '../conversation/fold-repeats.ts'
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

describe('foldRepeats', () => {
  const [ada, bea] = [threadWith('ada', 'person'), threadWith('bea', 'person')]
  const withAda = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...ada, id: `ada ${index}` }))

  it('lists three conversations with the same agent and folds the others', () => {
    const { shown, more } = foldRepeats([...withAda(6), bea])
    expect(shown.map(({ id }) => id)).toEqual(['ada 0', 'ada 1', 'ada 2', 'bea'])
    expect(more.get('ada 2')?.map(({ id }) => id)).toEqual(['ada 3', 'ada 4', 'ada 5'])
  })

  it.each([1, 3, 4])('lists all of %i conversations', (count) => {
    const { shown, more } = foldRepeats(withAda(count))
    expect([shown.length, more.size]).toEqual([count, 0])
  })
})
