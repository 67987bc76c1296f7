import type { Input, Reply, Route } from 'souk-contract'
import type { CallerFor } from './caller.ts'
import type { Ports } from './context.ts'
import type { Reader, Store, Tx } from './db/transact.ts'
import type { Failure } from './failure.ts'

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

/** What an operation is given: the caller's input, with a decoded page in place of limit and cursor. */
export type Given<R extends Route> = R extends { paged: true }
  ? Omit<Input<R>, 'limit' | 'cursor'> & { page: PageRequest }
  : Input<R>

/** What an operation answers. */
export type Answer<R extends Route> = R extends { paged: true }
  ? Reply<R> extends { items: (infer T)[] }
    ? PageOf<T>
    : never
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

/**
 * An operation that needs work outside the database between two looks at it: hashing a password, asking a processor.
 * No connection and no lock is held while `outside` runs.
 */
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
  readonly event: string
  readonly data: object
}

/** Yields what happens from now on, or from the event after `lastEventId`, until `signal` says stop. */
export type Live<R extends Route> = (
  store: Store,
  caller: CallerFor<R['auth']>,
  given: Given<R>,
  from: { lastEventId: string | undefined; signal: AbortSignal },
) => AsyncGenerator<LiveEvent>

/** How one route is run. The second type parameters of `staged` are only known to itself. */
export type Handler<R extends Route> =
  | { readonly kind: 'live'; readonly open: Live<R> }
  | { readonly kind: 'read'; readonly run: Query<R> }
  | { readonly kind: 'write'; readonly run: Operation<R> }
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

export function live<R extends Route>(open: Live<R>): Handler<R> {
  return { kind: 'live', open }
}

export function write<R extends Route>(run: Operation<R>): Handler<R> {
  return { kind: 'write', run }
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
