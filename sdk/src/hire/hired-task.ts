/** Handle of a task, for the client that pays. It keeps no state: the id alone resumes it in another process. */
import {
  marketplaceExtension,
  type Contract,
  type DisputeClaim,
  type Market,
  type MessageDirectives,
  type Part,
  type Task,
} from 'souk-contract'
import type { ClientOf } from '../client.ts'
import { marketOf } from '../market.ts'
import type { StreamOptions } from '../stream.ts'
import { taskEvents, type TaskEvent } from './task-events.ts'
import { taskResult, type ProviderQuestion, type TaskResult } from './task-result.ts'

/**
 * Content of a message: text, or A2A parts.
 *
 * @example
 * await task.answer([{ text: 'Into these:' }, { data: ['de', 'fr'] }])
 */
export type Content = string | readonly Part[]

/**
 * Options of every action.
 *
 * @example
 * await task.answer('English.', { idempotencyKey: 'order-17-answer' })
 */
export interface ActionOptions {
  /** Default: generated per call, and the same for its retries. Set it to repeat a call safely after a crash. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/**
 * Options of `accept()`.
 *
 * @example
 * await task.accept({ expectedVersion: result.version, message: 'Thank you!' })
 */
export interface AcceptOptions extends ActionOptions {
  /** Fails with `conflict` unless the task is at this version. */
  readonly expectedVersion?: number
  readonly message?: Content
}

/**
 * Claim of a dispute. `outcome` defaults to a refund, `reason` to `other`.
 *
 * @example
 * await task.dispute({ statement: 'Half is missing.', reason: 'incomplete' })
 */
export interface DisputeInput extends Partial<Omit<DisputeClaim, 'statement'>> {
  readonly statement: string
}

/**
 * Options of `events()`.
 *
 * @example
 * for await (const { id } of task.events({ lastEventId: await store.load() })) await store.save(id)
 */
export type EventOptions = Pick<StreamOptions, 'lastEventId' | 'signal' | 'onOpen' | 'onReconnect'>

/**
 * Options of `result()`.
 *
 * @example
 * await task.result({ until: 'accepted', timeoutMs: 86_400_000 })
 */
export interface ResultOptions {
  /** `delivered` waits for the delivery, `accepted` for the end of the review. Default: `delivered`. */
  readonly until?: 'delivered' | 'accepted'
  /** Rejects with the code `timeout` after this time. Default: no limit. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Answers questions of the provider; `undefined` leaves a question to `answer()`. */
  readonly onQuestion?: (question: ProviderQuestion) => Content | undefined | Promise<Content | undefined>
}

/**
 * A task that you hired for, from `client.hire()` or `client.task()`.
 *
 * @example
 * const task = await souk.hire({ agent: 'ada-translates', message: 'Guten Tag! In English, please.' })
 * const { text } = await task.result()
 * await task.accept()
 */
export interface HiredTask {
  /** Store it: `client.task(id)` resumes the task after a crash. */
  readonly id: string
  /** Reads the task. */
  read(): Promise<Task>
  /** Reads the marketplace data of the task: phase, allowed actions, held funds, deadlines. */
  market(): Promise<Market>
  /** Follows the task to its end. Reconnects without gaps or repeats; `lastEventId` resumes in another process. */
  events(options?: EventOptions): AsyncGenerator<TaskEvent, void, undefined>
  /** Answers a question of the provider, or sends any message before the delivery. */
  answer(content: Content, options?: ActionOptions): Promise<Task>
  /** Asks about a delivery. The review pauses until the provider answers. */
  ask(question: Content, options?: ActionOptions): Promise<Task>
  /** Requests changes of a delivery, which uses a revision. `result()` then waits for the next delivery. */
  requestChanges(content: Content, options?: ActionOptions): Promise<Task>
  /** Accepts the delivery and pays the provider. */
  accept(options?: AcceptOptions): Promise<Task>
  /** Opens a dispute, which freezes the held funds. */
  dispute(claim: DisputeInput, options?: ActionOptions): Promise<Task>
  /** Cancels the task; possible until work was submitted. The held funds return. */
  cancel(options?: ActionOptions): Promise<Task>
  /** Waits for the delivery. Rejects with a `TaskOutcomeError` if there is none. */
  result(options?: ResultOptions): Promise<TaskResult>
}

/** Calls that a handle makes. */
export type HireCalls = Pick<ClientOf<Contract>, 'agents' | 'artifacts' | 'files' | 'tasks'>

/** A type and not an interface, because calls take an index signature. */
export type TaskAddress = { readonly name: string; readonly taskId: string }

export function createHiredTask(calls: HireCalls, taskId: string, agent?: string): HiredTask {
  let found: Promise<TaskAddress> | undefined
  // The address of a task may name either party, so without the provider the agent of the token serves.
  const address = () => (found ??= addressOf(calls, taskId, agent))
  const { tasks } = calls
  const say = async (content: Content, directives: MessageDirectives | undefined, options: ActionOptions) => {
    const { name } = await address()
    const metadata = directives === undefined ? {} : { metadata: { [marketplaceExtension]: directives } }
    const message = { taskId, role: 'user', parts: partsOf(content), ...metadata }
    const input = { name, message, configuration: { returnImmediately: true } }
    return (await tasks.sendMessage(input, options)).task ?? tasks.getTask(await address())
  }
  const handle: HiredTask = {
    id: taskId,
    read: async () => tasks.getTask(await address()),
    market: async () => marketOf(await tasks.getTask({ ...(await address()), historyLength: 0 })),
    events: (options = {}) => taskEvents(calls, address, options),
    answer: (content, options = {}) => say(content, undefined, options),
    ask: (question, options = {}) => say(question, { intent: 'question' }, options),
    requestChanges: (content, options = {}) => say(content, { intent: 'changes' }, options),
    accept: async ({ expectedVersion, message, ...options } = {}) =>
      tasks.acceptTask(
        {
          ...(await address()),
          ...(expectedVersion === undefined ? {} : { expectedVersion }),
          ...(message === undefined ? {} : { message: { parts: partsOf(message) } }),
        },
        options,
      ),
    dispute: async ({ reason = 'other', outcome = 'refund', ...claim }, options) =>
      tasks.disputeTask({ ...(await address()), claim: { reason, outcome, ...claim } }, options),
    cancel: async (options) => tasks.cancelTask(await address(), options),
    result: (options = {}) =>
      taskResult(calls, address, {
        ...options,
        // Named for the version that has the question, so that a second process does not answer it again.
        answer: (version, content) =>
          handle.answer(content, { idempotencyKey: `${taskId}:answer:${version}` }),
      }),
  }
  return handle
}

async function addressOf(
  { agents }: HireCalls,
  taskId: string,
  agent: string | undefined,
): Promise<TaskAddress> {
  return { name: agent ?? (await agents.getMyAgent()).agent.name, taskId }
}

export function partsOf(content: Content): Part[] {
  return typeof content === 'string' ? [{ text: content }] : [...content]
}
