/** The only door to the data: the SDK, bound to a cache that is keyed by the operations of the contract. */
import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createClient, isSoukError, type CallOptions, type SoukError } from 'souk-sdk'

/** The session is a cookie that no script can read; the header shows that a page of ours is calling. */
export const api = createClient({
  baseUrl: `${location.origin}/api`,
  credentials: 'same-origin',
  headers: { 'x-souk-web': '1' },
})

type Read<Input, Reply> = (input: Input, options?: CallOptions) => Promise<Reply>

/** Which operation a call is, so that nobody has to name it twice. */
const names = new Map<unknown, readonly [group: string, operation: string]>(
  Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls).map(([operation, call]) => [call, [group, operation]] as const),
  ),
)

export type Group = keyof typeof api

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The SDK repeats what is worth repeating.
      retry: false,
      refetchOnWindowFocus: true,
    },
  },
})

/** What an operation answers, kept and refreshed when an event says that it may have changed. */
export function useRead<Input, Reply>(
  call: Read<Input, Reply>,
  input: Input,
  { enabled = true, keep = false }: { enabled?: boolean; keep?: boolean } = {},
) {
  return useQuery<Reply, SoukError>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => call(input, { signal }),
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

interface Paged<Item> {
  readonly items: Item[]
  readonly nextCursor: string | null
}

/** A list that grows at its end. */
export function usePages<const Input extends object, Item>(
  call: Read<Input & { cursor?: string }, Paged<Item>>,
  input: Input,
  { enabled = true, everyMs = false }: { enabled?: boolean; everyMs?: number | false } = {},
) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(call, input), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(pageParam === null ? input : { ...input, cursor: pageParam }, { signal }),
    initialPageParam: first,
    getNextPageParam: (page: Paged<Item>) => page.nextCursor,
    enabled,
    // For the few things that no event tells of.
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) }
}

const first: string | null = null

/** A change; afterwards the named groups are read again, without waiting for the event that tells of it. */
export function useWrite<Input, Reply>(
  call: Read<Input, Reply>,
  { touches = [], onDone }: { touches?: readonly Group[]; onDone?: (reply: Reply) => void } = {},
) {
  const client = useQueryClient()
  return useMutation<Reply, SoukError, Input>({
    mutationFn: (input) => call(input),
    onSuccess: async (reply) => {
      onDone?.(reply)
      await Promise.all(touches.map((group) => client.invalidateQueries({ queryKey: [group] })))
    },
  })
}

function keyOf(call: unknown, input: unknown): readonly unknown[] {
  return [...(names.get(call) ?? []), input]
}

export function isMissing(error: unknown): boolean {
  return isSoukError(error, 'not-found') || isSoukError(error, 'task-not-found')
}

export function isSignedOut(error: unknown): boolean {
  return isSoukError(error, 'unauthorized')
}
