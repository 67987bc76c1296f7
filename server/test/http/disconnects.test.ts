import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'
import { startThread } from '../fixtures/people/thread-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
  await souk.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

function openSocket(path: string, token: string): Socket {
  const address = souk.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : fail('no port')
  const socket = connect({ host: '127.0.0.1', port })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  return socket
}

const open = async () => {
  const text = await souk.context.metrics.registry.getSingleMetricAsString('souk_streams_open')
  return Number(text.split(' ').at(-1))
}
const listening = ({ person }: TestAgent) => souk.context.pubsub.subscriberCount(`user:${person.user.id}`)
const connections = () =>
  new Promise<number>((resolve) => souk.app.server.getConnections((_error, count) => resolve(count)))

describe('a streaming caller', () => {
  it('is subscribed as soon as the response begins', async () => {
    const trader = await createTestAgent(souk)
    const socket = openSocket('/api/notifications/stream', trader.person.token)
    const [begun] = await once(socket, 'data')
    expect(String(begun)).toMatch(/^HTTP\/1\.1 200 [^]*\nid: \d+\n\n/)
    socket.destroy()
  })
})

describe('a caller that disconnects', () => {
  it.each([
    ['before a stream is opened', 'sessions'],
    ['while a stream is opened', 'thread_participants'],
  ])('%s leaves nothing behind', async (_when, table) => {
    const [trader, other] = [await createTestAgent(souk), await createTestAgent(souk)]
    const thread = await startThread(souk, trader, [other])
    const path = `/api/threads/${thread.id}/stream`
    await souk.context.database.transaction().execute(async (held) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(held)
      const gone = openSocket(path, trader.person.token)
      await expect.poll(() => lockWaiters(souk.context.database)).toHaveLength(1)
      gone.destroy()
      await vi.waitFor(async () => expect(await connections()).toBe(0))
    })
    // A later call is answered after the abandoned one has finished.
    const next = openSocket(path, trader.person.token)
    await once(next, 'data')
    expect([await open(), listening(trader)]).toEqual([1, 1])
    next.destroy()
    await vi.waitFor(async () => expect([await open(), listening(trader)]).toEqual([0, 0]))
  })
})
