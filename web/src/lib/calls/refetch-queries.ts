import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Refetches the queries below a key after a change, all of them by default. A query that has no data yet does not restart for an
 * invalidation, so it is invalidated again when its first reply, which may be older than the change, has arrived.
 */
export async function refetchQueries(queries: QueryClient, queryKey: QueryKey = []): Promise<void> {
  const loading = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  await queries.invalidateQueries({ queryKey })
  if (loading.length === 0) return
  await Promise.allSettled(loading.map(async ({ promise }) => promise))
  await Promise.all(
    loading.map((query) => queries.invalidateQueries({ queryKey: query.queryKey, exact: true })),
  )
}
