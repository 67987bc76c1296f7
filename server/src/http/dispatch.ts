import type { Contract, Input, Route } from 'souk-contract'
import type { AnyCaller, CallerFor } from '../caller.ts'
import type { Reader } from '../db/transact.ts'
import type { Handler, OperationInput, OperationReply } from '../operation.ts'
import type { Exchange } from './bindings/exchange.ts'
import { actionCall, messageOperations, type ActionCall } from './bindings/message-actions.ts'
import { executeOperation, readInput, type Outcome } from './execute-operation.ts'
import { longPoll } from './streams/long-poll.ts'
import { openStream } from './streams/open-stream.ts'
import { sendRange } from './streams/send-range.ts'

/** Runs a call whose caller was admitted and whose input was validated. Every binding ends here. */
export async function dispatch<R extends Route>(
  exchange: Exchange<R>,
  handler: Handler<R>,
): Promise<unknown> {
  const { context, limits, operation, route, caller, request, reply, encoding } = exchange
  const { store } = context
  const readCallInput = () => readInput<R>(context, route, request, operation)
  if (handler.kind === 'live') return openLive(exchange, handler, readCallInput)
  if (handler.kind === 'ranged') {
    const input = readCallInput()
    return sendRange(exchange, (reader, by) => handler.find(reader, by as CallerFor<R['auth']>, input))
  }
  const action = messageOperations.has(operation)
    ? actionCall(request, readCallInput() as SendMessageInput)
    : undefined
  const execute = async () => {
    const { reply: result, replayed } =
      action === undefined
        ? await executeOperation(context, operation, route, handler, caller, request)
        : await runAction(exchange, action)
    if (replayed) reply.header('idempotent-replayed', 'true')
    return result
  }
  if (handler.kind === 'write-then-live') {
    // The stream slot is taken before the write, so that a caller without one can safely retry.
    return openStream(context, limits, exchange, async (stream) => {
      const input = readCallInput()
      const result = (await execute()) as OperationReply<R>
      return {
        authorize: (reader, by) => handler.authorize(reader, by as CallerFor<R['auth']>, input, result),
        source: await handler.open(store, caller, input, { ...stream, reply: result }),
      }
    })
  }
  const waits =
    action === undefined &&
    handler.kind === 'write' &&
    handler.longPoll !== undefined &&
    handler.mayWait?.(readCallInput()) !== false
  // Before the write, so that a refused caller can safely retry.
  if (waits) limits.streams.requireLongPoll(caller)
  const result = await execute()
  if (waits && handler.longPoll !== undefined) {
    const { wait, authorize } = handler.longPoll
    const input = readCallInput()
    return longPoll(exchange, {
      wait,
      authorize: (reader, by) => authorize(reader, by as CallerFor<R['auth']>, input),
      caller,
      input,
      result: result as OperationReply<R>,
    })
  }
  return encoding.send(result)
}

function openLive<R extends Route>(
  exchange: Exchange<R>,
  { authorize: authorizeCall, open }: Extract<Handler<R>, { kind: 'live' }>,
  readCallInput: () => OperationInput<R>,
): Promise<unknown> {
  const { context, limits, caller } = exchange
  const { store } = context
  return openStream(context, limits, exchange, async (stream) => {
    const input = readCallInput()
    const authorize = (reader: Reader, by: AnyCaller) =>
      authorizeCall(reader, by as CallerFor<R['auth']>, input)
    await store.read((reader) => authorize(reader, caller))
    return { authorize, source: await open(store, caller, input, stream) }
  })
}

type SendMessageInput = Input<Contract['tasks']['sendMessage']>

/** Runs the action of a message; the reply is that of the message. */
async function runAction(
  { registry, caller }: Pick<Exchange, 'registry' | 'caller'>,
  { operation, call }: ActionCall,
): Promise<Outcome> {
  const bound = registry.bound.get(operation)
  if (bound === undefined) throw new Error(`Operation ${operation} is not registered.`)
  const { reply: task, replayed } = await bound.execute(caller, call)
  return { reply: { task }, replayed }
}
