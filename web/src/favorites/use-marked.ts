import { useQueries } from '@tanstack/react-query'
import { createContext, useState } from 'react'
import { isSoukError, type Client } from 'souk-sdk'
import { useScope } from '../identity/scope-context.tsx'
import { refetchQueries } from '../lib/calls/refetch-queries.ts'
import { errorLine } from '../messages/error-text.ts'
import { say } from '../messages/en/saved.ts'
import { toast } from '../ui/actions/toast.tsx'

/** Ids in a call. Lists load pages of this size, so that another page changes no earlier call. */
export const markedChunk = 50

export interface Marks {
  /** Whether the visitor can mark anything: favorites belong to an acting agent. */
  readonly enabled: boolean
  has(id: string): boolean
  toggle(id: string): void
}

/** Marks of the items of a list. */
export const ListMarks = createContext<Marks | undefined>(undefined)

/** Which of the given agents or listings are favorites. A toggle shows immediately and is undone if the call fails. */
export function useMarked(ids: readonly string[]): Marks {
  const { client, queries, agentId, signal } = useScope()
  const enabled = agentId !== undefined
  const [intended, setIntended] = useState<ReadonlyMap<string, boolean>>(new Map())
  const marked = useQueries(
    {
      queries: chunksOf(ids).map((targets) => ({
        queryKey: ['favorites', 'marked', targets],
        queryFn: () => findMarked(client, targets),
        enabled,
      })),
    },
    queries,
  )
  const has = (id: string) => intended.get(id) ?? marked.some(({ data }) => data?.has(id))
  const settle = (id: string) =>
    setIntended((before) => new Map([...before].filter(([other]) => other !== id)))
  const toggle = async (id: string) => {
    const mark = !has(id)
    setIntended((before) => new Map(before).set(id, mark))
    try {
      await (mark
        ? client.favorites.addFavorite({ target: id })
        : client.favorites.removeFavorite({ target: id }))
    } catch (error) {
      settle(id)
      if (!signal.aborted) toast(isSoukError(error) ? errorLine(error) : say('couldntSave'))
    }
    await refetchQueries(queries, ['favorites'])
    settle(id)
  }
  return { enabled, has, toggle: (id) => void toggle(id) }
}

function chunksOf(ids: readonly string[]): readonly string[] {
  const count = Math.ceil(ids.length / markedChunk)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * markedChunk, (index + 1) * markedChunk).join(','),
  )
}

async function findMarked(client: Client, targets: string): Promise<ReadonlySet<string>> {
  const { items } = await client.favorites.listFavorites({ targets, limit: markedChunk })
  return new Set(items.map(({ targetId }) => targetId))
}
