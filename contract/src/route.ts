import { Type, type Static, type TObject, type TSchema } from 'typebox'
import type { ErrorKindName } from './errors.ts'
import type { Scope } from './scopes.ts'

/**
 * Who may call: anybody, a token is not looked at (`none`); anybody, a token shows more (`optional`); a signed-in
 * person (`user`); software with an agent key (`key`); either (`any`); either, acting as one agent (`agent`).
 */
export type Auth = 'none' | 'optional' | 'user' | 'key' | 'any' | 'agent'

/** Which error bodies and headers apply: the platform's envelopes or A2A's problem details. */
export type Surface = 'platform' | 'a2a'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** One route, declared once; validation, serialization, OpenAPI, docs, SDK and the derived tests read it. */
export interface Route {
  readonly method: Method
  /** In OpenAPI form, relative to the base of its surface: `/agents/{name}/tasks/{taskId}:accept`. */
  readonly path: string
  readonly surface: Surface
  readonly auth: Auth
  /** What an agent key needs to be allowed; people are not limited by scopes. */
  readonly scope?: Scope
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  /** On the platform surface: the schema of `data`. */
  readonly reply: TSchema
  /** Set by `list()`: the operation gets a decoded position and answers `{items, next}`. */
  readonly paged?: true
  /** The answer is an event stream with these events; `reply` is what each of them carries. */
  readonly stream?: readonly string[]
  /** A page can also be had as comma-separated values, with `Accept: text/csv`. */
  readonly csv?: true
  /** A platform route whose answer others have defined, so that it stands without the envelope. */
  readonly bare?: true
  /** The answer may be kept: by anybody, or only by the caller. The operation also says when it last changed. */
  readonly cache?: 'public' | 'private'
  /** Signs in or out: a browser gets its token in a cookie, or loses it. */
  readonly session?: 'opens' | 'ends'
  /** The body is a file, at most 10 MiB, not JSON. */
  readonly upload?: true
  /** The answer is a file; `reply` says what it is, for the reference. */
  readonly download?: true
  /** Changes nothing although it is a POST: a query with a body, or a subscription. */
  readonly safe?: true
  /** Kinds this route can refuse with, beyond those of every route (see `commonErrors`). */
  readonly errors: readonly ErrorKindName[]
  readonly summary: string
  readonly description?: string
  /** A true example of a call, shown in the docs and checked against the schemas. */
  readonly example: { readonly params?: object; readonly query?: object; readonly body?: object }
}

/** The platform wraps its answers; A2A and what others have defined stand bare. */
export function isEnveloped({ surface, bare }: Pick<Route, 'surface' | 'bare'>): boolean {
  return surface === 'platform' && bare !== true
}

/** Whether a call may change something. */
export function isWrite({ method, safe }: Pick<Route, 'method' | 'safe'>): boolean {
  return method !== 'GET' && safe !== true
}

/** Writes beyond DELETE that the server accepts while storage is full: they revoke authority and add no data. */
const writesWhileFull: ReadonlySet<string> = new Set(['/agents/{agentId}/keys/{kid}/deactivate'])

/** Whether a call may add data. The server refuses it with `storage-full` while disk space is short. */
export function addsData(checked: Pick<Route, 'method' | 'safe' | 'path'>): boolean {
  return isWrite(checked) && checked.method !== 'DELETE' && !writesWhileFull.has(checked.path)
}

/** Declares a route and keeps its exact types. */
export function route<const R extends Route>(definition: R): R {
  return definition
}

const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items per page.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 1000, description: 'The `nextCursor` of the page before.' }),
  ),
}

type ListOf<R extends ListDefinition> = Omit<R, 'item' | 'query'> & {
  method: 'GET'
  query: R extends { query: TObject<infer P> } ? TObject<P & typeof pageQuery> : TObject<typeof pageQuery>
  reply: ReturnType<typeof page<R['item']>>
  paged: true
}

type ListDefinition = Omit<Route, 'method' | 'reply' | 'paged'> & { readonly item: TSchema }

/** Declares a route that answers one page of items. */
export function list<const R extends ListDefinition>(definition: R): ListOf<R>
export function list(definition: ListDefinition): object {
  const { item, ...rest } = definition
  const query = Type.Object({ ...rest.query?.properties, ...pageQuery }, closed)
  return { ...rest, method: 'GET', query, reply: page(item), paged: true }
}

/** Bodies and queries of the platform refuse fields nobody knows, so that a misspelt one is noticed. */
export const closed = { additionalProperties: false } as const

/** A2A lets newer clients say more than we know, so its bodies are read and not measured. */
export const open = { additionalProperties: true } as const

export function page<T extends TSchema>(item: T) {
  return Type.Object({ items: Type.Array(item), nextCursor: Type.Union([Type.String(), Type.Null()]) })
}

/** Kinds that any route may answer, whatever it does. */
export const commonErrors: readonly ErrorKindName[] = [
  'bad-request',
  'payload-too-large',
  'quota-exceeded',
  'unsupported-media-type',
  'too-many-requests',
  'internal',
  'unavailable',
]

/** Kinds that any write may answer as well; a deletion too, if the database finds no room for its log. */
export const commonWriteErrors: readonly ErrorKindName[] = ['storage-full']

type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R extends {
  [P in K]: infer S extends TObject
}
  ? Static<S>
  : unknown

/** Everything a caller sends, flat: path, query and body together (their names never collide). */
export type Input<R extends Route> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'>

export type Reply<R extends Route> = Static<R['reply']>
