import type { ThreadMessage } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { groupMessages } from './group-messages.ts'

const now = new Date(2026, 10, 17, 15).getTime()

function message(sequence: number, agentId: string, day: number): ThreadMessage {
  return {
    id: `msg_${sequence}`,
    threadId: 'thr_1',
    sequence,
    from: { agentId, name: agentId, displayName: agentId },
    parts: [],
    createdAt: new Date(2026, 10, day, 9, sequence).toISOString(),
  }
}

const messages = [
  message(1, 'ada', 16),
  message(2, 'ada', 17),
  message(3, 'me', 17),
  message(4, 'ada', 17),
  message(5, 'ada', 17),
]

describe('groupMessages', () => {
  const shown = groupMessages(messages, { myId: 'me', readUpTo: 4, now })

  it('begins each day with a heading', () => {
    expect(shown.map(({ day }) => day)).toEqual(['Yesterday', 'Today', undefined, undefined, undefined])
  })

  it('marks the first message that the viewer has not read', () => {
    expect(shown.map(({ isFirstUnread }) => isFirstUnread)).toEqual([false, false, false, false, true])
  })

  it('counts messages before an answer of the viewer as read', () => {
    const answered = groupMessages(messages, { myId: 'me', readUpTo: 0, now })
    expect(answered.map(({ isFirstUnread }) => isFirstUnread)).toEqual([false, false, false, true, false])
  })

  it('ends a run where the author changes or the new messages begin', () => {
    expect(shown.map(({ endsRun }) => endsRun)).toEqual([false, true, true, true, true])
  })
})
