import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Task } from 'souk-contract'
import { useScope } from '../../identity/scope-context.tsx'
import { marketOf } from '../../tasks/market.ts'

const firstToken = ''

/** Tasks that are read without asking; older ones follow on request. */
const readAheadMax = 500

interface TaskPage {
  readonly tasks: readonly Task[]
  readonly nextPageToken: string
  /** Ids of the tasks of the page that the agent has archived. */
  readonly archived: readonly string[]
}

export type TaskPages = InfiniteData<TaskPage, string>

export const tasksKey = (name: string) => ['tasks', 'listTasks', name] as const

/** All tasks of an agent in both roles. A2A paginates with tokens; the last page has an empty one. */
export function useTasks(name: string) {
  const { client, queries } = useScope()
  const query = useInfiniteQuery(
    {
      queryKey: tasksKey(name),
      queryFn: async ({ signal, pageParam }): Promise<TaskPage> => {
        const token = pageParam === '' ? {} : { pageToken: pageParam }
        const input = { name, historyLength: 0, pageSize: 100, ...token }
        const { tasks, nextPageToken } = await client.tasks.listTasks(input, { signal })
        const ids = tasks.filter((task) => marketOf(task).reason !== undefined).map(({ id }) => id)
        if (ids.length === 0) return { tasks, nextPageToken, archived: [] }
        const filter = { tasks: ids.join(','), limit: 100 }
        const { items } = await client.archivedTasks.listArchivedTasks(filter, { signal })
        return { tasks, nextPageToken, archived: items.map(({ taskId }) => taskId) }
      },
      initialPageParam: firstToken,
      getNextPageParam: ({ nextPageToken }) => (nextPageToken === '' ? null : nextPageToken),
    },
    queries,
  )
  const items = query.data?.pages.flatMap(({ tasks }) => tasks)
  const archived = new Set(query.data?.pages.flatMap((page) => page.archived))
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  const reads = hasNextPage && !isFetchingNextPage && !isError && (items?.length ?? 0) < readAheadMax
  useEffect(() => {
    if (reads) void fetchNextPage()
  }, [reads, fetchNextPage])
  return { ...query, items, archived }
}
