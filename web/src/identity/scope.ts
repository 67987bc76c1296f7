/** A scope runs calls as one actor. The only place that creates clients, so that every call carries an identity. */
import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { createClient, isSoukError, type Client, type Connection } from 'souk-sdk'
import { agentBasePath } from '../paths.ts'

export interface Actor {
  readonly userId?: string | undefined
  readonly agentId?: string | undefined
  readonly handle?: string | undefined
}

export interface Scope extends Actor {
  /** Path prefix of the actor's pages: `/as/{handle}`, or empty. */
  readonly base: string
  readonly client: Client
  /** Query cache of this actor; never shared with another one. */
  readonly queries: QueryClient
  /** An event before the first query, after which the first event stream starts. */
  readonly lastEventId: string | undefined
  /** Aborted when the scope closes. */
  readonly signal: AbortSignal
  close(): void
}

interface ScopeOptions {
  readonly origin: string
  readonly lastEventId?: string | undefined
  /** Called when the server answers a signed-in person with 401 or 403. */
  readonly onDenied: () => Promise<unknown>
  readonly fetch?: typeof fetch
}

// A pending write disables its button before the browser handles the next event, such as the second half of a double click.
notifyManager.setScheduler(queueMicrotask)

const open = new Set<Scope>()
const connections = new WeakMap<Client, Connection>()

/** Connection of a scope's client, for the client of operator routes, which only operators load. */
export function connectionOf(client: Client): Connection {
  const connection = connections.get(client)
  if (connection === undefined) throw new Error('The client belongs to no scope.')
  return connection
}

export function openScope(actor: Actor, options: ScopeOptions): Scope {
  const controller = new AbortController()
  const { signal } = controller
  const queries = createQueryClient()
  // Stale queries are fetched again when the window regains focus and when the network returns.
  queries.mount()
  const connection: Connection = {
    baseUrl: `${options.origin}/api`,
    credentials: 'same-origin',
    // The person and the agent on screen: the server refuses the call when the cookie belongs to another person.
    headers: {
      'x-souk-web': actor.userId ?? '1',
      ...(actor.agentId === undefined ? {} : { 'x-agent-context': actor.agentId }),
    },
    fetch: guardFetch(actor, options, signal),
  }
  const client = createClient(connection)
  connections.set(client, connection)
  const scope: Scope = {
    ...actor,
    base: agentBasePath(actor.handle),
    client,
    queries,
    lastEventId: options.lastEventId,
    signal,
    close: () => {
      open.delete(scope)
      controller.abort()
      queries.unmount()
      queries.clear()
    },
  }
  open.add(scope)
  return scope
}

/** Discards all data, streams and reads in flight. */
export function closeScopes(): void {
  for (const scope of open) scope.close()
}

export function openScopes(): readonly Scope[] {
  return [...open]
}

function guardFetch({ userId }: Actor, options: ScopeOptions, signal: AbortSignal): typeof fetch {
  const { fetch: send = (url, init) => fetch(url, init), onDenied } = options
  let checking = false
  return async (url, init = {}) => {
    signal.throwIfAborted()
    const isRead = init.method === undefined || init.method === 'GET'
    // Closing the scope aborts reads only: an aborted write would leave open whether it took effect.
    const signals = [init.signal, isRead ? signal : undefined].filter((one) => one instanceof AbortSignal)
    const response = await send(url, { ...init, signal: AbortSignal.any(signals) })
    const { status } = response
    if ((status === 401 || status === 403) && userId !== undefined && !checking && !signal.aborted) {
      checking = true
      void onDenied().finally(() => {
        checking = false
      })
    }
    return response
  }
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // Cached data must not stay on screen after access to it was lost.
      onError: (error, query) => {
        if (isDenied(error)) query.setState({ data: undefined, dataUpdatedAt: 0 })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // The SDK already retries.
        retry: false,
        refetchOnWindowFocus: true,
      },
    },
  })
}

function isDenied(error: unknown): boolean {
  return isSoukError(error) && [401, 403, 404, 410].includes(error.status)
}
