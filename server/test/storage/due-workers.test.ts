import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../src/db/transact.ts'
import { ensureDemoAgent } from '../../src/demo/create-demo-agent.ts'
import { polledWorkers, selectDueWorkers } from '../../src/workers/due-queries.ts'
import { workersOf } from '../../src/workers/index.ts'
import { startWorkers } from '../../src/workers/loop.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

/** Tables with one row, or with rows only while a worker has not taken them. */
const smallTables = [
  'demo_agents',
  'event_numbers',
  'mail_cursor',
  'outbox',
  'reputation_progress',
  'search_arrivals',
  'webhook_cursor',
]

async function queuedMails(): Promise<number> {
  const { rows } = await sql`select from mails where state = 'queued'`.execute(souk.context.database)
  return rows.length
}

/** Tables that the statement reads as a whole. */
async function scannedTables(tx: Tx): Promise<string[]> {
  const { rows } = await sql<Record<string, string>>`explain ${selectDueWorkers(tx)}`.execute(tx)
  const plan = rows.flatMap((row) => Object.values(row)).join('\n')
  return [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? '')
}

/** Copies the row of a task, without triggers and foreign keys. */
async function copyTask(id: string, count: number): Promise<void> {
  await souk.context.store.write(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into tasks select (jsonb_populate_record(t, jsonb_build_object('id', t.id || n))).*
      from tasks t, generate_series(1, ${count}) n where t.id = ${id}`.execute(tx)
    await sql`analyze tasks`.execute(tx)
  })
}

describe('selectDueWorkers', () => {
  it('has a condition for each worker without an interval', () => {
    const woken = workersOf(souk.context).filter(
      ({ name, wakeTopics = [] }) => name !== 'due' && wakeTopics.includes(`due:${name}`),
    )
    expect(woken.map(({ name }) => name).toSorted()).toEqual([...polledWorkers].toSorted())
  })

  it('has an index for each condition on a large table', async () => {
    const scanned = await souk.context.store.write(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return scannedTables(tx)
    })
    expect(scanned.filter((table) => !smallTables.includes(table))).toEqual([])
  })

  it('wakes the worker of a row that has become due', async () => {
    await souk.person()
    expect(await queuedMails()).toBe(1)
    const workers = workersOf(souk.context).filter(({ name }) => ['due', 'mails'].includes(name))
    const running = startWorkers(workers, souk.context)
    await expect.poll(queuedMails).toBe(0)
    await souk.person()
    await expect.poll(queuedMails, { timeout: 10_000 }).toBe(0)
    await running.stop()
  })

  it('wakes all workers if the poll fails', async () => {
    await sql`alter table standings rename to standings_gone`.execute(souk.context.database)
    await souk.person()
    const workers = workersOf(souk.context).filter(({ name }) => ['due', 'mails'].includes(name))
    const running = startWorkers(workers, { ...souk.context, log: pino({ level: 'silent' }) })
    await souk.person()
    await expect.poll(queuedMails, { timeout: 10_000 }).toBe(0)
    await running.stop()
    await sql`alter table standings_gone rename to standings`.execute(souk.context.database)
  })

  it('follows indexes in a market with many open requests and a demo agent', async () => {
    await ensureDemoAgent(souk.context)
    const { hire } = await createTaskFixture(souk)
    await copyTask((await hire(0)).id, 2000)
    expect(await souk.context.store.write(scannedTables)).not.toContain('tasks')
  })
})
