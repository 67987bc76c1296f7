import type { Route } from 'souk-contract'
import type { AnyCaller, CallerFor } from '../caller.ts'
import type { Reader } from '../db/transact.ts'
import type { Handler, OperationReply } from '../operation.ts'
import type { Exchange } from './bindings/call.ts'
import { executeOperation, readInput } from './execute-operation.ts'
import { callerKey } from './receive/rate-limit.ts'
import { longPoll } from './streams/long-poll.ts'
import { openStream } from './streams/open-stream.ts'

/** Runs a call whose caller was admitted and whose input was validated. Every binding ends here. */
export async function dispatch<R extends Route>(
  exchange: Exchange<R>,
  handler: Handler<R>,
): Promise<unknown> {
  const { context, limits, operation, route, caller, request, reply, encoding } = exchange
  const { store } = context
  const readCallInput = () => readInput<R>(context, route, request, operation)
  if (handler.kind === 'live') {
    return openStream(context, limits, exchange, async (stream) => {
      const input = readCallInput()
      const authorize = (reader: Reader, by: AnyCaller) =>
        handler.authorize(reader, by as CallerFor<R['auth']>, input)
      await store.read((reader) => authorize(reader, caller))
      return { authorize, source: await handler.open(store, caller, input, stream) }
    })
  }
  const execute = async () => {
    const { reply: result, replayed } = await executeOperation(
      context,
      operation,
      route,
      handler,
      caller,
      request,
    )
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
    handler.kind === 'write' && handler.longPoll !== undefined && handler.mayWait?.(readCallInput()) !== false
  // Before the write, so that a refused caller can safely retry.
  if (waits) limits.streams.requireLongPoll(callerKey(caller))
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
