import type { Input, Reply, Route } from 'souk-contract'
import type { CallerFor } from './caller.ts'
import type { RangedFile } from './download.ts'
import type { Ports } from './ports/ports.ts'
import type { Reader, Statement, Store, Tx } from './db/transact.ts'
import type { Failure } from './failure.ts'
import type { Sink } from './events/log-subscription.ts'
import type { LiveEvent } from './events/sse-frame.ts'
import type { PubSub } from './node/pubsub.ts'
import type { Position } from './lib/page-tokens.ts'

export interface PageRequest {
  readonly limit: number
  readonly after: Position | null
}

export interface PageOf<T> {
  readonly items: T[]
  readonly next: Position | null
}

/** Reply that clients and proxies can cache until it changes. */
export interface Cacheable<T> {
  readonly content: T
  readonly changedAt: Date
}

/**
 * Input of an operation: the validated input of the route, with a decoded page in place of limit and cursor, and with the
 * bytes of an uploaded file.
 */
export type OperationInput<R extends Route> = R extends { paged: true }
  ? Omit<Input<R>, 'limit' | 'cursor'> & { page: PageRequest }
  : R extends { upload: true }
    ? Input<R> & { upload: AsyncIterable<Buffer> }
    : Input<R>

/** Result of an operation. */
export type OperationReply<R extends Route> = R extends { paged: true }
  ? Reply<R> extends { items: (infer T)[] }
    ? PageOf<T>
    : never
  : R extends { cache: 'public' | 'private' }
    ? Cacheable<Reply<R>>
    : R extends { download: true }
      ? never
      : Reply<R>

export type Query<R extends Route> = (
  reader: Reader,
  caller: CallerFor<R['auth']>,
  input: OperationInput<R>,
) => Promise<OperationReply<R>>
export type Operation<R extends Route> = (
  tx: Tx,
  caller: CallerFor<R['auth']>,
  input: OperationInput<R>,
) => Promise<OperationReply<R>>

/** Work between two transactions, such as hashing a password: `outside` holds no connection and no lock. */
interface Stages<R extends Route, Before, Outside> {
  before: (reader: Reader, caller: CallerFor<R['auth']>, input: OperationInput<R>) => Promise<Before>
  outside: (ports: Ports, before: Before, input: OperationInput<R>) => Promise<Outside>
  after: (
    tx: Tx,
    caller: CallerFor<R['auth']>,
    input: OperationInput<R>,
    outside: Outside,
  ) => Promise<OperationReply<R>>
}

/**
 * An operation with a request to a third party. The intent is committed first, so that after a crash during `call` a worker
 * can find out what happened. A Failure that `record` returns is sent after the commit, which keeps what was recorded.
 */
interface RemoteStages<R extends Route, Intent, Outcome> {
  intend: (tx: Tx, caller: CallerFor<R['auth']>, input: OperationInput<R>) => Promise<Intent>
  call: (ports: Ports, intent: Intent) => Promise<Outcome>
  record: (
    tx: Tx,
    caller: CallerFor<R['auth']>,
    intent: Intent,
    outcome: Outcome,
  ) => Promise<OperationReply<R> | Failure>
}

export interface StreamContext {
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
  readonly pubsub: PubSub
}

/** Events of a stream. The caller was authorized before it is opened. */
export interface StreamSource {
  /** Sent immediately. */
  readonly opening: readonly LiveEvent[]
  /** Subscribes to later events; returns the function that unsubscribes. Without it, the stream ends after its opening. */
  readonly subscribe?: (sink: Sink) => () => void
  /** Called every few seconds while the stream is open. */
  readonly onKeepalive?: () => void
}

/** Refuses a caller without access. Runs again whenever the caller's authority may have changed. */
export type Authorize<R extends Route, Extra extends unknown[] = []> = (
  reader: Reader,
  caller: CallerFor<R['auth']>,
  input: OperationInput<R>,
  ...extra: Extra
) => Promise<unknown>

/** Opens a stream that starts now, or after the event `lastEventId`. */
export type StreamOpener<R extends Route> = (
  store: Store,
  caller: CallerFor<R['auth']>,
  input: OperationInput<R>,
  context: StreamContext,
) => Promise<StreamSource>

export interface LongPoll<R extends Route> {
  readonly authorize: Authorize<R>
  /** Waits after the commit for a change of the resource; returns its current state. */
  readonly wait: (
    store: Store,
    caller: CallerFor<R['auth']>,
    input: OperationInput<R>,
    context: LongPollContext<R>,
  ) => Promise<OperationReply<R>>
}

interface LongPollContext<R extends Route> {
  readonly reply: OperationReply<R>
  readonly signal: AbortSignal
  readonly pubsub: PubSub
}

/** Finds a file for the caller, or refuses. Runs again whenever the caller's authority may have changed. */
type FindFile<R extends Route> = (
  reader: Reader,
  caller: CallerFor<R['auth']>,
  input: OperationInput<R>,
) => Promise<RangedFile>

/** Attempt to run a change as one statement without a transaction. Returns undefined if the change needs the transaction. */
export type FastPath<R extends Route> = (
  statement: Statement,
  caller: CallerFor<R['auth']>,
  input: OperationInput<R>,
) => Promise<OperationReply<R> | undefined>

interface WriteOptions<R extends Route> {
  readonly longPoll?: LongPoll<R>
  /** Whether this call waits; by default, every call does. */
  readonly mayWait?: (input: OperationInput<R>) => boolean
  readonly fastPath?: FastPath<R>
  /** Form in which a large reply is stored under its Idempotency-Key. */
  readonly shorten?: (reply: OperationReply<R>) => OperationReply<R>
}

/** How one route runs. The other type parameters of `staged` and `remote` are hidden in closures. */
export type Handler<R extends Route> =
  | { readonly kind: 'live'; readonly authorize: Authorize<R>; readonly open: StreamOpener<R> }
  | { readonly kind: 'read'; readonly run: Query<R> }
  | { readonly kind: 'ranged'; readonly find: FindFile<R> }
  | ({ readonly kind: 'write'; readonly run: Operation<R> } & WriteOptions<R>)
  | {
      readonly kind: 'write-then-live'
      readonly run: Operation<R>
      readonly fastPath?: FastPath<R>
      readonly authorize: Authorize<R, [reply: OperationReply<R>]>
      readonly open: (
        store: Store,
        caller: CallerFor<R['auth']>,
        input: OperationInput<R>,
        context: StreamContext & { readonly reply: OperationReply<R> },
      ) => Promise<StreamSource>
    }
  | {
      readonly kind: 'staged'
      readonly prepare: (
        store: Store,
        ports: Ports,
        caller: CallerFor<R['auth']>,
        input: OperationInput<R>,
      ) => Promise<(tx: Tx) => Promise<OperationReply<R> | Failure>>
    }

/** One handler for every route of a group; a missing or extra one does not compile. */
export type Handlers<G extends Record<string, Route>> = { readonly [K in keyof G]: Handler<G[K]> }

export function read<R extends Route>(run: Query<R>): Handler<R> {
  return { kind: 'read', run }
}

/** A download that supports ranges and ends when its caller loses authority. */
export function ranged<R extends Route>(find: FindFile<R>): Handler<R> {
  return { kind: 'ranged', find }
}

export function live<R extends Route>(
  handler: Omit<Extract<Handler<R>, { kind: 'live' }>, 'kind'>,
): Handler<R> {
  return { kind: 'live', ...handler }
}

/** Authorization for routes that need no more than acting as an agent. */
export const authenticationOnly = async (): Promise<void> => undefined

export function write<R extends Route>(run: Operation<R>, extras: WriteOptions<R> = {}): Handler<R> {
  return { kind: 'write', run, ...extras }
}

/** A change followed by a stream of its consequences. */
export function writeThenLive<R extends Route>(
  handler: Omit<Extract<Handler<R>, { kind: 'write-then-live' }>, 'kind'>,
): Handler<R> {
  return { kind: 'write-then-live', ...handler }
}

export function staged<R extends Route, Before, Outside>(stages: Stages<R, Before, Outside>): Handler<R> {
  return {
    kind: 'staged',
    prepare: async (store, ports, caller, input) => {
      const before = await store.read((reader) => stages.before(reader, caller, input))
      const outside = await stages.outside(ports, before, input)
      return (tx) => stages.after(tx, caller, input, outside)
    },
  }
}

export function remote<R extends Route, Intent, Outcome>(
  stages: RemoteStages<R, Intent, Outcome>,
): Handler<R> {
  return {
    kind: 'staged',
    prepare: async (store, ports, caller, input) => {
      const intent = await store.write((tx) => stages.intend(tx, caller, input))
      const outcome = await stages.call(ports, intent)
      return (tx) => stages.record(tx, caller, intent, outcome)
    },
  }
}
