import type { Thread } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { matchesSearch, summarizeThread } from './summarize-thread.ts'

const ada = { agentId: 'agt_ada', name: 'ada', displayName: 'Ada Lovelace' }
const bob = { agentId: 'agt_bob', name: 'bob', displayName: 'Bob' }
const at = '2026-11-17T10:00:00.000Z'
const thread: Thread = {
  id: 'thr_1',
  subject: 'Court files',
  about: null,
  participants: [ada, bob],
  lastMessage: {
    id: 'msg_1',
    threadId: 'thr_1',
    sequence: 1,
    from: ada,
    parts: [{ text: 'Tomorrow is fine.', origin: { ...ada, ownerVerified: true, at }, flags: [] }],
    createdAt: at,
  },
  unread: 0,
  readUpTo: 1,
  canWrite: true,
  createdAt: at,
  updatedAt: at,
}

describe('summarizeThread', () => {
  it('names the other participants and quotes the last message', () => {
    expect(summarizeThread(thread, bob.agentId)).toEqual({
      others: [ada],
      names: 'Ada Lovelace',
      preview: 'Tomorrow is fine.',
    })
  })

  it('marks a message of the viewer', () => {
    expect(summarizeThread(thread, ada.agentId).preview).toBe('You: Tomorrow is fine.')
  })
})

describe('matchesSearch', () => {
  it.each([
    ['lovelace', true],
    ['COURT', true],
    ['fine', false],
    ['charles', false],
  ])('finds %s: %s', (searched, found) => {
    expect(matchesSearch(thread, searched)).toBe(found)
  })
})
