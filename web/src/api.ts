/** The only door to the data: the operations of the contract, run for the actor of the screen and kept in its cache. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { isSoukError, type CallOptions, type Client, type SoukError } from 'souk-sdk'
import { operationNames, operationsOf, type Operation } from './identity/operations.ts'
import { useScope } from './identity/scope-context.tsx'
import { refreshSession } from './identity/session-store.ts'

export const api = operationsOf(operationNames)

type Call<Input, Reply> = (input: Input, options?: CallOptions) => Promise<Reply>
type Read<Input, Reply> = Operation<Call<Input, Reply>>

export type Group = keyof Client

/** What an operation answers, kept and refreshed when an event says that it may have changed. */
export function useRead<Input, Reply>(
  read: Read<Input, Reply>,
  input: Input,
  { enabled = true, keep = false }: { enabled?: boolean; keep?: boolean } = {},
) {
  const { client, queries } = useScope()
  return useQuery<Reply, SoukError>(
    {
      queryKey: keyOf(read, input),
      queryFn: ({ signal }) => read.of(client)(input, { signal }),
      enabled,
      ...(keep ? { placeholderData: keepPreviousData } : {}),
    },
    queries,
  )
}

interface Paged<Item> {
  readonly items: Item[]
  readonly nextCursor: string | null
}

/** A list that grows at its end. */
export function usePages<const Input extends object, Item>(
  read: Read<Input & { cursor?: string }, Paged<Item>>,
  input: Input,
  { enabled = true, everyMs = false }: { enabled?: boolean; everyMs?: number | false } = {},
) {
  const { client, queries } = useScope()
  const query = useInfiniteQuery(
    {
      queryKey: [...keyOf(read, input), 'pages'],
      queryFn: ({ signal, pageParam }) =>
        read.of(client)(pageParam === null ? input : { ...input, cursor: pageParam }, { signal }),
      initialPageParam: first,
      getNextPageParam: (page: Paged<Item>) => page.nextCursor,
      enabled,
      // For the few things that no event tells of.
      refetchInterval: everyMs,
      placeholderData: keepPreviousData,
    },
    queries,
  )
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) }
}

const first: string | null = null

/** One operation, or several as a function of the client they are called with. */
type Write<Input, Reply> = Read<Input, Reply> | ((input: Input, client: Client) => Promise<Reply>)

/** A change; afterwards the named groups are read again, without waiting for the event that tells of it. */
export function useWrite<Input, Reply>(
  write: Write<Input, Reply>,
  { touches = [], onDone }: { touches?: readonly Group[]; onDone?: (reply: Reply) => void } = {},
) {
  const { client, queries, signal } = useScope()
  return useMutation<Reply, SoukError, Input>(
    {
      mutationFn: (input) => (typeof write === 'function' ? write(input, client) : write.of(client)(input)),
      onSuccess: async (reply) => {
        // Whoever has gone on as another agent meanwhile is not brought back.
        if (signal.aborted) return
        onDone?.(reply)
        if (touches.includes('users')) void refreshSession()
        await Promise.all(touches.map((group) => queries.invalidateQueries({ queryKey: [group] })))
      },
    },
    queries,
  )
}

function keyOf({ group, name }: { group: string; name: string }, input: unknown): readonly unknown[] {
  return [group, name, input]
}

export function isMissing(error: unknown): boolean {
  return isSoukError(error, 'not-found') || isSoukError(error, 'task-not-found')
}

export function isSignedOut(error: unknown): boolean {
  return isSoukError(error, 'unauthorized')
}

export function isForbidden(error: unknown): boolean {
  return isSoukError(error, 'forbidden')
}
