import { setTimeout as delay } from 'node:timers/promises'
import type { EventData, StreamResponse } from 'souk-contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createClient } from './client.ts'
import { SoukError } from './error.ts'
import type { Interruption } from './stream.ts'
import { startServer, type Answer, type Streamed } from './test-server.ts'

const event = (id: number, kind = 'webhook.failing') =>
  `id: ${id}\nevent: ${kind}\ndata: {"url":"https://${id}.example"}\n\n`
/** Sets the reconnect delay to zero. */
const retrySoon = 'retry: 1\n\n'
const stays = (...pieces: string[]): Streamed => ({ pieces: [retrySoon, ...pieces], ending: 'stay' })
const cut = (...pieces: string[]): Streamed => ({ pieces: [retrySoon, ...pieces], ending: 'cut' })
const refusal = (status: number, kind: string): Answer => ({
  status,
  headers: { 'x-error-kind': kind, 'retry-after': '0' },
  body: { success: false, error: `It is ${kind}.` },
})
const busy = refusal(503, 'unavailable')

/** Ids of the first `count` events; leaving the loop closes the stream. */
async function take(events: AsyncIterable<{ id: string }>, count: number): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of events) if (ids.push(id) === count) break
  return ids
}

const notificationsOf = (baseUrl: string) => createClient({ baseUrl, token: 't' }).notifications

describe('openStream', () => {
  it('yields each event with id, kind and data', async () => {
    const { baseUrl, received } = await startServer(stays(': hello\n\n', event(1)))
    const events = notificationsOf(baseUrl).streamNotifications()
    const { value } = await events.next()
    expect(value).toEqual({ id: '1', event: 'webhook.failing', data: { url: 'https://1.example' } })
    if (value?.event === 'webhook.failing')
      expectTypeOf(value.data).toEqualTypeOf<EventData<'webhook.failing'>>()
    await events.return()
    expect(received).toMatchObject([
      {
        url: '/api/notifications/stream',
        headers: { accept: 'text/event-stream', authorization: 'Bearer t' },
      },
    ])
  })

  it('resumes after the last complete event, whatever interrupted the stream', async () => {
    const halfEvent = event(3).slice(0, -2)
    const { baseUrl, received } = await startServer(
      cut(event(1), event(2), halfEvent),
      { pieces: [event(3)], ending: 'end' },
      'hang up',
      busy,
      refusal(429, 'too-many-requests'),
      refusal(500, 'internal'),
      cut(event(4)),
      stays(event(5)),
    )
    expect(await take(notificationsOf(baseUrl).streamNotifications(), 5)).toEqual(['1', '2', '3', '4', '5'])
    const lastEventIds = received.map(({ headers }) => headers['last-event-id'])
    expect(lastEventIds).toEqual([undefined, '2', '3', '3', '3', '3', '3', '4'])
  })

  it('reconnects after an error event, and closes the old connection', async () => {
    const errorEvent = 'event: error\ndata: {"success":false,"error":"The database is unavailable."}\n\n'
    const { baseUrl, openCount } = await startServer(stays(event(1), errorEvent), stays(event(2)))
    const reconnects: unknown[] = []
    const options = { onReconnect: ({ error }: Interruption) => reconnects.push(error?.message) }
    const events = notificationsOf(baseUrl).streamNotifications({}, options)
    await events.next()
    expect((await events.next()).value?.id).toBe('2')
    expect(reconnects).toEqual(['The database is unavailable.'])
    await expect.poll(openCount).toBe(1)
    await events.return()
  })

  it('resumes from the position sent before the first event', async () => {
    const { baseUrl, received } = await startServer(cut('id: 40\n\n'), stays(event(41)))
    expect(await take(notificationsOf(baseUrl).streamNotifications(), 1)).toEqual(['41'])
    expect(received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '40'])
  })

  it('starts at the given lastEventId', async () => {
    const { baseUrl, received } = await startServer(stays(event(8)))
    await take(notificationsOf(baseUrl).streamNotifications({}, { lastEventId: '7' }), 1)
    expect(received[0]?.headers['last-event-id']).toBe('7')
  })

  it('skips unknown kinds, and resumes after them', async () => {
    const { baseUrl, received } = await startServer(cut(event(1, 'moon.rose')), stays(event(2)))
    expect(await take(notificationsOf(baseUrl).streamNotifications(), 1)).toEqual(['2'])
    expect(received[1]?.headers['last-event-id']).toBe('1')
  })

  it('reconnects if the connection is silent for too long', async () => {
    const { baseUrl, openCount } = await startServer(stays(event(1)), stays(event(2)))
    const reconnects: unknown[] = []
    const options = { timeoutMs: 1000, onReconnect: (info: object) => reconnects.push(info) }
    expect(await take(notificationsOf(baseUrl).streamNotifications({}, options), 2)).toEqual(['1', '2'])
    expect(reconnects).toMatchObject([{ error: { kind: 'unavailable', status: 0 } }])
    await expect.poll(openCount).toBe(0)
  })

  it('counts comments as activity', async () => {
    const pieces = [...Array.from({ length: 20 }, () => ': still here\n\n'), event(1)]
    const { baseUrl, received } = await startServer({ pieces, ending: 'stay', everyMs: 60 })
    await take(notificationsOf(baseUrl).streamNotifications({}, { timeoutMs: 1000 }), 1)
    expect(received).toHaveLength(1)
  })

  it('does not time out while the consumer processes an event', async () => {
    const pieces = [event(1), event(2), ': still here\n\n']
    const { baseUrl, received } = await startServer({ pieces, ending: 'stay', everyMs: 150 })
    const ids: string[] = []
    for await (const { id } of notificationsOf(baseUrl).streamNotifications({}, { timeoutMs: 200 })) {
      ids.push(id)
      await delay(300)
      if (id === '2') break
    }
    expect([ids, received.length]).toEqual([['1', '2'], 1])
  })

  it('calls onOpen and onReconnect', async () => {
    const { baseUrl } = await startServer(cut(event(1)), busy, stays(event(2)))
    const calls: unknown[] = []
    const hooks = {
      onOpen: () => calls.push('open'),
      onReconnect: ({ error }: { error: SoukError | undefined }) => calls.push(error?.status),
    }
    await take(notificationsOf(baseUrl).streamNotifications({}, hooks), 2)
    expect(calls).toEqual(['open', 0, 503, 'open'])
  })

  it('closes the connection when the loop is left', async () => {
    const { baseUrl, openCount } = await startServer(stays(event(1)))
    for await (const _ of notificationsOf(baseUrl).streamNotifications()) {
      expect(openCount()).toBe(1)
      break
    }
    await expect.poll(openCount).toBe(0)
  })

  it('ends without an error when the signal is aborted', async () => {
    const { baseUrl, received, openCount } = await startServer(stays(event(1)))
    const leaving = new AbortController()
    const ids: string[] = []
    const options = { signal: leaving.signal }
    for await (const { id } of notificationsOf(baseUrl).streamNotifications({}, options)) {
      ids.push(id)
      setTimeout(() => leaving.abort(), 20)
    }
    expect(ids).toEqual(['1'])
    await expect.poll(openCount).toBe(0)
    expect(await take(notificationsOf(baseUrl).streamNotifications({}, options), 1)).toEqual([])
    expect(received).toHaveLength(1)
  })

  it('ends when the signal is aborted while the consumer processes an event', async () => {
    for (let round = 0; round < 20; round++) {
      const { baseUrl } = await startServer(stays(event(1), event(2)))
      const stopping = new AbortController()
      const events = notificationsOf(baseUrl).streamNotifications({}, { signal: stopping.signal })
      await events.next()
      stopping.abort()
      await delay(5)
      for (let ended = false; !ended;) ended = (await events.next()).done === true
    }
  })

  it('ends when the signal is aborted during the reconnect delay', async () => {
    const { baseUrl, received } = await startServer({ pieces: ['retry: 60000\n\n', event(1)], ending: 'cut' })
    const leaving = new AbortController()
    const options = { signal: leaving.signal, onReconnect: () => leaving.abort() }
    expect(await take(notificationsOf(baseUrl).streamNotifications({}, options), 2)).toEqual(['1'])
    expect(received).toHaveLength(1)
  })

  it('ends on return, even with a pending next', async () => {
    const { baseUrl, openCount } = await startServer(stays())
    const events = notificationsOf(baseUrl).streamNotifications()
    const waiting = events.next()
    await expect.poll(openCount).toBe(1)
    await events.return()
    expect(await waiting).toEqual({ done: true, value: undefined })
    await expect.poll(openCount).toBe(0)
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [410, 'gone'],
  ])('throws a permanent error: %i %s', async (status, kind) => {
    const { baseUrl, received } = await startServer(refusal(status, kind))
    const first = notificationsOf(baseUrl).streamNotifications().next()
    await expect(first).rejects.toMatchObject({ kind, status, message: `It is ${kind}.` })
    expect(received).toHaveLength(1)
    const later = await startServer(cut(event(1)), refusal(status, kind))
    const events = notificationsOf(later.baseUrl).streamNotifications()
    await events.next()
    await expect(events.next()).rejects.toBeInstanceOf(SoukError)
    expect(await events.next()).toEqual({ done: true, value: undefined })
    expect(later.received).toHaveLength(2)
  })

  it('throws after the retries of a call if the service was never reached', async () => {
    const { baseUrl, received } = await startServer(busy)
    const { streamNotifications } = notificationsOf(baseUrl)
    await expect(streamNotifications().next()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(received).toHaveLength(3)
    await expect(streamNotifications({}, { retries: 0 }).next()).rejects.toMatchObject({ status: 503 })
    expect(received).toHaveLength(4)
  })

  it('throws if the response is not an event stream', async () => {
    const { baseUrl } = await startServer({ body: '<h1>Welcome</h1>' })
    const page = notificationsOf(baseUrl).streamNotifications().next()
    await expect(page).rejects.toMatchObject({ kind: 'internal', status: 200 })
    const nonsense = await startServer(stays('event: webhook.failing\ndata: {{\n\n'))
    const events = notificationsOf(nonsense.baseUrl).streamNotifications()
    await expect(events.next()).rejects.toMatchObject({ kind: 'internal' })
  })

  it('has the event types of the contract', () => {
    const { tasks, payments } = createClient({ baseUrl: 'http://127.0.0.1:1/api' })
    expectTypeOf(tasks.subscribeToTask).parameter(0).toEqualTypeOf<{ name: string; taskId: string }>()
    const events = tasks.subscribeToTask({ name: 'ada', taskId: 'task_1' })
    expectTypeOf(events.next).returns.resolves.toEqualTypeOf<
      IteratorResult<{ readonly id: string; readonly event: 'message'; readonly data: StreamResponse }, void>
    >()
    const money = payments.streamPayments()
    expectTypeOf(money.next).returns.resolves.toEqualTypeOf<
      IteratorResult<
        { readonly id: string; readonly event: 'payments.changed'; readonly data: { agentId: string } },
        void
      >
    >()
  })
})
