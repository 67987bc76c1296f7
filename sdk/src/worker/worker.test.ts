import { marketplaceExtension, type Phase } from 'souk-contract'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createClient } from '../client.ts'
import { createWorker, type WorkerOptions } from './worker.ts'

const startMs = Date.parse('2026-11-15T12:00:00.000Z')
const minuteMs = 60_000
const polling = { timeout: 30_000, interval: 5 }

interface StoredTask {
  readonly id: string
  phase: Phase
  version: number
  changedAt: number
  awaiting?: 'client' | 'provider'
  readonly history: object[]
}

/** An API in memory with the tasks of one provider. `respond` can replace a response. */
function createMarket() {
  const tasks: StoredTask[] = []
  const urls: string[] = []
  const market = {
    tasks,
    respond: (_url: string): Response | undefined => undefined,
    add: (id: string, minute: number, fields: Partial<StoredTask> = {}) => {
      const task: StoredTask = { id, phase: 'requested', version: 1, changedAt: 0, history: [], ...fields }
      task.changedAt = startMs + minute * minuteMs
      say(task, 'ROLE_USER', 'Hello')
      tasks.push(task)
      return task
    },
    /** The client asks about a delivery. */
    ask: (task: StoredTask, text: string) => change(task, 'ROLE_USER', text, 'provider'),
    /** Number of requests whose URL matches. */
    count: (pattern: RegExp) => urls.filter((url) => pattern.test(url)).length,
    fetch: async (request: RequestInfo | URL, init?: RequestInit) => {
      const { url } = new Request(request)
      urls.push(url)
      return market.respond(url) ?? Response.json(replyTo(tasks, new URL(url), init?.body))
    },
  }
  return market
}

function replyTo(tasks: readonly StoredTask[], { pathname, searchParams }: URL, body: unknown): unknown {
  if (pathname.endsWith('/agents/me')) return { success: true, data: { agent: { name: 'ada' } } }
  if (pathname.endsWith('/tasks')) return pageOf(tasks, searchParams)
  if (!pathname.endsWith('message:send')) return view(tasks.find(({ id }) => pathname.endsWith(`/${id}`)))
  const { message } = JSON.parse(String(body))
  const task = tasks.find(({ id }) => id === message.taskId)
  if (task !== undefined) change(task, 'ROLE_AGENT', message.parts[0].text, 'client')
  return { task: view(task) }
}

/** The newest change first, as the marketplace lists them. */
function pageOf(tasks: readonly StoredTask[], query: URLSearchParams) {
  const after = Date.parse(query.get('lastUpdatedAfter') ?? '1970-01-01')
  const status = query.get('status')
  const found = tasks
    .filter(({ phase, changedAt }) => (status === null || phase === status) && changedAt > after)
    .toSorted((a, b) => b.changedAt - a.changedAt)
  const from = Number(query.get('pageToken') ?? 0)
  const end = from + Number(query.get('pageSize'))
  return { tasks: found.slice(from, end).map(view), nextPageToken: end < found.length ? String(end) : '' }
}

function view(task: StoredTask | undefined) {
  if (task === undefined) return {}
  const { id, phase, version, changedAt, awaiting, history } = task
  const status = { state: 'TASK_STATE_WORKING', timestamp: new Date(changedAt).toISOString() }
  return { id, status, history, metadata: { [marketplaceExtension]: { phase, version, awaiting } } }
}

function say({ id, history }: StoredTask, role: string, text: string) {
  history.push({ messageId: `${id}:${history.length}`, role, parts: [{ text }] })
}

function change(task: StoredTask, role: string, text: string, awaiting: 'client' | 'provider') {
  say(task, role, text)
  Object.assign(task, { version: task.version + 1, awaiting })
}

/** A polling worker that records its tasks, questions and errors. */
function startWorker(market: ReturnType<typeof createMarket>, options: Partial<WorkerOptions> = {}) {
  const seen: string[] = []
  const errors: string[] = []
  const worker = createWorker({
    client: createClient({ baseUrl: 'https://souk.example/api', retries: 0, fetch: market.fetch }),
    onTask: ({ id }) => void seen.push(id),
    onError: (error) => errors.push(String(error)),
    receive: 'poll',
    pollMs: 1,
    attempts: 1,
    ...options,
  })
  onTestFinished(() => worker.stop({ graceMs: 0 }))
  const changesListed = (times: number) => {
    const before = market.count(/lastUpdatedAfter/)
    return vi.waitFor(() => expect(market.count(/lastUpdatedAfter/)).toBeGreaterThan(before + times), polling)
  }
  return { seen, errors, changesListed }
}

const broken = () => Response.json({ success: false, error: 'Broken' }, { status: 500 })

afterEach(() => void vi.useRealTimers())

describe('onQuestion', () => {
  /** A delivered task with a question, and a worker whose handler takes it. */
  function startWithQuestion(onQuestion: WorkerOptions['onQuestion'] & {}) {
    const market = createMarket()
    const task = market.add('task_1', 0, { phase: 'delivered', awaiting: 'client' })
    market.ask(task, 'Why?')
    const asked: string[] = []
    const worker = startWorker(market, {
      pollMs: 10,
      onQuestion: (question) => {
        asked.push(question.text)
        return onQuestion(question)
      },
    })
    return { market, task, asked, ...worker }
  }

  it('gets a question once that it leaves to a person, and the next one', async () => {
    const { market, task, asked, changesListed } = startWithQuestion(() => undefined)
    await changesListed(10)
    expect(asked).toEqual(['Why?'])
    // An unchanged task is not read again.
    expect(market.count(/task_1$/)).toBe(1)
    market.ask(task, 'And when?')
    await vi.waitFor(() => expect(asked).toContain('And when?'), polling)
    await changesListed(10)
    expect(asked).toEqual(['Why?', 'And when?'])
    expect(market.count(/task_1$/)).toBe(2)
  })

  it('gets a question no more after its last attempt', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { asked, errors, market } = startWithQuestion(() => {
      throw new Error('out of ideas')
    })
    await vi.advanceTimersByTimeAsync(5000)
    expect(market.count(/lastUpdatedAfter/)).toBeGreaterThan(10)
    expect([asked, errors]).toEqual([['Why?'], ['Error: out of ideas']])
  })

  it('gets a question again if the marketplace could not be reached with the answer', async () => {
    const { market, task, asked } = startWithQuestion(() => 'Because.')
    let failures = 0
    market.respond = (url) => {
      if (!url.endsWith('message:send') || failures > 0) return undefined
      failures += 1
      throw new TypeError('connection lost')
    }
    await vi.waitFor(() => expect(task.awaiting).toBe('client'), polling)
    expect(asked).toEqual(['Why?', 'Why?'])
  })

  it('gets the same question again after another delivery', async () => {
    const { market, task, asked, changesListed } = startWithQuestion(() => undefined)
    await changesListed(5)
    Object.assign(task, { phase: 'input_required', version: 5 })
    await changesListed(5)
    Object.assign(task, { phase: 'delivered', version: 6 })
    await vi.waitFor(() => expect(asked).toHaveLength(2), polling)
    expect(market.count(/task_1$/)).toBe(2)
  })
})

describe('polling', () => {
  it('receives the tasks of a page that could not be read', async () => {
    const market = createMarket()
    const { seen, changesListed } = startWorker(market)
    market.add('first', 0)
    await changesListed(1)
    let failures = 0
    market.respond = (url) => {
      if (!/lastUpdatedAfter.*pageToken/.test(url) || failures > 0) return undefined
      failures += 1
      return broken()
    }
    for (let minute = 1; minute <= 150; minute += 1) market.add(`task_${minute}`, minute)
    await vi.waitFor(() => expect(seen).toHaveLength(151), polling)
  })

  it('receives the other tasks if one cannot be read, and then that one', async () => {
    const market = createMarket()
    const talk = market.add('talk', 0)
    const messages: number[] = []
    const { seen, errors, changesListed } = startWorker(market, {
      onTask: async (task) => {
        seen.push(task.id)
        if (task.id !== 'talk') return
        await task.next()
        messages.push(task.history.length)
      },
    })
    await changesListed(1)
    let failures = 0
    market.respond = (url) => {
      if (!url.endsWith('/talk') || failures > 0) return undefined
      failures += 1
      return broken()
    }
    market.add('quiet', 1)
    change(talk, 'ROLE_USER', 'Well?', 'provider')
    talk.changedAt = startMs + 10 * minuteMs
    await vi.waitFor(() => expect(seen).toContain('quiet'), polling)
    await vi.waitFor(() => expect(messages).toContain(2), polling)
    expect(errors).toHaveLength(1)
  })

  it('receives more than 2000 tasks', async () => {
    const market = createMarket()
    for (let minute = 0; minute <= 2000; minute += 1) market.add(`task_${minute}`, minute)
    const { seen } = startWorker(market)
    await vi.waitFor(() => expect(seen).toHaveLength(2001), polling)
  })

  it('receives a task again whose read failed, within five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const market = createMarket()
    market.add('lost', 0)
    let isBroken = true
    market.respond = (url) => (isBroken && url.endsWith('/lost') ? broken() : undefined)
    const { seen } = startWorker(market, { pollMs: 10_000 })
    await vi.advanceTimersByTimeAsync(20_000)
    market.add('other', 10)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(seen).toEqual(['other'])
    isBroken = false
    await vi.advanceTimersByTimeAsync(300_000)
    expect(seen).toEqual(['other', 'lost'])
  })
})
