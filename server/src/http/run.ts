import type { FastifyRequest } from 'fastify'
import type { Route } from 'souk-contract'
import type { CallerFor } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Given, Handler, Position } from '../operation.ts'
import { decodeCursor, encodeCursor } from './cursors.ts'
import { once, promised, recall } from './idempotency.ts'
import { subject } from './rate-limits.ts'

export interface Outcome {
  readonly answer: unknown
  readonly replayed: boolean
}

/** Carries out one call: input together, page decoded, transaction, stored answer for a repeated key. */
export async function run<R extends Route>(
  context: Context,
  operation: string,
  route: R,
  handler: Handler<R>,
  caller: CallerFor<R['auth']>,
  request: FastifyRequest,
): Promise<Outcome> {
  const list = `${operation} ${subject(caller)} ${JSON.stringify(filters(request))}`
  const given = gather<R>(context, route, request, list)
  if (handler.kind === 'read') {
    const answer = await context.store.read((reader) => handler.run(reader, caller, given))
    return { answer: route.paged === true ? wirePage(context, list, answer) : answer, replayed: false }
  }
  const call = promised(request, operation, caller)
  if (handler.kind === 'write') {
    return change(context, call, (tx) => handler.run(tx, caller, given))
  }
  const stored = call === undefined ? undefined : await context.store.read((reader) => recall(reader, call))
  if (stored !== undefined) return { ...stored, replayed: true }
  return change(context, call, await handler.prepare(context.store.read, context.ports, caller, given))
}

type Change = Parameters<Context['store']['write']>[0]

function change(context: Context, call: ReturnType<typeof promised>, body: Change): Promise<Outcome> {
  return context.store.write(async (tx) =>
    call === undefined ? { answer: await body(tx), replayed: false } : once(tx, call, () => body(tx)),
  )
}

function filters(request: FastifyRequest): unknown {
  const { limit: _limit, cursor: _cursor, ...rest } = asObject(request.query)
  return [request.params, rest]
}

/** The only cast of validated input: the schemas of the same route have just accepted every part of it. */
function gather<R extends Route>(
  context: Context,
  route: R,
  request: FastifyRequest,
  list: string,
): Given<R> {
  const { limit, cursor, ...query } = asObject(request.query)
  const body = route.body === undefined ? {} : asObject(request.body)
  const input = { ...asObject(request.params), ...query, ...body }
  if (route.paged !== true) return input as Given<R>
  const after = typeof cursor === 'string' ? decodeCursor(context.vault, list, cursor) : null
  return { ...input, page: { limit, after } } as unknown as Given<R>
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function wirePage(context: Context, list: string, answer: unknown): unknown {
  const { items, next } = answer as { items: unknown[]; next: Position | null }
  return { items, nextCursor: next === null ? null : encodeCursor(context.vault, list, next) }
}
