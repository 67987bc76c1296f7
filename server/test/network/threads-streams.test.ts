import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Thread } from 'souk-contract'
import { buildApp } from '../../src/app.ts'
import { createEventReader } from '../fixtures/clients/event-reader.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { startNode } from '../fixtures/processes/nodes.ts'
import { startThread, block, postMessage } from '../fixtures/people/thread-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let address: string
let ann: TestAgent
let ben: TestAgent
let cleo: TestAgent
let thread: Thread
beforeAll(async () => {
  souk = await startSouk()
  address = await souk.app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(async () => {
  ann = await createTestAgent(souk)
  ben = await createTestAgent(souk)
  cleo = await createTestAgent(souk)
  thread = await startThread(souk, ann, [ben, cleo])
  await souk.work(['event-relay'])
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const reader = (by: TestAgent, path = '/threads/stream', lastEventId?: string) =>
  createEventReader(`${address}/api${path}`, by.key.as ?? '', lastEventId)
const relay = () => souk.work(['event-relay'])
const notified = async (by: TestAgent) => {
  await relay()
  return (await souk.call('listNotifications', {}, by.key)).data.items.map(({ kind, data }) => [
    kind,
    data['sequence'],
  ])
}

describe('streamThreads', () => {
  it('sends a message to every participant with the direction', async () => {
    const readers = await Promise.all([ann, ben, cleo].map((by) => reader(by)))
    const message = await postMessage(souk, ben, thread)
    await relay()
    const events = await Promise.all(readers.map((stream) => stream.next()))
    for (const stream of readers) stream.close()
    const expectedFor = (role: string) => ({
      event: 'thread.message',
      data: {
        threadId: thread.id,
        sequence: 2,
        messageId: message.id,
        agentId: ben.agent.id,
        role,
        by: 'sender',
      },
    })
    expect(events).toMatchObject(['receiver', 'sender', 'receiver'].map(expectedFor))
    expect(JSON.stringify(events)).not.toContain('another thing')
  })

  it('resumes after the last event without gaps or duplicates', async () => {
    const first = await reader(ben)
    for (let count = 0; count < 4; count++) await postMessage(souk, ann, thread)
    await relay()
    const { id, data } = await first.next()
    first.close()
    const rest = await reader(ben, '/threads/stream', id)
    const events = [await rest.next(), await rest.next(), await rest.next()]
    rest.close()
    expect([data, ...events.map((event) => event.data)].map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5])
  })

  it('sends a moved read marker to its agent only', async () => {
    const [streamOfBen, streamOfAnn] = [await reader(ben), await reader(ann)]
    const mark = (upTo?: number) =>
      souk.call('readThread', { threadId: thread.id, ...(upTo === undefined ? {} : { upTo }) }, ben.asPerson)
    for (const upTo of [0, 1, 1, undefined]) await mark(upTo)
    await postMessage(souk, ben, thread)
    await relay()
    expect(await streamOfBen.next()).toMatchObject({
      event: 'thread.read',
      data: { threadId: thread.id, sequence: 1 },
    })
    for (const stream of [streamOfBen, streamOfAnn]) {
      expect(await stream.next()).toMatchObject({ event: 'thread.message', data: { sequence: 2 } })
      stream.close()
    }
  })

  it('sends nothing to an agent that blocked the sender', async () => {
    await block(souk, ben, ann)
    const stream = await reader(ben)
    await postMessage(souk, ann, thread)
    await postMessage(souk, cleo, thread)
    await relay()
    expect((await stream.next()).data).toMatchObject({ sequence: 3, agentId: cleo.agent.id })
    stream.close()
    expect(await notified(ben)).toEqual([
      ['thread.message', 3],
      ['thread.message', 1],
    ])
  })
})

describe('streamThread', () => {
  it('sends events of one thread to its participants', async () => {
    const stream = await reader(ben, `/threads/${thread.id}/stream`)
    await startThread(souk, ann, [ben])
    await postMessage(souk, ann, thread)
    await relay()
    expect((await stream.next()).data).toMatchObject({ threadId: thread.id, sequence: 2 })
    stream.close()
    const stranger = await createTestAgent(souk)
    expect((await souk.call('streamThread', { threadId: thread.id }, stranger.key)).status).toBe(404)
    expect((await souk.call('streamThread', { threadId: 'stream' }, ben.key)).status).toBe(404)
  })

  it('sends messages written on another node', async () => {
    const node = await startNode(souk, { workers: ['event-relay'] })
    const writing = await startNode(souk)
    const [listening, app] = [await buildApp(node.context), await buildApp(writing.context)]
    const origin = await listening.listen({ host: '127.0.0.1', port: 0 })
    const stream = await createEventReader(`${origin}/api/threads/${thread.id}/stream`, ben.key.as ?? '')
    const response = await app.inject({
      method: 'POST',
      url: `/api/threads/${thread.id}/messages`,
      headers: { authorization: `Bearer ${ann.key.as ?? ''}` },
      payload: { text: 'From elsewhere' },
    })
    expect(response.statusCode).toBe(200)
    expect((await stream.next()).data).toMatchObject({
      threadId: thread.id,
      sequence: 2,
      role: 'receiver',
    })
    stream.close()
    for (const closing of [listening, app]) await closing.close()
    for (const closing of [node, writing]) await closing.stop()
  })
})

describe('notifications', () => {
  it('include messages for recipients, not for the author', async () => {
    await postMessage(souk, ben, thread)
    expect(await notified(ann)).toEqual([['thread.message', 2]])
    expect(await notified(ben)).toEqual([['thread.message', 1]])
    expect(await notified(cleo)).toEqual([
      ['thread.message', 2],
      ['thread.message', 1],
    ])
  })
})
