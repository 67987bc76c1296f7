/** What tests of the SDK's worker share: a marketplace, two agents, and workers that end with their test. */
import { createClient, type Client } from '../../sdk/src/client.ts'
import { startMarketplace, type Marketplace, type TestAgent } from '../../sdk/src/testing.ts'
import { createWorker, type SoukWorker, type WorkerOptions } from '../../sdk/src/worker/worker.ts'
import type { Market, Message, Part, Phase, SentMetadata, Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { fail } from './harness.ts'
import { createScratch, type Scratch } from './server-process.ts'
import { market, text, words } from './task-talk.ts'
import { usd } from './traders.ts'

export const patience = { timeout: 20_000, interval: 20 }

export interface WorkerBench {
  readonly souk: Marketplace
  readonly client: TestAgent
  /** A new one for each test, so that workers of different tests have nothing in common. */
  readonly provider: TestAgent
  /** What workers complained about, as `taskId message`. */
  readonly complaints: string[]
  work(onTask: WorkerOptions['onTask'], options?: Partial<WorkerOptions>): SoukWorker
  hire(order: string, terms?: object): Promise<Task>
  say(task: Task, order: string): Promise<void>
  read(task: Task): Promise<Task>
  when(task: Task, phase: Phase): Promise<Task>
  /** What the provider did, in order. */
  deeds(task: Task): Promise<string[]>
}

export function openBench(): WorkerBench {
  const trade = openTrade()
  const { complaints, workers } = trade
  const address = ({ id: taskId }: Task) => ({ name: trade.provider.agent.name, taskId })
  const send = (message: { taskId?: string; parts: Part[]; metadata?: SentMetadata }) =>
    trade.client.client.tasks.sendMessage({
      name: trade.provider.agent.name,
      message,
      configuration: { returnImmediately: true },
    })
  const bench: Omit<WorkerBench, keyof Trade> = {
    work: (onTask, options = {}) => {
      const onError: WorkerOptions['onError'] = (error, { taskId = '' }) =>
        complaints.push(`${taskId} ${error instanceof Error ? error.message : String(error)}`)
      const worker = createWorker({ client: trade.provider.client, onTask, onError, ...options })
      workers.push(worker)
      return worker
    },
    hire: async (order, terms = {}) =>
      (await send({ parts: text(order), metadata: words({ terms }) })).task ?? fail('no task'),
    say: async (task, order) => void (await send({ taskId: task.id, parts: text(order) })),
    read: (task) => trade.client.client.tasks.getTask(address(task)),
    when: (task, phase) =>
      vi.waitFor(async () => {
        const seen = await bench.read(task)
        return market(seen).phase === phase ? seen : fail(`the task is ${market(seen).phase}, not ${phase}`)
      }, patience),
    deeds: async (task) => {
      const seen = await trade.client.client.tasks.getTask({ ...address(task), include: 'timeline' })
      return timelineOf(market(seen))
        .filter(({ by }) => by === 'provider')
        .map(({ action }) => action)
    },
  }
  return Object.assign(trade, bench)
}

interface Trade extends Pick<WorkerBench, 'souk' | 'client' | 'provider' | 'complaints'> {
  readonly workers: SoukWorker[]
}

/** A marketplace for the file, a client for all its tests, and a provider for each. */
function openTrade(): Trade {
  let scratch: Scratch
  let made: { souk: Marketplace; client: TestAgent } | undefined
  let provider: TestAgent | undefined
  const trade: Trade = {
    get souk() {
      return made?.souk ?? fail('the marketplace has not started')
    },
    get client() {
      return made?.client ?? fail('the marketplace has not started')
    },
    get provider() {
      return provider ?? fail('no test has begun')
    },
    complaints: [],
    workers: [],
  }
  beforeAll(async () => {
    scratch = await createScratch()
    const souk = await startMarketplace({ databaseUrl: scratch.url })
    made = { souk, client: await souk.newAgent() }
    await souk.fund(made.client.agent, 1_000_000)
  })
  beforeEach(async () => {
    provider = await trade.souk.newAgent()
    trade.complaints.length = 0
  })
  afterEach(async () => {
    for (const worker of trade.workers.splice(0)) await worker.stop({ graceMs: 0 })
  })
  afterAll(async () => {
    await made?.souk.stop()
    await scratch?.drop()
  })
  return trade
}

const timelineOf = ({ timeline = [] }: Market) => timeline

export const paid = { price: usd(1500) }

/** What artifacts say, without the marks of the worker. */
export const pieces = ({ artifacts = [] }: Task) =>
  artifacts.map(({ parts }) => parts.map((part: Part) => part.text).join(''))

export const saidBy = ({ history = [] }: Task, role: Message['role']) =>
  history
    .filter((message) => message.role === role)
    .map(({ parts }) => parts.map((part) => part.text).join(''))

/** A client of the same agent whose requests can be watched, stopped or answered by somebody else. */
export function clientThrough(
  souk: Marketplace,
  token: string,
  meddle: (url: string, init: RequestInit | undefined) => Promise<Response | undefined>,
): Client {
  return createClient({
    baseUrl: `${souk.url}/api`,
    token,
    retries: 0,
    fetch: async (input, init) => (await meddle(new Request(input).url, init)) ?? fetch(input, init),
  })
}

/** A promise, and the way to fulfil it. */
export function gate<T = void>(): { readonly opened: Promise<T>; open(value: T): void } {
  let open: (value: T) => void = () => undefined
  const opened = new Promise<T>((resolve) => {
    open = resolve
  })
  return { opened, open: (value) => open(value) }
}
