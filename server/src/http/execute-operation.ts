import fastJson from 'fast-json-stringify'
import type { FastifyRequest } from 'fastify'
import { isWrite, type Route } from 'souk-contract'
import { afterRefusal } from '../approvals/enforcement/store-pending-approval.ts'
import { recheckRunning, requireRunning, whileRunning } from '../approvals/enforcement/kill-switch.ts'
import type { StoredOperation } from '../approvals/enforcement/operations.ts'
import type { Caller, CallerFor } from '../caller.ts'
import type { Context } from '../context.ts'
import { fitForStorage } from '../db/idempotency-claim.ts'
import { sqlState, type Tx } from '../db/transact.ts'
import { Failure } from '../failure.ts'
import { decodePageToken, encodePageToken } from '../lib/page-tokens.ts'
import type { Answer, Given, Handler, Position } from '../operation.ts'
import { once, promised, recall } from './receive/idempotency.ts'
import { subject } from './receive/rate-limit.ts'

export interface Outcome {
  readonly answer: unknown
  readonly replayed: boolean
}

/** Carries out one call: input together, page decoded, transaction, stored answer for a repeated key. */
export async function run<R extends Route>(
  context: Context,
  operation: string,
  route: R,
  handler: Exclude<Handler<R>, { kind: 'live' }>,
  caller: CallerFor<R['auth']>,
  request: FastifyRequest,
): Promise<Outcome> {
  const list = route.paged === true ? listName(operation, caller, request) : operation
  const given = gather<R>(context, route, request, list)
  if (handler.kind === 'read') {
    const answer = await context.store.read((reader) => handler.run(reader, caller, given))
    return { answer: route.paged === true ? wirePage(context, list, answer) : answer, replayed: false }
  }
  if (isWrite(route)) await context.store.read((reader) => requireRunning(reader, caller, operation))
  const call = promised(context.vault, request, operation, caller)
  const asked = { operation, route, caller, given }
  try {
    return (await shortcut(context, handler, asked, call)) ?? (await change(context, handler, asked, call))
  } catch (error) {
    throw await afterRefusal(context.store, caller, { operation, input: asObject(given) }, error)
  }
}

export type ChangingHandler<R extends Route> = Exclude<Handler<R>, { kind: 'read' | 'live' }>

interface Asked<R extends Route> {
  readonly operation: string
  readonly route: R
  readonly caller: CallerFor<R['auth']>
  readonly given: Given<R>
}

/** Tries to do it all in one statement; whatever is out of the ordinary takes the long way. */
async function shortcut<R extends Route>(
  { store }: Context,
  handler: ChangingHandler<R>,
  { caller, given }: Asked<R>,
  claim: ReturnType<typeof promised>,
): Promise<Outcome | undefined> {
  if (handler.kind === 'staged' || handler.shortcut === undefined) return undefined
  const { shortcut: attempt } = handler
  const answer = await store
    .autocommit((statement) => attempt(Object.assign(statement, { claim }), caller, given))
    .catch((error: unknown) => {
      // A repeated call may be refused now because of what it did the first time; the long way knows.
      if (claim !== undefined && error instanceof Failure) return undefined
      // PostgreSQL has undone what it refused. The transaction reads less, and explains its own refusal.
      if (sqlState(error) !== undefined) return undefined
      throw error
    })
  return answer === undefined ? undefined : { answer, replayed: false }
}

async function change<R extends Route>(
  context: Context,
  handler: ChangingHandler<R>,
  asked: Asked<R>,
  call: ReturnType<typeof promised>,
): Promise<Outcome> {
  const { store } = context
  if (handler.kind === 'staged' && call !== undefined) {
    const stored = await store.read((reader) => recall(reader, call))
    if (stored !== undefined) return { ...stored, replayed: true }
  }
  const body = await prepare(context, handler, asked)
  const outcome = await store.write(async (tx) =>
    call === undefined
      ? { answer: await body(tx), replayed: false }
      : once(tx, call, () => body(tx), keptOf(handler)),
  )
  // A refusal that was returned, not thrown, has left something behind on purpose: a declined payment, say.
  if (outcome.answer instanceof Failure) throw outcome.answer
  return outcome
}

/** The form in which an answer is stored. */
function keptOf<R extends Route>(handler: ChangingHandler<R>): (answer: unknown) => unknown {
  if (handler.kind !== 'write' || handler.kept === undefined) return (answer) => answer
  const { kept } = handler
  return (answer) => fitForStorage(answer as Answer<R>, () => kept(answer as Answer<R>))
}

/** Does what comes before the last transaction, and answers what is left for it. */
async function prepare<R extends Route>(
  { store, ports }: Context,
  handler: ChangingHandler<R>,
  { operation, route, caller, given }: Asked<R>,
): Promise<(tx: Tx) => Promise<unknown>> {
  const guarded = isWrite(route) ? whileRunning(store, caller, operation) : store
  // Only the intent of a remote operation is checked: what a processor has done must be recorded.
  if (handler.kind === 'staged') return handler.prepare(guarded, ports, caller, given)
  return async (tx) => {
    if (isWrite(route)) await recheckRunning(tx, caller, operation)
    return handler.run(tx, caller, given)
  }
}

/** The same for a stored request: the schemas of its route accepted the input when it came in. */
export function storedOperation<R extends Route>(
  context: Context,
  operation: string,
  route: R,
  handler: ChangingHandler<R>,
): StoredOperation {
  return {
    scope: route.scope,
    prepare: async (caller, input) => {
      const asked = { operation, route, caller: caller as CallerFor<R['auth']>, given: input as Given<R> }
      const body = await prepare(context, handler, asked)
      return async (tx) => onlyReply(route, await body(tx))
    },
  }
}

/** What the route itself would let out of an answer. */
function onlyReply(route: Route, answer: unknown): unknown {
  return answer instanceof Failure ? answer : JSON.parse(fastJson(route.reply)(answer))
}

/** Which list it is that a cursor leads through: the same question by the same caller. */
function listName(operation: string, caller: Caller, request: FastifyRequest): string {
  const { limit: _limit, cursor: _cursor, ...rest } = asObject(request.query)
  return `${operation} ${subject(caller)} ${JSON.stringify([request.params, rest])}`
}

/** The only cast of validated input: the schemas of the same route have just accepted every part of it. */
export function gather<R extends Route>(
  context: Context,
  route: R,
  request: FastifyRequest,
  list: string,
): Given<R> {
  const { limit, cursor, ...query } = declared(route.query, request.query)
  const body = route.upload === true ? { upload: request.body } : declared(route.body, request.body)
  const input = { ...query, ...body, ...asObject(request.params) }
  if (route.paged !== true) return input as Given<R>
  const after = typeof cursor === 'string' ? decodePageToken(context.vault, list, cursor, 'cursor') : null
  return { ...input, page: { limit, after } } as unknown as Given<R>
}

/** Only what a schema names has been checked; anything else could pass for a field of another part. */
function declared(schema: Route['query'], value: unknown): Record<string, unknown> {
  const named: Record<string, unknown> = {}
  if (schema === undefined || typeof value !== 'object' || value === null) return named
  for (const [name, held] of Object.entries(value)) {
    if (Object.hasOwn(schema.properties, name)) named[name] = held
  }
  return named
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function wirePage(context: Context, list: string, answer: unknown): unknown {
  const { items, next } = answer as { items: unknown[]; next: Position | null }
  return { items, nextCursor: next === null ? null : encodePageToken(context.vault, list, next) }
}
