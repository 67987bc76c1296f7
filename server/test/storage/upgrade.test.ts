/** Nodes of two versions run side by side while the newer one migrates the database. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startWorkers } from '../../src/workers/loop.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())

describe('a running node', () => {
  it('keeps reading and accepting tasks when a newer node adds a column', async () => {
    const tasks = [await trade.hire(1000), await trade.hire(2000)]
    for (const task of tasks) await trade.deliver(task)
    // Every connection has prepared its statements before the migration.
    await Promise.all(Array.from({ length: 16 }, () => trade.read(tasks[0] ?? expect.fail())))
    await sql`alter table tasks add column of_a_newer_version text`.execute(souk.context.database)
    for (const { id } of tasks) {
      const { status } = await souk.call(
        'acceptTask',
        { name: trade.provider.agent.name, taskId: id },
        trade.client.key,
      )
      expect(status).toBe(200)
    }
    const phases = await Promise.all(tasks.map(async (task) => (await trade.market(task)).phase))
    expect(phases).toEqual(['completed', 'completed'])
    expect(souk.loggedErrors).toEqual([])
  })
})

describe('workers', () => {
  it.each([
    [false, 1],
    [true, 0],
  ])('that fail with critical=%s leave %i alive', async (critical, alive) => {
    const work = vi.fn(async () => {
      throw new Error('planted')
    })
    const failing = startWorkers([{ name: 'failing', work, restMs: 0, critical }], {
      log: pino({ level: 'silent' }),
      pubsub: souk.context.pubsub,
    })
    await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(5), { timeout: 20_000 })
    expect(failing.alive()).toBe(alive)
    await failing.stop()
  })
})
