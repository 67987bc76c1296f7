/** Data access: the operations of the contract, run in the scope of the page and cached there. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { isSoukError, type AdminClient, type CallOptions, type Client, type SoukError } from 'souk-sdk'
import { operationNames, operationsOf, type Operation } from './identity/operations.ts'
import type { Scope } from './identity/scope.ts'
import { useScope } from './identity/scope-context.tsx'
import { refreshSession } from './identity/session-store.ts'
import { refetchQueries } from './lib/calls/refetch-queries.ts'
import { createRetryKey } from './lib/calls/retry-key.ts'
import { createSingleFlight } from './lib/calls/single-flight.ts'

export const api = operationsOf(operationNames)

type Call<Input, Reply> = (input: Input, options?: CallOptions) => Promise<Reply>
export type Read<Input, Reply> = Operation<Call<Input, Reply>>

export type Group = keyof Client | `admin.${keyof AdminClient}`

interface ReadOptions {
  readonly enabled?: boolean
  /** Shows the former reply until the one for a new input has loaded. */
  readonly keepPrevious?: boolean
  /** For replies that no event covers. */
  readonly pollMs?: number | false
  /** The server records each read, so a window that regains focus does not repeat it. */
  readonly recorded?: boolean
}

/** Runs an operation as a query; live updates invalidate it. */
export function useRead<Input, Reply>(
  read: Read<Input, Reply>,
  input: Input,
  { enabled = true, keepPrevious = false, pollMs = false, recorded = false }: ReadOptions = {},
) {
  const scope = useScope()
  return useQuery<Reply, SoukError>(
    {
      ...readOptions(scope, read, input),
      enabled,
      refetchInterval: pollMs,
      ...(recorded ? { refetchOnWindowFocus: false, refetchOnReconnect: false } : {}),
      ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    },
    scope.queries,
  )
}

/** Options of the query that `useRead` runs. */
export function readOptions<Input, Reply>({ client }: Scope, read: Read<Input, Reply>, input: Input) {
  return {
    queryKey: queryKey(read, input),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => read.of(client)(input, { signal }),
  }
}

export interface ListReply<Item> {
  readonly items: Item[]
  readonly nextCursor: string | null
}

/** Runs a list operation page by page. `pollMs` is for lists that no event covers. */
export function usePages<const Input extends object, Item>(
  read: Read<Input & { cursor?: string }, ListReply<Item>>,
  input: Input,
  { enabled = true, pollMs = false }: { enabled?: boolean; pollMs?: number | false } = {},
) {
  const scope = useScope()
  const query = useInfiniteQuery(
    {
      ...pagesOptions(scope, read, input),
      enabled,
      refetchInterval: pollMs,
      placeholderData: keepPreviousData,
    },
    scope.queries,
  )
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) }
}

/** Options of the query that `usePages` runs. */
export function pagesOptions<const Input extends object, Item>(
  { client }: Scope,
  read: Read<Input & { cursor?: string }, ListReply<Item>>,
  input: Input,
) {
  return {
    queryKey: [...queryKey(read, input), 'pages'],
    queryFn: ({ signal, pageParam }: { readonly signal: AbortSignal; readonly pageParam: string | null }) =>
      read.of(client)(pageParam === null ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page: ListReply<Item>) => page.nextCursor,
  }
}

const firstPage: string | null = null

/** One operation, or a function that calls several with the client; the options belong to the one that changes something. */
type Write<Input, Reply> =
  | Read<Input, Reply>
  | ((input: Input, client: Client, options: CallOptions) => Promise<Reply>)

/** Runs an operation as a mutation; on success the given groups are invalidated without waiting for the event. */
export function useWrite<Input, Reply>(
  write: Write<Input, Reply>,
  { invalidates = [], onDone }: { invalidates?: readonly Group[]; onDone?: (reply: Reply) => void } = {},
) {
  const { client, queries, signal } = useScope()
  const [withRetryKey] = useState(createRetryKey)
  const [once] = useState(createSingleFlight<Reply>)
  const mutation = useMutation<Reply, SoukError, Input>(
    {
      mutationFn: (input) =>
        withRetryKey(input, (idempotencyKey) =>
          typeof write === 'function'
            ? write(input, client, { idempotencyKey })
            : write.of(client)(input, { idempotencyKey }),
        ),
      onSuccess: async (reply) => {
        // The person has switched to another agent meanwhile: navigating now would bring them back.
        if (signal.aborted) return
        onDone?.(reply)
        if (invalidates.includes('users')) void refreshSession()
        await Promise.all(invalidates.map((group) => refetchQueries(queries, [group])))
      },
    },
    queries,
  )
  const { mutateAsync: run } = mutation
  // Constants, because effects depend on them.
  const mutateAsync = useCallback<typeof run>((...call) => once(call[0], () => run(...call)), [once, run])
  const mutate = useCallback<typeof mutation.mutate>(
    (...call) => void mutateAsync(...call).catch(() => undefined),
    [mutateAsync],
  )
  return { ...mutation, mutate, mutateAsync }
}

function queryKey({ group, name }: { group: string; name: string }, input: unknown): readonly unknown[] {
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
