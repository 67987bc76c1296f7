import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { startServer, type Answer, type Streamed } from './test-server.ts'

const status = (state: string) => ({ state: `TASK_STATE_${state}`, timestamp: '2026-11-15T12:00:00.000Z' })
const frame = (id: number, data: object) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`
const task = (id: number, state = 'WORKING') => frame(id, { task: { id: 'task_1', status: status(state) } })
const update = (id: number, state: string) =>
  frame(id, { statusUpdate: { taskId: 'task_1', status: status(state) } })
const artifact = (id: number) => frame(id, { artifactUpdate: { taskId: 'task_1', artifact: {} } })
const retrySoon = 'retry: 1\n\n'
const cut = (...pieces: string[]): Streamed => ({ pieces: [retrySoon, ...pieces], ending: 'cut' })
const ends = (...pieces: string[]): Streamed => ({ pieces: [retrySoon, ...pieces], ending: 'end' })

async function all(events: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of events) ids.push(id)
  return ids
}

const input = { name: 'ada', message: { role: 'user' as const, parts: [{ text: 'Hello' }] } }
const tasksOf = (baseUrl: string) => createClient({ baseUrl, token: 't' }).tasks

describe('subscribeToTask', () => {
  it.each(['COMPLETED', 'CANCELED', 'REJECTED', 'FAILED'])(
    'reconnects until the task ends: %s',
    async (state) => {
      const { baseUrl, received } = await startServer(ends(task(1)), ends(artifact(2), update(3, state)))
      const events = tasksOf(baseUrl).subscribeToTask({ name: 'ada', taskId: 'task_1' })
      expect(await all(events)).toEqual(['1', '2', '3'])
      expect(received.map(({ method, url, headers }) => [method, url, headers['last-event-id']])).toEqual([
        ['POST', '/api/a2a/v1/agents/ada/tasks/task_1:subscribe', undefined],
        ['POST', '/api/a2a/v1/agents/ada/tasks/task_1:subscribe', '1'],
      ])
    },
  )

  it('ends with the task, even if the connection is cut right after', async () => {
    const { baseUrl, received } = await startServer(cut(task(4, 'COMPLETED')))
    expect(await all(tasksOf(baseUrl).followTask({ name: 'ada', taskId: 'task_1' }))).toEqual(['4'])
    expect(received).toHaveLength(1)
  })

  it('continues while a question waits for an answer', async () => {
    const { baseUrl } = await startServer(
      ends(task(1), update(2, 'INPUT_REQUIRED')),
      ends(update(3, 'FAILED')),
    )
    expect(await all(tasksOf(baseUrl).followTask({ name: 'ada', taskId: 'task_1' }))).toEqual(['1', '2', '3'])
  })

  const over: Answer = {
    status: 400,
    body: { type: 'https://souk.example/api/problems/unsupported-operation', detail: 'It has ended.' },
  }

  it('ends if the task has ended before a reconnect', async () => {
    const { baseUrl } = await startServer(cut(task(1)), over)
    expect(await all(tasksOf(baseUrl).followTask({ name: 'ada', taskId: 'task_1' }))).toEqual(['1'])
  })

  it('throws if the task had ended before the first connection', async () => {
    const { baseUrl } = await startServer(over)
    const events = tasksOf(baseUrl).followTask({ name: 'ada', taskId: 'task_1' })
    await expect(events.next()).rejects.toMatchObject({
      kind: 'unsupported-operation',
      message: 'It has ended.',
    })
  })
})

describe('streamMessage', () => {
  it('sends the message once: retries use the same key, and reconnects after the first event subscribe to the task', async () => {
    const { baseUrl, received } = await startServer(
      'hang up',
      { status: 409, headers: { 'retry-after': '0', 'x-error-kind': 'conflict' }, body: {} },
      cut(),
      cut(task(1)),
      cut(artifact(2)),
      ends(update(3, 'COMPLETED')),
    )
    expect(await all(tasksOf(baseUrl).streamMessage(input))).toEqual(['1', '2', '3'])
    const sent = received.filter(({ method }) => method === 'POST')
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(new Set(sent.map(({ url }) => url))).toEqual(new Set(['/api/a2a/v1/agents/ada/message:stream']))
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ message: input.message })
    const followed = received.slice(4)
    expect(followed.map(({ method, url, headers }) => [method, url, headers['last-event-id']])).toEqual([
      ['GET', '/api/a2a/v1/agents/ada/tasks/task_1:subscribe', '1'],
      ['GET', '/api/a2a/v1/agents/ada/tasks/task_1:subscribe', '2'],
    ])
  })

  it('ends after a reply without a task', async () => {
    const answer = { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [] } }
    const { baseUrl, received } = await startServer(ends(frame(1, answer)))
    const events = tasksOf(baseUrl).streamMessage(input, { idempotencyKey: 'mine' })
    expect((await events.next()).value).toEqual({ id: '1', event: 'message', data: answer })
    expect(await events.next()).toEqual({ done: true, value: undefined })
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine'])
  })
})
