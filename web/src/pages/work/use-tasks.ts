import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useScope } from '../../identity/scope-context.tsx'

const firstToken = ''

/** Tasks that are read without asking; older ones follow on request. */
const readAheadMax = 500

/** All tasks of an agent in both roles. A2A paginates with tokens; the last page has an empty one. */
export function useTasks(name: string) {
  const { client, queries } = useScope()
  const query = useInfiniteQuery(
    {
      queryKey: ['tasks', 'listTasks', name],
      queryFn: ({ signal, pageParam }) =>
        client.tasks.listTasks(
          { name, historyLength: 0, pageSize: 100, ...(pageParam === '' ? {} : { pageToken: pageParam }) },
          { signal },
        ),
      initialPageParam: firstToken,
      getNextPageParam: ({ nextPageToken }) => (nextPageToken === '' ? null : nextPageToken),
    },
    queries,
  )
  const items = query.data?.pages.flatMap(({ tasks }) => tasks)
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  const reads = hasNextPage && !isFetchingNextPage && !isError && (items?.length ?? 0) < readAheadMax
  useEffect(() => {
    if (reads) void fetchNextPage()
  }, [reads, fetchNextPage])
  return { ...query, items }
}
