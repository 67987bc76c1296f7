/** Events of one task: the stream of the task as a typed union. */
import type { Artifact, Market, Message, StreamResponse, Task } from 'souk-contract'
import { isSoukError } from '../error.ts'
import { marketOf, type MarketChange } from '../market.ts'
import type { StreamOptions } from '../stream.ts'
import type { FindAddress, HireCalls } from './hire-calls.ts'

/**
 * Event of a task. Each has an `id` to resume after with `events({ lastEventId })`.
 *
 * - `task`: snapshot of the task, the first event unless `lastEventId` is given.
 * - `status`: a change of the task or a message of a party, whose `text` is its text.
 * - `artifact`: a piece of work, or a chunk of it.
 *
 * @example
 * for await (const event of task.events()) {
 *   if (event.type === 'status' && event.market.phase === 'input_required') console.log('Asked:', event.text)
 *   if (event.type === 'artifact') console.log('Received', event.artifact.name)
 * }
 */
export type TaskEvent =
  | { readonly type: 'task'; readonly id: string; readonly market: Market; readonly task: Task }
  | {
      readonly type: 'status'
      readonly id: string
      readonly market: MarketChange
      readonly message: Message | undefined
      readonly text: string
    }
  | {
      readonly type: 'artifact'
      readonly id: string
      readonly market: MarketChange
      readonly artifact: Artifact
      readonly append: boolean
      readonly lastChunk: boolean
    }

/** Ends with the task, and when the signal is aborted. A task that has already ended yields its snapshot. */
export async function* taskEvents(
  { tasks }: HireCalls,
  address: FindAddress,
  options: StreamOptions,
): AsyncGenerator<TaskEvent, void, undefined> {
  const { signal } = options
  try {
    const at = await address(signal)
    for await (const { id, data } of tasks.followTask(at, options)) {
      const event = eventOf(id, data)
      if (event !== undefined) yield event
    }
  } catch (error) {
    if (signal?.aborted === true) return
    // A stream of a task without further events is refused.
    if (!isSoukError(error, 'unsupported-operation')) throw error
    if (options.lastEventId !== undefined) return
    const task = await tasks.getTask(await address(signal), { signal })
    const market = marketOf(task)
    yield { type: 'task', id: String(market.version), market, task }
  }
}

function eventOf(id: string, { task, statusUpdate, artifactUpdate }: StreamResponse): TaskEvent | undefined {
  if (task !== undefined) return { type: 'task', id, market: marketOf(task), task }
  if (statusUpdate !== undefined) {
    const { message } = statusUpdate.status
    const text = (message?.parts ?? []).flatMap((part) => part.text ?? []).join('\n')
    return { type: 'status', id, market: marketOf(statusUpdate), message, text }
  }
  if (artifactUpdate === undefined) return undefined
  const { artifact, append = false, lastChunk = true } = artifactUpdate
  return { type: 'artifact', id, market: marketOf(artifactUpdate), artifact, append, lastChunk }
}
