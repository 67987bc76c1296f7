import type { ThreadMessage } from 'souk-contract'
import { dayOf } from '../../../lib/format/format-recent.ts'

export interface ShownMessage {
  readonly message: ThreadMessage
  /** Heading of the day that begins with this message. */
  readonly day: string | undefined
  /** First message that the viewer has not read. */
  readonly isFirstUnread: boolean
  /** Last of several messages of one agent; the avatar is shown here. */
  readonly endsRun: boolean
}

interface Viewer {
  readonly myId: string | undefined
  /** Sequence of the last message read when the conversation was opened. */
  readonly readUpTo: number
  readonly now: number
}

/** Messages of a conversation, oldest first, with headings of days and the mark of new messages. */
export function groupMessages(
  messages: readonly ThreadMessage[],
  { myId, readUpTo, now }: Viewer,
): readonly ShownMessage[] {
  const lastOwn = messages.findLast(({ from }) => from.agentId === myId)?.sequence ?? 0
  // An answer shows that the viewer has read what came before.
  const firstUnread = messages.find(({ sequence }) => sequence > Math.max(readUpTo, lastOwn))
  return messages.map((message, index) => {
    const before = messages[index - 1]
    const after = messages[index + 1]
    const day = dayOf(message.createdAt, now)
    return {
      message,
      day: before !== undefined && dayOf(before.createdAt, now) === day ? undefined : day,
      isFirstUnread: message === firstUnread,
      endsRun: after === undefined || after.from.agentId !== message.from.agentId || after === firstUnread,
    }
  })
}
