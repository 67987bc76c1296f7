import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSoukError, type Client } from 'souk-sdk'
import { useScope } from '../identity/scope-context.tsx'
import { errorText } from '../messages/error-text.ts'
import { say } from '../messages/en/saved.ts'
import { toast } from '../ui/toast.tsx'

/** The server compares at most this many ids in a call. */
const chunk = 100

export interface Marks {
  /** Whether the visitor can mark anything: favorites belong to an acting agent. */
  readonly enabled: boolean
  has(id: string): boolean
  toggle(id: string): void
}

/** Which of the given agents or listings are favorites. A toggle shows immediately and is undone if the call fails. */
export function useMarked(ids: readonly string[]): Marks {
  const { client, queries, agentId, signal } = useScope()
  const enabled = agentId !== undefined
  const [intended, setIntended] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { data } = useQuery(
    {
      queryKey: ['favorites', 'marked', ids],
      queryFn: () => findMarked(client, ids),
      enabled: enabled && ids.length > 0,
      placeholderData: keepPreviousData,
    },
    queries,
  )
  const has = (id: string) => intended.get(id) ?? data?.has(id) ?? false
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
      if (!signal.aborted) toast(isSoukError(error) ? errorText(error).text : say('couldntSave'))
    }
    await queries.invalidateQueries({ queryKey: ['favorites'] })
    settle(id)
  }
  return { enabled, has, toggle: (id) => void toggle(id) }
}

async function findMarked(client: Client, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const marked = new Set<string>()
  for (let start = 0; start < ids.length; start += chunk) {
    const targets = ids.slice(start, start + chunk).join(',')
    const { items } = await client.favorites.listFavorites({ targets, limit: chunk })
    for (const { targetId } of items) marked.add(targetId)
  }
  return marked
}
