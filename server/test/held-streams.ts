import { contract, type Task, type Thread } from 'souk-contract'
import { expect, vi } from 'vitest'
import { fail, type CallOptions, type Souk } from './harness.ts'
import { buildHouse, type House } from './house.ts'
import { text } from './task-talk.ts'
import { begin } from './thread-talk.ts'
import { newTrader, type Trader } from './traders.ts'

/** An organization with an agent that has a task and a thread with somebody else. */
export interface Workplace {
  readonly house: House
  /** Of the owner, assigned to the organization. */
  readonly worker: Trader
  readonly client: Trader
  readonly task: Task
  readonly thread: Thread
}

export async function buildWorkplace(souk: Souk): Promise<Workplace> {
  const house = await buildHouse(souk)
  const agent = await souk.agent(house.owner)
  const key = { as: await souk.key(house.owner, agent) }
  const worker = { person: house.owner, agent, key, hand: { as: house.owner.token, agent: agent.id } }
  await souk.call('assignAgent', { id: house.id, agentId: agent.id }, { as: house.owner.token })
  const client = await newTrader(souk)
  const thread = await begin(souk, client, [worker])
  return { house, worker, client, thread, task: await request(souk, client, worker) }
}

async function request(souk: Souk, from: Trader, to: Trader): Promise<Task> {
  const input = {
    name: to.agent.name,
    message: { parts: text('Hello') },
    configuration: { returnImmediately: true },
  }
  return (await souk.call('sendMessage', input, from.key)).data.task ?? fail('no task')
}

interface Opening {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

/** How each stream of the contract is opened; one that is missing here fails a test. */
export function openingsAt({ worker, client, task, thread }: Workplace): Record<string, Opening> {
  const ownTask = `/a2a/v1/agents/${worker.agent.name}/tasks/${task.id}:subscribe`
  const message = { parts: text('Hello'), role: 'user' }
  return {
    streamNotifications: { method: 'GET', path: '/notifications/stream' },
    streamDashboard: { method: 'GET', path: '/dashboard/stream' },
    streamThreads: { method: 'GET', path: '/threads/stream' },
    streamThread: { method: 'GET', path: `/threads/${thread.id}/stream` },
    streamPayments: { method: 'GET', path: '/payments/stream' },
    subscribeToTask: { method: 'POST', path: ownTask },
    followTask: { method: 'GET', path: ownTask },
    streamMessage: {
      method: 'POST',
      path: `/a2a/v1/agents/${client.agent.name}/message:stream`,
      body: { message },
    },
  }
}

export const streamNames: readonly string[] = Object.values(contract)
  .flatMap((group) => Object.entries(group))
  .filter(([, route]) => 'stream' in route)
  .map(([name]) => name)

export interface HeldStream {
  readonly name: string
  readonly hasEnded: () => boolean
  /** Old enough that it was looked at once after its beginning: a sign of life has come. */
  readonly isOld: () => boolean
  close(): void
}

/** Opens a stream over a real connection and reads it until it ends. */
export async function hold(
  address: string,
  [name, { method, path, body }]: readonly [string, Opening],
  { as = '', agent }: CallOptions,
): Promise<HeldStream> {
  const leaving = new AbortController()
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      accept: 'text/event-stream',
      'a2a-version': '1.0',
      ...(agent === undefined ? {} : { 'x-agent-context': agent }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: leaving.signal,
  })
  if (response.status !== 200 || response.body === null) {
    return fail(`${name} answered ${response.status}: ${await response.text()}`)
  }
  let ended = false
  let old = false
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) old ||= Buffer.from(chunk).includes(': still here')
  }
  void read(response.body)
    .catch(() => undefined)
    .finally(() => {
      ended = true
    })
  return { name, hasEnded: () => ended, isOld: () => old, close: () => leaving.abort() }
}

/** From then on, only an announcement or an expiry ends a stream before the safety net does. */
export async function whenOld(held: readonly HeldStream[]): Promise<void> {
  await vi.waitFor(() => expect(held.filter(({ isOld }) => !isOld()).map(({ name }) => name)).toEqual([]), {
    timeout: 20_000,
    interval: 50,
  })
}

/** Well below the safety net, so that a loss nobody announced is noticed. */
const soon = { timeout: 6000, interval: 20 }

export const open = (held: readonly HeldStream[]) =>
  held.filter(({ hasEnded }) => !hasEnded()).map(({ name }) => name)

export async function expectEnded(held: readonly HeldStream[]): Promise<void> {
  await vi.waitFor(() => expect(open(held)).toEqual([]), soon)
}
