import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isId } from '../../src/lib/ids.ts'
import { TaskSubscriptions } from '../../src/tasks/live/task-subscriptions.ts'
import { createSink } from '../fixtures/a2a/frame-sink.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

// The polling interval is faked, so that subscribers depend on pub/sub alone.
let souk: Souk
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  souk = await startSouk()
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(async () => {
  vi.useRealTimers()
  await souk.stop()
})

async function say(content: string, taskId?: string) {
  const message = { parts: text(content), ...(taskId === undefined ? {} : { taskId }) }
  const input = { name: provider.agent.name, message, configuration: { returnImmediately: true } }
  return (await souk.call('sendMessage', input, client.key)).data.task ?? fail('no task')
}

/** Blocks the event loop, so that the second message commits during the first fan-out. */
function blockFor(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('subscriptions of a task', () => {
  it('receive a change that commits during a fan-out', async () => {
    const { id } = await say('Hello')
    const taskId = isId('task', id) ? id : fail('no task')
    const subscriberCount = 150
    const subscriptions = new TaskSubscriptions(souk.context)
    const received = { first: 0, second: 0 }
    let secondMessage: Promise<unknown> | undefined
    const unsubscribers: (() => void)[] = []
    await new Promise<void>((resolve) => {
      const onFrame = (frame: string) => {
        if (frame.includes('the first')) received.first += 1
        if (frame.includes('the second')) received.second += 1
        if (received.second === subscriberCount) resolve()
        if (secondMessage !== undefined) return
        secondMessage = say('the second', taskId)
        blockFor(45)
      }
      for (let count = 0; count < subscriberCount; count++)
        unsubscribers.push(subscriptions.subscribe(createSink(onFrame), taskId, 1))
      void say('the first', taskId)
    })
    await secondMessage
    for (const unsubscribe of unsubscribers) unsubscribe()
    expect(received).toEqual({ first: subscriberCount, second: subscriberCount })
  })

  it('skip nothing when the first subscriber of a task leaves during its read', async () => {
    const { id } = await say('Hello')
    const taskId = isId('task', id) ? id : fail('no task')
    for (const content of ['second', 'third', 'fourth']) await say(content, taskId)
    const subscriptions = new TaskSubscriptions(souk.context)
    const { database } = souk.context
    const frames = await new Promise<string>((resolve) => {
      let received = ''
      const sink = createSink((frame) => {
        received += frame
        if (frame.includes('fourth')) resolve(received)
      })
      void database.transaction().execute(async (lock) => {
        await sql`lock table task_events in access exclusive mode`.execute(lock)
        const leave = subscriptions.subscribe(sink, taskId, 3)
        while ((await lockWaiters(database)).length === 0) await nextTurn()
        leave()
        subscriptions.subscribe(sink, taskId, 1)
      })
    })
    expect([...frames.matchAll(/id: (\d+)/g)].map(([, seq]) => seq)).toEqual(['2', '3', '4'])
  })
})
