import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Sink } from '../../src/events/log-subscription.ts'
import type { Frame } from '../../src/events/sse-frame.ts'
import { isId } from '../../src/lib/ids.ts'
import { TaskSubscriptions } from '../../src/tasks/live/task-subscriptions.ts'
import { fail, startSouk, type Souk } from '../fixtures/harness.ts'
import { text } from '../fixtures/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/test-agents.ts'

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

async function say(words: string, taskId?: string) {
  const message = { parts: text(words), ...(taskId === undefined ? {} : { taskId }) }
  const input = { name: provider.agent.name, message, configuration: { returnImmediately: true } }
  return (await souk.call('sendMessage', input, client.key)).data.task ?? fail('no task')
}

/** A subscriber that never causes backpressure. */
function createSink(hear: (text: string) => void): Sink {
  return {
    send: ({ plain }: Frame) => {
      hear(String(plain))
      return true
    },
    onDrain: () => fail('there was room'),
    end: () => undefined,
    fail: (error) => fail(String(error)),
  }
}

/** Blocks the event loop, so that the second message commits during the first fan-out. */
function blockFor(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

it('notifies all subscribers of a change that commits during a fan-out', async () => {
  const { id } = await say('Hello')
  const taskId = isId('task', id) ? id : fail('no task')
  const subscriberCount = 150
  const feeds = new TaskSubscriptions(souk.context)
  const received = { first: 0, second: 0 }
  let saying: Promise<unknown> | undefined
  const leaves: (() => void)[] = []
  await new Promise<void>((resolve) => {
    const hear = (frame: string) => {
      if (frame.includes('the first')) received.first += 1
      if (frame.includes('the second')) received.second += 1
      if (received.second === subscriberCount) resolve()
      if (saying !== undefined) return
      saying = say('the second', taskId)
      blockFor(45)
    }
    for (let count = 0; count < subscriberCount; count++)
      leaves.push(feeds.subscribe(createSink(hear), taskId, 1))
    void say('the first', taskId)
  })
  await saying
  for (const leave of leaves) leave()
  expect(received).toEqual({ first: subscriberCount, second: subscriberCount })
})
