/** Whom the calls of a screen are made for. The only place that makes a client: no call leaves without its identity. */
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { createClient, isSoukError, type Client } from 'souk-sdk'
import { baseOf } from '../paths.ts'

export interface Actor {
  readonly userId?: string | undefined
  readonly agentId?: string | undefined
  readonly handle?: string | undefined
}

/** Told when the server no longer knows the person, or refuses the agent something. */
type Refused = () => Promise<unknown>

export interface Scope extends Actor {
  /** What the addresses of its screens begin with. */
  readonly base: string
  readonly client: Client
  /** Data read for this actor; never shared with another one. */
  readonly queries: QueryClient
  /** Aborted when the screens of this actor are gone. */
  readonly signal: AbortSignal
  end(): void
}

interface Outside {
  readonly origin: string
  readonly refused: Refused
  readonly fetch?: typeof fetch
}

const live = new Set<Scope>()

export function openScope(actor: Actor, outside: Outside): Scope {
  const ending = new AbortController()
  const { signal } = ending
  const queries = createQueries()
  const scope: Scope = {
    ...actor,
    base: baseOf(actor.handle),
    client: createClient({
      baseUrl: `${outside.origin}/api`,
      credentials: 'same-origin',
      // The person and the agent that the screen shows: the server refuses when the cookie is no longer theirs.
      headers: {
        'x-souk-web': actor.userId ?? '1',
        ...(actor.agentId === undefined ? {} : { 'x-agent-context': actor.agentId }),
      },
      fetch: guarded(actor, outside, signal),
    }),
    queries,
    signal,
    end: () => {
      live.delete(scope)
      ending.abort()
      queries.clear()
    },
  }
  live.add(scope)
  return scope
}

/** Takes everything off: data, streams and the calls under way. */
export function endScopes(): void {
  for (const scope of live) scope.end()
}

export function liveScopes(): readonly Scope[] {
  return [...live]
}

function guarded({ userId }: Actor, outside: Outside, signal: AbortSignal): typeof fetch {
  const { fetch: ask = (address, init) => fetch(address, init), refused } = outside
  let checking = false
  return async (address, init = {}) => {
    signal.throwIfAborted()
    const reads = init.method === undefined || init.method === 'GET'
    // A write that was begun is finished: whether it was done must not depend on a click elsewhere.
    const signals = [init.signal, reads ? signal : undefined].filter((one) => one instanceof AbortSignal)
    const response = await ask(address, { ...init, signal: AbortSignal.any(signals) })
    const { status } = response
    if ((status === 401 || status === 403) && userId !== undefined && !checking && !signal.aborted) {
      checking = true
      void refused().finally(() => {
        checking = false
      })
    }
    return response
  }
}

function createQueries(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // What may no longer be seen is not shown from memory either.
      onError: (error, query) => {
        if (isDenied(error)) query.setState({ data: undefined, dataUpdatedAt: 0 })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The SDK repeats what is worth repeating.
        retry: false,
        refetchOnWindowFocus: true,
      },
    },
  })
}

function isDenied(error: unknown): boolean {
  return isSoukError(error) && [401, 403, 404, 410].includes(error.status)
}
