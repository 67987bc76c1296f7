import type { Thread } from 'souk-contract'

interface FoldedThreads {
  readonly shown: readonly Thread[]
  /** Further conversations with the participants of a shown one, by the ID of the last shown. */
  readonly more: ReadonlyMap<string, readonly Thread[]>
}

/** Conversations with the same participants that are listed one by one. */
const repeatsShown = 3

/** Folds the older conversations of agents that have many, so that one agent cannot fill the list. Expects the newest first. */
export function foldRepeats(threads: readonly Thread[]): FoldedThreads {
  const groups = new Map<string, Thread[]>()
  for (const thread of threads) {
    const key = participantsOf(thread)
    groups.set(key, [...(groups.get(key) ?? []), thread])
  }
  const more = new Map<string, readonly Thread[]>()
  for (const group of groups.values()) {
    const last = group[repeatsShown - 1]
    // A button in the place of a single row would save nothing.
    if (last !== undefined && group.length > repeatsShown + 1) more.set(last.id, group.slice(repeatsShown))
  }
  const folded = new Set([...more.values()].flat())
  return { shown: threads.filter((thread) => !folded.has(thread)), more }
}

function participantsOf({ participants }: Thread): string {
  return participants
    .map(({ agentId }) => agentId)
    .toSorted()
    .join(' ')
}
