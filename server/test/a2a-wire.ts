import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { Contract, Reply, StreamResponse, Task } from 'souk-contract'
import { readConfig } from '../src/config.ts'
import { fail, startSouk, type Answer, type Souk } from './harness.ts'
import { text, words } from './task-talk.ts'
import type { Trader } from './traders.ts'

/** What tests of A2A on the wire share: a Souk that listens, plain calls, and streams read frame by frame. */
export interface Wire {
  readonly souk: Souk
  readonly origin: string
  stop(): Promise<void>
}

/** Cards name the address of the server, so it must know its port before it starts. */
export async function openWire(): Promise<Wire> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const souk = await startSouk({ settings: { ...readConfig({}).settings, origin } })
  await souk.app.listen({ port, host: '127.0.0.1' })
  return { souk, origin, stop: () => souk.stop() }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : fail('no port')
}

export interface Asking {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Record<string, string>
  /** Sent as JSON, unless it is a text already. */
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** A call as a foreign client makes it, below the address of an agent. */
export function ask(
  { origin }: Wire,
  { agent }: Pick<Trader, 'agent'>,
  path: string,
  { key }: Pick<Trader, 'key'>,
  { method = 'GET', headers = {}, body, signal }: Asking = {},
): Promise<Response> {
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${origin}/api/a2a/v1/agents/${agent.name}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key.as ?? ''}`,
      'a2a-version': '1.0',
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
    ...(signal === undefined ? {} : { signal }),
  })
}

export interface Frame {
  readonly id: string
  readonly data: StreamResponse
  /** The bytes between two empty lines. */
  readonly raw: string
}

/** A stream that is open; comments are kept apart from its frames. */
export interface Follower {
  readonly response: Response
  readonly comments: string[]
  /** The next frame, or nothing when the stream has ended. */
  next(): Promise<Frame | undefined>
  /** The next thing of any kind, as it came. */
  block(): Promise<string | undefined>
  /** All frames up to the end that the server makes. */
  rest(): Promise<Frame[]>
  /** Cuts the connection. */
  cut(): void
}

export async function follow(
  wire: Wire,
  agent: Pick<Trader, 'agent'>,
  path: string,
  as: Pick<Trader, 'key'>,
  asking: Asking = {},
): Promise<Follower> {
  const cutting = new AbortController()
  const headers = { accept: 'text/event-stream', ...asking.headers }
  const response = await ask(wire, agent, path, as, {
    method: 'POST',
    ...asking,
    headers,
    signal: cutting.signal,
  })
  if (response.status !== 200) fail(`${path} answered ${response.status}: ${await response.text()}`)
  const blocks = blocksOf(response)
  const comments: string[] = []
  const block = async () => (await blocks.next()).value ?? undefined
  const next = async () => {
    for (;;) {
      const raw = await block()
      if (raw === undefined) return undefined
      if (raw.startsWith(':')) comments.push(raw)
      else if (!raw.startsWith('retry:')) return frameOf(raw)
    }
  }
  return {
    response,
    comments,
    next,
    block,
    rest: async () => {
      const frames: Frame[] = []
      for (let frame = await next(); frame !== undefined; frame = await next()) frames.push(frame)
      return frames
    },
    cut: () => cutting.abort(),
  }
}

async function* blocksOf(response: Response): AsyncGenerator<string, undefined> {
  const reader = response.body?.getReader() ?? fail('no body')
  const decoder = new TextDecoder()
  let come = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return come === '' ? undefined : fail(`the stream ended within a frame: ${come}`)
    come += decoder.decode(value, { stream: true })
    for (let end = come.indexOf('\n\n'); end >= 0; end = come.indexOf('\n\n')) {
      yield come.slice(0, end)
      come = come.slice(end + 2)
    }
  }
}

/** Readers of other languages take one `data` line for each event, and nothing else they do not know. */
function frameOf(raw: string): Frame {
  const [, id, data] = /^id: (\d+)\ndata: ([^\n]+)$/.exec(raw) ?? fail(`not a frame: ${raw}`)
  return { id: id ?? '', data: JSON.parse(data ?? ''), raw }
}

/** The software of the provider looks for work, so that callers wait for it. */
export async function beThere(souk: Souk, { agent, key }: Trader): Promise<void> {
  await souk.call('listTasks', { name: agent.name, pageSize: 1 }, key)
}

/** The provider says where a task stands. */
export async function steer(
  souk: Souk,
  { agent, key }: Trader,
  taskId: string,
  told: { state?: string; reply?: string } = {},
): Promise<Answer<Reply<Contract['tasks']['sendMessage']>>> {
  const message = { taskId, parts: text('Working on it'), metadata: words(told) }
  return souk.call('sendMessage', { name: agent.name, message }, key)
}

/** The task that a call still under way has made in that context, as its provider finds it. */
export async function arrival(souk: Souk, { agent, key }: Trader, contextId: string): Promise<Task> {
  for (;;) {
    const { data } = await souk.call('listTasks', { name: agent.name, contextId }, key)
    const [task] = data.tasks
    if (task !== undefined) return task
    await turn()
  }
}
