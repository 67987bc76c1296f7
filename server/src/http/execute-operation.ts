import { isWrite, type Route } from 'souk-contract'
import { storeRefusal } from '../approvals/enforcement/store-refusal.ts'
import { requireSwitchOffInTx, requireSwitchOff } from '../approvals/enforcement/kill-switch.ts'
import type { StoredOperation } from '../approvals/enforcement/operations.ts'
import type { AnyCaller, CallerFor } from '../caller.ts'
import type { Context } from '../context.ts'
import { fitForStorage } from '../db/idempotency-claim.ts'
import { sqlState } from '../db/sql-state.ts'
import type { Store, Tx } from '../db/transact.ts'
import { Failure } from '../failure.ts'
import { decodePageToken, encodePageToken, type Position } from '../lib/page-tokens.ts'
import type { OperationReply, OperationInput, Handler } from '../operation.ts'
import type { IncomingCall } from './bindings/call.ts'
import {
  approvedClaim,
  findStoredReply,
  idempotentCall,
  requireNotRun,
  runApprovedOnce,
  runOnce,
} from './receive/idempotency.ts'
import { requireStanding, requireStandingInTx } from '../standing/require-standing.ts'
import { callerKey } from './receive/caller-key.ts'
import { resultJson } from './reply/serialization.ts'

export interface Outcome {
  readonly reply: unknown
  readonly replayed: boolean
}

/** Executes one call: reads its input, runs the handler in a transaction, and replays the stored reply of a repeated key. */
export async function executeOperation<R extends Route>(
  context: Context,
  operation: string,
  route: R,
  handler: Exclude<Handler<R>, { kind: 'live' | 'ranged' }>,
  caller: CallerFor<R['auth']>,
  request: IncomingCall,
): Promise<Outcome> {
  const list = route.paged === true ? cursorScope(operation, caller, request) : operation
  const input = readInput<R>(context, route, request, list)
  if (handler.kind === 'read') {
    const reply = await context.store.read((reader) => handler.run(reader, caller, input))
    return { reply: route.paged === true ? wirePage(context, list, reply) : reply, replayed: false }
  }
  if (isWrite(route)) {
    await context.store.read(async (reader) => {
      await requireSwitchOff(reader, caller, operation)
      await requireStanding(reader, caller, { operation, input })
    })
  }
  const claim = idempotentCall(context.vault, request, { operation, route }, caller)
  const call = { operation, route, caller, input }
  try {
    return (
      (await tryFastPath(context, handler, call, claim)) ??
      (await runInTransaction(context, handler, call, claim))
    )
  } catch (error) {
    throw await storeRefusal(
      context.store,
      caller,
      { operation, input: asObject(input), requestHash: claim?.requestHash },
      error,
    )
  }
}

type ChangingHandler<R extends Route> = Exclude<Handler<R>, { kind: 'read' | 'live' | 'ranged' }>

interface OperationCall<R extends Route> {
  readonly operation: string
  readonly route: R
  readonly caller: CallerFor<R['auth']>
  readonly input: OperationInput<R>
}

/** Tries the fast path of the handler. Returns undefined if the call needs the transaction. */
async function tryFastPath<R extends Route>(
  { store }: Context,
  handler: ChangingHandler<R>,
  { caller, input }: OperationCall<R>,
  claim: ReturnType<typeof idempotentCall>,
): Promise<Outcome | undefined> {
  if (handler.kind === 'staged' || handler.fastPath === undefined) return undefined
  const { fastPath: attempt } = handler
  const reply = await store
    .autocommit((statement) => attempt(Object.assign(statement, { claim }), caller, input))
    .catch((error: unknown) => {
      // A repeated call can be refused because its first run succeeded; the transaction finds the stored reply.
      if (claim !== undefined && error instanceof Failure) return undefined
      // PostgreSQL rolled the statement back. The transaction reads fewer rows and reports its own error.
      if (sqlState(error) !== undefined) return undefined
      throw error
    })
  return reply === undefined ? undefined : { reply, replayed: false }
}

async function runInTransaction<R extends Route>(
  context: Context,
  handler: ChangingHandler<R>,
  call: OperationCall<R>,
  claim: ReturnType<typeof idempotentCall>,
): Promise<Outcome> {
  const { store } = context
  if (handler.kind === 'staged' && claim !== undefined) {
    const stored = await store.read((reader) => findStoredReply(reader, claim))
    if (stored !== undefined) return { ...stored, replayed: true }
  }
  const body = await prepare(context, handler, call)
  const outcome = await store.write(async (tx) =>
    claim === undefined
      ? { reply: await body(tx), replayed: false }
      : runOnce(tx, claim, () => body(tx), storedForm(handler)),
  )
  // A Failure that was returned, not thrown, keeps the transaction: it recorded a declined payment, for example.
  if (outcome.reply instanceof Failure) throw outcome.reply
  return outcome
}

/** The form in which a reply is stored. */
function storedForm<R extends Route>(handler: ChangingHandler<R>): (reply: unknown) => unknown {
  if (handler.kind !== 'write' || handler.shorten === undefined) return (reply) => reply
  const { shorten } = handler
  return (reply) => fitForStorage(reply as OperationReply<R>, () => shorten(reply as OperationReply<R>))
}

/** Runs the stages before the last transaction and returns the change for that transaction. */
async function prepare<R extends Route>(
  { store, ports }: Context,
  handler: ChangingHandler<R>,
  { operation, route, caller, input }: OperationCall<R>,
): Promise<(tx: Tx) => Promise<unknown>> {
  const check = async (tx: Tx) => {
    if (!isWrite(route)) return
    await requireSwitchOffInTx(tx, caller, operation)
    await requireStandingInTx(tx, caller, { operation, input })
  }
  // The check stops only the intent of a remote operation: actions of the processor must still be recorded.
  if (handler.kind === 'staged') return handler.prepare(guardStore(store, check), ports, caller, input)
  return async (tx) => {
    await check(tx)
    return handler.run(tx, caller, input)
  }
}

/** A store whose transactions start with the check. */
function guardStore(store: Store, check: (tx: Tx) => Promise<void>): Store {
  return {
    ...store,
    write: (change) =>
      store.write(async (tx) => {
        await check(tx)
        return change(tx)
      }),
  }
}

/** Runs a request that was stored for approval. Its input was validated when it was received. */
export function storedOperation<R extends Route>(
  context: Context,
  operation: string,
  route: R,
  handler: ChangingHandler<R>,
): StoredOperation {
  return {
    scope: route.scope,
    prepare: async (caller, input) => {
      const call = {
        operation,
        route,
        caller: caller as CallerFor<R['auth']>,
        input: input as OperationInput<R>,
      }
      const claim = approvedClaim(caller, call)
      if (claim !== undefined) await context.store.read((reader) => requireNotRun(reader, claim))
      const body = await prepare(context, handler, call)
      return async (tx) => {
        const run = () => body(tx)
        const reply =
          claim === undefined ? await run() : await runApprovedOnce(tx, claim, run, storedForm(handler))
        return reply instanceof Failure ? reply : filterReply(route, reply)
      }
    },
  }
}

/** Removes fields that are not in the reply schema of the route. */
function filterReply(route: Route, reply: unknown): unknown {
  return JSON.parse(resultJson(route, reply))
}

/** A cursor is valid only for the same operation, caller and filters. */
function cursorScope(operation: string, caller: AnyCaller, request: IncomingCall): string {
  const { limit: _limit, cursor: _cursor, ...rest } = asObject(request.query)
  return `${operation} ${callerKey(caller)} ${JSON.stringify([request.params, rest])}`
}

/** The only cast of validated input: the schemas of the same route have accepted every part of it. */
export function readInput<R extends Route>(
  context: Context,
  route: R,
  request: IncomingCall,
  list: string,
): OperationInput<R> {
  const { limit, cursor, ...query } = declared(route.query, request.query)
  const body = route.upload === true ? { upload: request.body } : declared(route.body, request.body)
  const input = { ...query, ...body, ...asObject(request.params) }
  if (route.paged !== true) return input as OperationInput<R>
  const after = typeof cursor === 'string' ? decodePageToken(context.vault, list, cursor, 'cursor') : null
  return { ...input, page: { limit, after } } as unknown as OperationInput<R>
}

/** Drops fields without a schema: unchecked, they could pass for fields of another part of the request. */
function declared(schema: Route['query'], value: unknown): Record<string, unknown> {
  const checked: Record<string, unknown> = {}
  if (schema === undefined || typeof value !== 'object' || value === null) return checked
  for (const [name, field] of Object.entries(value)) {
    if (Object.hasOwn(schema.properties, name)) checked[name] = field
  }
  return checked
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function wirePage(context: Context, list: string, reply: unknown): unknown {
  const { items, next } = reply as { items: unknown[]; next: Position | null }
  return { items, nextCursor: next === null ? null : encodePageToken(context.vault, list, next) }
}
