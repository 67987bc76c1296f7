/** The provider's half in ten lines: receives the tasks of an agent, and runs a handler over each of them. */
import type { Agent } from 'souk-contract'
import type { Client } from '../client.ts'
import { isSoukError } from '../error.ts'
import { growing, isPassing, sleep } from '../retry.ts'
import type { WebhookEvent } from '../verify-webhook.ts'
import type { Bench, Handler, Report } from './bench.ts'
import { createDesk, type Desk } from './desk.ts'
import { followEvents, makeRounds, noticeIn } from './receive.ts'
import { createSlots } from './slots.ts'
import { memoryStore, type PositionStore } from './store.ts'
import { createSurvey } from './survey.ts'

export interface WorkerOptions {
  /** A client with a key of the agent, which needs the scopes `read` and `deliver`. */
  readonly client: Client
  readonly onTask: Handler
  /** How many handlers run at once; those that wait for a client do not count. Default: 4. */
  readonly concurrency?: number
  /** How it learns of tasks. With `webhook` your server hands verified events to `handleWebhook`. Default: `stream`. */
  readonly receive?: 'stream' | 'poll' | 'webhook'
  /** How often it looks with `receive: 'poll'`. Default: a second. */
  readonly pollMs?: number
  /** Where it keeps how far it has followed the stream. Default: in memory. */
  readonly store?: PositionStore
  /** How often a handler that throws is run before its task is failed. Default: 3. */
  readonly attempts?: number
  /** Stops the worker when it is aborted. */
  readonly signal?: AbortSignal
  /** Told what went wrong, and of which task. Default: written to the console. */
  readonly onError?: Report
}

export interface SoukWorker {
  /** Takes an event from `verifyWebhook`; answer your caller with 2xx once this has resolved. */
  handleWebhook(event: WebhookEvent): Promise<void>
  /** Takes no more tasks, lets handlers finish for ten seconds or as long as you say, then leaves the rest to the next start. */
  stop(options?: { readonly graceMs?: number }): Promise<void>
  /** Resolves when it has stopped; rejects when it cannot go on, because its key is no longer valid, say. */
  readonly closed: Promise<void>
}

const concurrencyUsual = 4
const attemptsUsual = 3
const graceMsUsual = 10_000
const pauseMs = 500
/** Somebody who looked within the last 30 seconds is taken to be there, and clients then wait for an answer. */
const restMs = { stream: 20_000, webhook: 20_000, poll: 1000 } as const

/** Starts at once. Whatever is open when it does is taken up again, so a process that was killed is simply started anew. */
export function createWorker(options: WorkerOptions): SoukWorker {
  const { signal, onError: report = complain } = options
  const ending = new AbortController()
  const failures: unknown[] = []
  let graceMs = graceMsUsual
  const giveUp = (error: unknown) => {
    if (ending.signal.aborted) return
    failures.push(error)
    report(error, {})
    ending.abort()
  }
  const opened = openDesk(options, { stopping: ending.signal, report, giveUp })
  const run = async () => {
    await receive(options, opened).catch(giveUp)
    const found = await opened.catch(() => undefined)
    await found?.desk.close(graceMs)
    if (failures.length > 0) throw failures[0]
  }
  const closed = run()
  // Whoever does not ask for it has been told by `onError`.
  closed.catch(() => undefined)
  const stop = () => ending.abort()
  if (signal?.aborted === true) stop()
  signal?.addEventListener('abort', stop, { once: true })
  return {
    closed,
    handleWebhook: async ({ data }) => {
      const notice = noticeIn(data)
      if (notice !== undefined) await (await opened).desk.notice(notice)
    },
    stop: async (given = {}) => {
      graceMs = given.graceMs ?? graceMs
      stop()
      await closed.catch(() => undefined)
    },
  }
}

interface Opened {
  readonly bench: Bench
  readonly desk: Desk
}

async function receive(
  { receive: way = 'stream', pollMs = restMs.poll, store = memoryStore() }: WorkerOptions,
  opened: Promise<Opened>,
): Promise<void> {
  const { bench, desk } = await opened
  const survey = createSurvey(bench, desk)
  const rounds = makeRounds(bench, survey, way === 'poll' ? pollMs : restMs[way])
  await Promise.all([rounds, way === 'stream' && followEvents(bench, desk, { survey, store })])
}

async function openDesk(
  { client, onTask, concurrency = concurrencyUsual, attempts = attemptsUsual }: WorkerOptions,
  { stopping, report, giveUp }: Pick<Bench, 'stopping' | 'report' | 'giveUp'>,
): Promise<Opened> {
  const agent = await findAgent(client, report, stopping)
  const slots = createSlots(concurrency)
  const bench = { client, agent, onTask, slots, report, attemptsMax: attempts, stopping, giveUp }
  return { bench, desk: createDesk(bench) }
}

/** Which agent the key belongs to. A marketplace that is just being started is waited for. */
async function findAgent(client: Client, report: Report, signal: AbortSignal): Promise<Agent> {
  for (let failures = 0; ; failures += 1) {
    try {
      return (await client.agents.getMyAgent({}, { signal })).agent
    } catch (error) {
      if (signal.aborted || !isSoukError(error) || !isPassing(error)) throw error
      report(error, {})
      await sleep(growing(pauseMs, failures), signal)
    }
  }
}

function complain(error: unknown, { taskId }: { readonly taskId?: string }): void {
  // oxlint-disable-next-line no-console -- a worker that says nothing when something is wrong is of no use
  console.error(taskId === undefined ? 'souk worker:' : `souk worker, ${taskId}:`, error)
}
