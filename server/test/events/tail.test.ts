import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventNumbers } from '../../src/events/queries.ts'
import { Tail } from '../../src/events/tail.ts'
import { createSink } from '../fixtures/a2a/frame-sink.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk({ databaseConnections: 3 })
})
afterAll(() => souk.stop())

/** Sends the agent a request for work, and returns the number of the last event. */
async function addEvent(from: { key: { as?: string | undefined } }, name: string): Promise<number> {
  const message = { parts: text('Please') }
  await souk.call('sendMessage', { name, message, configuration: { returnImmediately: true } }, from.key)
  await souk.work(['event-relay'])
  return (await souk.context.store.read(eventNumbers)).last
}

describe('the tail of the event log', () => {
  it('skips nothing for a subscriber that arrives while the former loop still reads', async () => {
    const [client, { agent }] = [await createTestAgent(souk), await createTestAgent(souk)]
    const filter = { agentId: idOf(agent), kinds: ['task.created' as const] }
    const first = await addEvent(client, agent.name)
    const second = await addEvent(client, agent.name)
    const third = await addEvent(client, agent.name)
    const { database } = souk.context
    const tail = new Tail(souk.context)
    const leaves: (() => void)[] = []
    let free = () => {}
    const occupied = new Promise<void>((resolve) => {
      free = resolve
    })
    const received = await new Promise<string>((resolve) => {
      let frames = ''
      const sink = createSink((frame) => {
        frames += frame
        if (frame.includes(`id: ${third}`)) resolve(frames)
      })
      void database.transaction().execute(async (lock) => {
        await sql`lock table events in access exclusive mode`.execute(lock)
        const leave = tail.subscribe(sink, filter, { seen: second, last: second })
        while ((await lockWaiters(database)).length === 0) await nextTurn()
        leave()
        // The former read keeps the only other connection, so the new loop reads after it.
        const occupy = () => void database.connection().execute(() => occupied)
        occupy()
        occupy()
        leaves.push(tail.subscribe(sink, filter, { seen: first, last: first }))
      })
    })
    for (const leave of leaves) leave()
    free()
    expect([...received.matchAll(/id: (\d+)/g)].map(([, id]) => Number(id))).toEqual([second, third])
  })
})
