import type { Input, Reply, Route } from 'souk-contract'
import type { CallerFor } from './caller.ts'
import type { Ports } from './context.ts'
import type { Reader, Statement, Store, Tx } from './db/transact.ts'
import type { Failure } from './failure.ts'
import type { Sink } from './events/log-subscription.ts'
import type { PubSub } from './node/pubsub.ts'

/** Where a page begins: the sort values of the last item before it. */
export type Position = readonly (string | number)[]

export interface PageRequest {
  readonly limit: number
  readonly after: Position | null
}

export interface PageOf<T> {
  readonly items: T[]
  readonly next: Position | null
}

/** An answer that may be kept until it changes. */
export interface Dated<T> {
  readonly content: T
  readonly changedAt: Date
}

/** An answer that is a file. */
export interface Download {
  readonly name: string
  readonly mediaType: string
  readonly size: number
  readonly bytes: AsyncIterable<Buffer>
}

/**
 * What an operation is given: the caller's input, with a decoded page in place of limit and cursor, and the bytes of
 * a file as they arrive.
 */
export type Given<R extends Route> = R extends { paged: true }
  ? Omit<Input<R>, 'limit' | 'cursor'> & { page: PageRequest }
  : R extends { upload: true }
    ? Input<R> & { upload: AsyncIterable<Buffer> }
    : Input<R>

/** What an operation answers. */
export type Answer<R extends Route> = R extends { paged: true }
  ? Reply<R> extends { items: (infer T)[] }
    ? PageOf<T>
    : never
  : R extends { cache: 'public' | 'private' }
    ? Dated<Reply<R>>
    : R extends { download: true }
      ? Download
      : Reply<R>

export type Query<R extends Route> = (
  reader: Reader,
  caller: CallerFor<R['auth']>,
  given: Given<R>,
) => Promise<Answer<R>>
export type Operation<R extends Route> = (
  tx: Tx,
  caller: CallerFor<R['auth']>,
  given: Given<R>,
) => Promise<Answer<R>>

/** Work between two transactions, such as hashing a password: `outside` holds no connection and no lock. */
export interface Stages<R extends Route, Before, Outside> {
  before: (reader: Reader, caller: CallerFor<R['auth']>, given: Given<R>) => Promise<Before>
  outside: (ports: Ports, before: Before, given: Given<R>) => Promise<Outside>
  after: (tx: Tx, caller: CallerFor<R['auth']>, given: Given<R>, outside: Outside) => Promise<Answer<R>>
}

/**
 * An operation that asks somebody else to do something: the intent is committed first, so that a crash during `ask`
 * leaves a row from which a worker finds out what happened. A Failure that `record` returns is answered after the commit.
 */
export interface RemoteStages<R extends Route, Intent, Outcome> {
  intend: (tx: Tx, caller: CallerFor<R['auth']>, given: Given<R>) => Promise<Intent>
  ask: (ports: Ports, intent: Intent) => Promise<Outcome>
  record: (
    tx: Tx,
    caller: CallerFor<R['auth']>,
    intent: Intent,
    outcome: Outcome,
  ) => Promise<Answer<R> | Failure>
}

export interface LiveEvent {
  readonly id: string
  /** Left out where a protocol has only one kind of event. */
  readonly event?: string
  /** The data as JSON: one line. Empty where nothing has happened, and only the place is told. */
  readonly data: string
}

export interface Listening {
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
  readonly pubsub: PubSub
}

/** What a stream tells; whoever may not listen is refused before it begins. */
export interface Followed {
  /** Told at once. */
  readonly opening: readonly LiveEvent[]
  /** Sends what comes then, and answers how to leave; without it the stream ends after its opening. */
  readonly follow?: (outlet: Sink) => () => void
  /** Called every few seconds for as long as somebody listens. */
  readonly whileListening?: () => void
}

/** Refuses a caller who may not listen to this, or no longer: asked again whenever authority may have changed. */
export type Authorize<R extends Route, Extra extends unknown[] = []> = (
  reader: Reader,
  caller: CallerFor<R['auth']>,
  given: Given<R>,
  ...extra: Extra
) => Promise<unknown>

/** Finds what a caller follows from now on, or from the event after `lastEventId`. */
export type Live<R extends Route> = (
  store: Store,
  caller: CallerFor<R['auth']>,
  given: Given<R>,
  listening: Listening,
) => Promise<Followed>

export interface Linger<R extends Route> {
  readonly authorize: Authorize<R>
  /** Waits, after the commit, for what the answer is about; answers it as it then stands. */
  readonly wait: (
    store: Store,
    caller: CallerFor<R['auth']>,
    given: Given<R>,
    waiting: Waiting<R>,
  ) => Promise<Answer<R>>
}

export interface Waiting<R extends Route> {
  readonly answer: Answer<R>
  readonly signal: AbortSignal
  readonly pubsub: PubSub
}

/** A change that is also tried as one statement outside a transaction; undefined means: not so simple. */
export type Shortcut<R extends Route> = (
  statement: Statement,
  caller: CallerFor<R['auth']>,
  given: Given<R>,
) => Promise<Answer<R> | undefined>

interface WriteExtras<R extends Route> {
  readonly linger?: Linger<R>
  /** Whether this call may wait at all; left out, every call may. */
  readonly lingers?: (given: Given<R>) => boolean
  readonly shortcut?: Shortcut<R>
  /** What is kept of a large answer under its Idempotency-Key. */
  readonly kept?: (answer: Answer<R>) => Answer<R>
}

/** How one route is run. The second type parameters of `staged` are only known to itself. */
export type Handler<R extends Route> =
  | { readonly kind: 'live'; readonly authorize: Authorize<R>; readonly open: Live<R> }
  | { readonly kind: 'read'; readonly run: Query<R> }
  | ({ readonly kind: 'write'; readonly run: Operation<R> } & WriteExtras<R>)
  | {
      readonly kind: 'write-then-live'
      readonly run: Operation<R>
      readonly shortcut?: Shortcut<R>
      readonly authorize: Authorize<R, [answer: Answer<R>]>
      readonly open: (
        store: Store,
        caller: CallerFor<R['auth']>,
        given: Given<R>,
        listening: Listening & { readonly answer: Answer<R> },
      ) => Promise<Followed>
    }
  | {
      readonly kind: 'staged'
      readonly prepare: (
        store: Store,
        ports: Ports,
        caller: CallerFor<R['auth']>,
        given: Given<R>,
      ) => Promise<(tx: Tx) => Promise<Answer<R> | Failure>>
    }

/** One handler for every route of a group: a missing or a foreign one does not compile. */
export type Handlers<G extends Record<string, Route>> = { readonly [K in keyof G]: Handler<G[K]> }

export function read<R extends Route>(run: Query<R>): Handler<R> {
  return { kind: 'read', run }
}

export function live<R extends Route>(
  handler: Omit<Extract<Handler<R>, { kind: 'live' }>, 'kind'>,
): Handler<R> {
  return { kind: 'live', ...handler }
}

/** Requires nothing beyond acting as the agent. */
export const actingIsEnough = async (): Promise<void> => undefined

export function write<R extends Route>(run: Operation<R>, extras: WriteExtras<R> = {}): Handler<R> {
  return { kind: 'write', run, ...extras }
}

/** A change whose consequences are then followed as a stream. */
export function writeThenLive<R extends Route>(
  handler: Omit<Extract<Handler<R>, { kind: 'write-then-live' }>, 'kind'>,
): Handler<R> {
  return { kind: 'write-then-live', ...handler }
}

export function staged<R extends Route, Before, Outside>(stages: Stages<R, Before, Outside>): Handler<R> {
  return {
    kind: 'staged',
    prepare: async (store, ports, caller, given) => {
      const before = await store.read((reader) => stages.before(reader, caller, given))
      const outside = await stages.outside(ports, before, given)
      return (tx) => stages.after(tx, caller, given, outside)
    },
  }
}

export function remote<R extends Route, Intent, Outcome>(
  stages: RemoteStages<R, Intent, Outcome>,
): Handler<R> {
  return {
    kind: 'staged',
    prepare: async (store, ports, caller, given) => {
      const intent = await store.write((tx) => stages.intend(tx, caller, given))
      const outcome = await stages.ask(ports, intent)
      return (tx) => stages.record(tx, caller, intent, outcome)
    },
  }
}
