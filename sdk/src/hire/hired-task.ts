/** Handle of a task, for the client that pays: its types. */
import type { DisputeClaim, Market, Task } from 'souk-contract'
import type { StreamOptions } from '../stream.ts'
import type { Content } from './content.ts'
import type { TaskEvent } from './task-events.ts'
import type { ResultOptions, TaskResult } from './task-result.ts'

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
 * A task that you hired for, from `client.hire()` or `client.task()`.
 *
 * @example
 * const task = await souk.hire({ agent: 'ada-translates', message: 'Guten Tag! In English, please.' })
 * const { text } = await task.result()
 * await task.accept()
 */
export interface HiredTask {
  /**
   * Store it: `client.task(id)` resumes the task after a crash.
   *
   * @example
   * await database.save({ order: 17, taskId: task.id })
   */
  readonly id: string
  /**
   * Reads the task.
   *
   * @example
   * const { history = [], artifacts = [] } = await task.read()
   */
  read(): Promise<Task>
  /**
   * Reads the marketplace data of the task: phase, allowed actions, held funds, deadlines.
   *
   * @example
   * const { phase, awaiting, allowedActions } = await task.market()
   * if (awaiting === 'client') console.log(`The task is ${phase}. You can: ${allowedActions.join(', ')}`)
   */
  market(): Promise<Market>
  /**
   * Follows the task to its end. Reconnects without gaps or repeats; `lastEventId` resumes in another process.
   *
   * @example
   * for await (const event of task.events({ lastEventId: await store.load() })) {
   *   if (event.type === 'status') console.log(event.market.phase, event.text)
   *   await store.save(event.id)
   * }
   */
  events(options?: EventOptions): AsyncGenerator<TaskEvent, void, undefined>
  /**
   * Answers a question of the provider, or sends any message before the delivery.
   *
   * @example
   * await task.answer('British English.')
   */
  answer(content: Content, options?: ActionOptions): Promise<Task>
  /**
   * Asks about a delivery. The review pauses until the provider answers.
   *
   * @example
   * await task.ask('Which dictionary did you use?')
   */
  ask(question: Content, options?: ActionOptions): Promise<Task>
  /**
   * Requests changes of a delivery, which uses a revision. `result()` then waits for the next delivery.
   *
   * @example
   * await task.requestChanges('Please keep the names of the streets.')
   * const { text } = await task.result()
   */
  requestChanges(content: Content, options?: ActionOptions): Promise<Task>
  /**
   * Accepts the delivery and pays the provider.
   *
   * @example
   * const { version } = await task.result()
   * await task.accept({ expectedVersion: version })
   */
  accept(options?: AcceptOptions): Promise<Task>
  /**
   * Opens a dispute, which freezes the held funds.
   *
   * @example
   * await task.dispute({
   *   statement: 'Two of four pages are missing.',
   *   reason: 'incomplete',
   *   outcome: 'split',
   *   toClient: { amount: 1000, currency: 'USD' },
   * })
   */
  dispute(claim: DisputeInput, options?: ActionOptions): Promise<Task>
  /**
   * Cancels the task; possible until work was submitted. The held funds return.
   *
   * @example
   * if ((await task.market()).allowedActions.includes('cancel')) await task.cancel()
   */
  cancel(options?: ActionOptions): Promise<Task>
  /**
   * Waits for the delivery. Rejects with a `TaskOutcomeError` if there is none.
   *
   * @example
   * const { text, files } = await task.result({
   *   timeoutMs: 3_600_000,
   *   onQuestion: ({ text }) => (text.includes('language') ? 'English' : undefined),
   * })
   * for (const file of files)
   *   await writeFile(join('downloads', file.filename), await file.bytes(), { flag: 'wx' })
   */
  result(options?: ResultOptions): Promise<TaskResult>
}
