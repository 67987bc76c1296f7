import type { AgentReference, Thread, ThreadMessage } from 'souk-contract'
import { say } from '../../../messages/en/threads.ts'

interface ThreadSummary {
  readonly others: readonly AgentReference[]
  /** Names of the other participants. */
  readonly names: string
  readonly preview: string
}

/** Summary of a thread for lists, as seen by one of its agents. */
export function summarizeThread(thread: Thread, myId: string | undefined): ThreadSummary {
  const others = thread.participants.filter(({ agentId }) => agentId !== myId)
  return {
    others,
    names: others.map(({ displayName }) => displayName).join(', '),
    preview: previewOf(thread.lastMessage, myId),
  }
}

function previewOf(message: ThreadMessage | null, myId: string | undefined): string {
  if (message === null) return ''
  const text = message.parts.map((part) => part.text ?? part.file?.filename ?? say('data')).join(' ')
  return message.from.agentId === myId ? say('youSaid', { text }) : text
}

/** Whether a thread contains the searched text in a name or its subject; the server searches messages. */
export function matchesSearch(thread: Thread, searched: string): boolean {
  const found = searched.trim().toLocaleLowerCase()
  const texts = [
    thread.subject ?? '',
    ...thread.participants.flatMap(({ name, displayName }) => [name, displayName]),
  ]
  return texts.some((text) => text.toLocaleLowerCase().includes(found))
}
