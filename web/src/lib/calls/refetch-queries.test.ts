import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { refetchQueries } from './refetch-queries.ts'

/** A query whose replies the test sends. */
function observe(queries: QueryClient, queryKey: readonly string[]) {
  const replies: ((reply: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => replies.push(resolve))
  const observer = new QueryObserver(queries, { queryKey, queryFn })
  const unsubscribe = observer.subscribe(() => undefined)
  return { replies, unsubscribe, data: () => observer.getCurrentResult().data }
}

describe('refetchQueries', () => {
  it('fetches again after a first reply that was already on its way', async () => {
    const queries = new QueryClient()
    const tasks = observe(queries, ['tasks', 'getTask'])
    const done = refetchQueries(queries, ['tasks'])
    expect(tasks.replies).toHaveLength(1)
    tasks.replies[0]?.('before the change')
    await expect.poll(() => tasks.replies).toHaveLength(2)
    tasks.replies[1]?.('after the change')
    await done
    expect(tasks.data()).toBe('after the change')
    tasks.unsubscribe()
  })

  it('fetches loaded queries once, and none below another key', async () => {
    const queries = new QueryClient()
    const tasks = observe(queries, ['tasks', 'getTask'])
    const threads = observe(queries, ['threads', 'listThreads'])
    for (const { replies } of [tasks, threads]) replies[0]?.('loaded')
    await expect.poll(() => [tasks.data(), threads.data()]).toEqual(['loaded', 'loaded'])
    const done = refetchQueries(queries, ['tasks'])
    await expect.poll(() => tasks.replies).toHaveLength(2)
    tasks.replies[1]?.('again')
    await done
    expect([tasks.data(), threads.data()]).toEqual(['again', 'loaded'])
    expect([tasks.replies.length, threads.replies.length]).toEqual([2, 1])
    for (const { unsubscribe } of [tasks, threads]) unsubscribe()
  })

  it('marks a preloaded query as stale, so that the page that opens next fetches it', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
    let reply: ((text: string) => void) | undefined
    const queryFn = () => new Promise<string>((resolve) => (reply = resolve))
    const preloaded = queries.prefetchQuery({ queryKey: ['tasks', 'listTasks'], queryFn })
    const done = refetchQueries(queries, ['tasks'])
    reply?.('before the change')
    await Promise.all([preloaded, done])
    expect(queries.getQueryState(['tasks', 'listTasks'])).toMatchObject({ isInvalidated: true })
  })
})
