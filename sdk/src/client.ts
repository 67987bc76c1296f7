import { contract, type Contract, type Input, type Reply, type Route } from 'souk-contract'
import type { Connection } from './request.ts'
import { send, type CallOptions } from './send.ts'

/** Every route of the contract as a function: `client.agents.getAgent({ name: 'ada-translates' })`. */
export type Client = ClientOf<Contract>

export type ClientOf<C extends RouteGroups> = {
  readonly [G in keyof C]: { readonly [K in CallableKey<C[G]>]: Call<C[G][K]> }
}

/** A stream is followed and a file is carried; neither is a call that answers JSON for JSON. */
type CallableKey<Group> = {
  [K in keyof Group]: Group[K] extends
    | { readonly stream: readonly string[] }
    | { readonly upload: true }
    | { readonly download: true }
    ? never
    : K
}[keyof Group]

/** Takes path, query and body fields together; answers the `data` of the envelope, or the bare A2A reply. */
export type Call<R extends Route> = (...call: CallArguments<Input<R>>) => Promise<Reply<R>>

type CallArguments<I> = unknown extends I
  ? [input?: Record<string, never>, options?: CallOptions]
  : Partial<I> extends I
    ? [input?: I, options?: CallOptions]
    : [input: I, options?: CallOptions]

type RouteGroups = Readonly<Record<string, Readonly<Record<string, Route>>>>

export function createClient(connection: Connection): Client {
  return clientFor(contract, connection)
}

/** A client of any routes; the overload is where data becomes the type that was derived from it. */
export function clientFor<const C extends RouteGroups>(groups: C, connection: Connection): ClientOf<C>
export function clientFor(groups: RouteGroups, connection: Connection): object {
  const callOf = (route: Route) => (input?: object, options?: CallOptions) =>
    send(connection, route, { input, options })
  const callable = (routes: Readonly<Record<string, Route>>) =>
    Object.fromEntries(Object.entries(routes).filter(([, route]) => isCallable(route)))
  return mapValues(groups, (routes) => mapValues(callable(routes), callOf))
}

function isCallable({ stream, upload, download }: Route): boolean {
  return stream === undefined && upload !== true && download !== true
}

function mapValues<T>(values: Readonly<Record<string, T>>, change: (value: T) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
