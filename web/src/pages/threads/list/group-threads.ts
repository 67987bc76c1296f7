import type { Thread } from 'souk-contract'

interface ThreadGroups {
  /** Conversations with at least one person or team. */
  readonly people: readonly Thread[]
  /** Conversations with software only. */
  readonly software: readonly Thread[]
}

/** People first: software never stands between them. An agent that has not stated its kind counts as a person. */
export function groupThreads(threads: readonly Thread[], myId: string | undefined): ThreadGroups {
  const isSoftware = ({ participants }: Thread) => {
    const others = participants.filter(({ agentId }) => agentId !== myId)
    return others.length > 0 && others.every(({ kind }) => kind === 'software')
  }
  return {
    people: threads.filter((thread) => !isSoftware(thread)),
    software: threads.filter(isSoftware),
  }
}
