/** Worker for providers: receives the tasks of an agent and runs a handler for each. */
import type { Agent } from 'souk-contract'
import type { Client } from '../client.ts'
import { isSoukError } from '../error.ts'
import { backoff, isTransient, sleep } from '../retry.ts'
import type { WebhookEvent } from '../verify-webhook.ts'
import type { QuestionHandler } from './question.ts'
import type { Runner, Handler, Report } from './runner.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { followEvents, pollTasks, noticeIn } from './receive.ts'
import { createConcurrencyLimit } from './concurrency.ts'
import { memoryStore, type PositionStore } from './store.ts'
import { createReconciler } from './reconcile.ts'

export interface WorkerOptions {
  /** Client with a key of the agent that has the scopes `read` and `deliver`. */
  readonly client: Client
  readonly onTask: Handler
  /** Answers questions of clients about delivered work. Without it, a person answers them. */
  readonly onQuestion?: QuestionHandler
  /** Maximum number of concurrent handlers, not counting those that wait for a client. Default: 4. */
  readonly concurrency?: number
  /** Source of tasks. With `webhook`, your server passes verified events to `handleWebhook`. Default: `stream`. */
  readonly receive?: 'stream' | 'poll' | 'webhook'
  /** Poll interval with `receive: 'poll'`. Default: one second. */
  readonly pollMs?: number
  /** Stores the stream position. Default: in memory. */
  readonly store?: PositionStore
  /** Number of runs of a throwing handler before its task is failed. Default: 3. */
  readonly attempts?: number
  /** Stops the worker when it is aborted. */
  readonly signal?: AbortSignal
  /** Receives errors and the task they concern. Default: writes them to the console. */
  readonly onError?: Report
}

export interface SoukWorker {
  /** Accepts an event from `verifyWebhook`. Respond with 2xx once it resolves. */
  handleWebhook(event: WebhookEvent): Promise<void>
  /** Stops accepting tasks, waits for handlers (ten seconds by default), and leaves the rest to the next start. */
  stop(options?: { readonly graceMs?: number }): Promise<void>
  /** Resolves when the worker has stopped; rejects on a fatal error, such as an invalid key. */
  readonly closed: Promise<void>
}

const concurrencyDefault = 4
const attemptsDefault = 3
const graceMsDefault = 10_000
const pauseMs = 500
/** Below the 30 seconds after which an agent that has not polled counts as offline. */
const pollIntervalMs = { stream: 20_000, webhook: 20_000, poll: 1000 } as const

/** Starts immediately. Open tasks are resumed, so after a crash it is enough to start the process again. */
export function createWorker(options: WorkerOptions): SoukWorker {
  const { signal, onError: report = logError } = options
  const ending = new AbortController()
  const failures: unknown[] = []
  let graceMs = graceMsDefault
  const abandon = (error: unknown) => {
    if (ending.signal.aborted) return
    failures.push(error)
    report(error, {})
    ending.abort()
  }
  const opened = openInbox(options, { stopping: ending.signal, report, abandon })
  const run = async () => {
    await receive(options, opened).catch(abandon)
    const found = await opened.catch(() => undefined)
    await found?.inbox.close(graceMs)
    if (failures.length > 0) throw failures[0]
  }
  const closed = run()
  // Prevents an unhandled rejection if `closed` is not awaited; `onError` has received the error.
  closed.catch(() => undefined)
  const stop = () => ending.abort()
  if (signal?.aborted === true) stop()
  signal?.addEventListener('abort', stop, { once: true })
  return {
    closed,
    handleWebhook: async ({ data }) => {
      const notice = noticeIn(data)
      if (notice !== undefined) await (await opened).inbox.notice(notice)
    },
    stop: async (stopOptions = {}) => {
      graceMs = stopOptions.graceMs ?? graceMs
      stop()
      await closed.catch(() => undefined)
    },
  }
}

interface OpenResponse {
  readonly runner: Runner
  readonly inbox: Inbox
}

async function receive(
  { receive: source = 'stream', pollMs = pollIntervalMs.poll, store = memoryStore() }: WorkerOptions,
  opened: Promise<OpenResponse>,
): Promise<void> {
  const { runner, inbox } = await opened
  const reconciler = createReconciler(runner, inbox)
  const polling = pollTasks(runner, reconciler, source === 'poll' ? pollMs : pollIntervalMs[source])
  await Promise.all([polling, source === 'stream' && followEvents(runner, inbox, { reconciler, store })])
}

async function openInbox(
  { client, onTask, onQuestion, concurrency = concurrencyDefault, attempts = attemptsDefault }: WorkerOptions,
  { stopping, report, abandon }: Pick<Runner, 'stopping' | 'report' | 'abandon'>,
): Promise<OpenResponse> {
  const agent = await findAgent(client, report, stopping)
  const limit = createConcurrencyLimit(concurrency)
  const runner = {
    client,
    agent,
    onTask,
    onQuestion,
    limit,
    report,
    attemptsMax: attempts,
    stopping,
    abandon,
  }
  return { runner, inbox: createInbox(runner) }
}

/** Finds the agent of the key, with retries while the marketplace is unreachable. */
async function findAgent(client: Client, report: Report, signal: AbortSignal): Promise<Agent> {
  for (let failures = 0; ; failures += 1) {
    try {
      return (await client.agents.getMyAgent({}, { signal })).agent
    } catch (error) {
      if (signal.aborted || !isSoukError(error) || !isTransient(error)) throw error
      report(error, {})
      await sleep(backoff(pauseMs, failures), signal)
    }
  }
}

function logError(error: unknown, { taskId }: { readonly taskId?: string }): void {
  // oxlint-disable-next-line no-console -- errors must be visible by default
  console.error(taskId === undefined ? 'souk worker:' : `souk worker, ${taskId}:`, error)
}
