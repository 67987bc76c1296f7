import { Type, type Static, type TObject, type TSchema } from 'typebox'
import type { ErrorKindName } from './errors.ts'
import type { OperatorAccess } from './operator-roles.ts'
import type { Scope } from './scopes.ts'

/**
 * Callers of the route. `none`: public, tokens are ignored. `optional`: public, a token reveals more. `user`: a signed-in
 * person. `key`: an agent key. `any`: either. `agent`: either, acting as one agent. `operator`: an operator, or the
 * operator token.
 */
export type Auth = 'none' | 'optional' | 'user' | 'key' | 'any' | 'agent' | 'operator'

/** Decides the envelope, error bodies and headers: the platform's own or those of A2A. */
export type Surface = 'platform' | 'a2a'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** One operation. Validation, serialization, OpenAPI, docs, SDK and derived tests are based on this declaration. */
export interface Route {
  readonly method: Method
  /** Path template in OpenAPI form, below the prefix of the surface: `/agents/{name}/tasks/{taskId}:accept`. */
  readonly path: string
  readonly surface: Surface
  readonly auth: Auth
  /** Scope that an agent key needs. Scopes do not apply to people. */
  readonly scope?: Scope
  /** Operators who may call. Set exactly for `auth: 'operator'`. */
  readonly operators?: OperatorAccess
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  /** Schema of the response; on the platform surface, of `data`. */
  readonly reply: TSchema
  /** Set by `list()`: the handler receives a decoded cursor and returns `{items, next}`. */
  readonly paged?: true
  /** The response is an event stream of these kinds; `reply` is the schema of one event's data. */
  readonly stream?: readonly string[]
  /** The page is also available as CSV, with `Accept: text/csv`. */
  readonly csv?: true
  /** A platform route without the envelope, because another specification defines its response. */
  readonly bare?: true
  /** The response may be cached, by shared caches or only by the caller. The handler also returns its last change. */
  readonly cache?: 'public' | 'private'
  /** Signs in or out: sets or clears the session cookie of a browser. */
  readonly session?: 'opens' | 'ends'
  /** The request body is a file of at most 10 MiB instead of JSON. */
  readonly upload?: true
  /** The response is a file; `reply` describes it in the reference. */
  readonly download?: true
  /** The download supports ranges and validators: the response can also be 206 or 304. */
  readonly ranges?: true
  /** A POST without side effects: a query with a body, or a subscription. */
  readonly safe?: true
  /** Error kinds of this route, in addition to `commonErrors`. */
  readonly errors: readonly ErrorKindName[]
  /** Starts with a verb and is understood without context. */
  readonly summary: string
  /** Behavior, permissions, limits and side effects, in one to three sentences. */
  readonly description?: string
  /** Example request, shown in the docs and validated against the schemas. */
  readonly example: { readonly params?: object; readonly query?: object; readonly body?: object }
}

/** Whether the response is wrapped in `{success, data}`. */
export function isEnveloped({ surface, bare }: Pick<Route, 'surface' | 'bare'>): boolean {
  return surface === 'platform' && bare !== true
}

/** Whether a call can change data. */
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
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Maximum number of items per page.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'Cursor of the page: the `nextCursor` of the previous page.',
    }),
  ),
}

type ListOf<R extends ListDefinition> = Omit<R, 'item' | 'query'> & {
  method: 'GET'
  query: R extends { query: TObject<infer P> } ? TObject<P & typeof pageQuery> : TObject<typeof pageQuery>
  reply: ReturnType<typeof page<R['item']>>
  paged: true
}

type ListDefinition = Omit<Route, 'method' | 'reply' | 'paged'> & { readonly item: TSchema }

/** Declares a route that returns one page of items. */
export function list<const R extends ListDefinition>(definition: R): ListOf<R>
export function list(definition: ListDefinition): object {
  const { item, ...rest } = definition
  const query = Type.Object({ ...rest.query?.properties, ...pageQuery }, closed)
  return { ...rest, method: 'GET', query, reply: page(item), paged: true }
}

/** Platform bodies and queries refuse unknown fields, so that a typo is reported. */
export const closed = { additionalProperties: false } as const

/** A2A bodies ignore unknown fields, as the specification requires for newer clients. */
export const open = { additionalProperties: true } as const

function page<T extends TSchema>(item: T) {
  return Type.Object({
    items: Type.Array(item, { description: 'Items of this page.' }),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Cursor of the next page, or `null` on the last page.',
    }),
  })
}

/** Error kinds of every route. */
export const commonErrors: readonly ErrorKindName[] = [
  'bad-request',
  'payload-too-large',
  'quota-exceeded',
  'unsupported-media-type',
  'too-many-requests',
  'internal',
  'unavailable',
]

/** Additional error kinds of every write. Deletions are included: the database can run out of space for its log. */
export const commonWriteErrors: readonly ErrorKindName[] = ['storage-full']

type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R extends {
  [P in K]: infer S extends TObject
}
  ? Static<S>
  : unknown

/** Path, query and body fields of a call in one flat object; their names never collide. */
export type Input<R extends Route> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'>

export type Reply<R extends Route> = Static<R['reply']>
