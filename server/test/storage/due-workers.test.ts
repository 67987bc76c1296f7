import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { polledWorkers, selectDueWorkers } from '../../src/workers/due-queries.ts'
import { workersOf } from '../../src/workers/index.ts'
import { startWorkers } from '../../src/workers/loop.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

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

describe('selectDueWorkers', () => {
  it('has a condition for each worker without an interval', () => {
    const woken = workersOf(souk.context).filter(
      ({ name, wakeTopics = [] }) => name !== 'due' && wakeTopics.includes(`due:${name}`),
    )
    expect(woken.map(({ name }) => name).toSorted()).toEqual([...polledWorkers].toSorted())
  })

  it('scans no large table', async () => {
    const plan = await souk.context.store.write(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<Record<string, string>>`explain ${selectDueWorkers(tx)}`.execute(tx)
      return rows.flatMap((row) => Object.values(row)).join('\n')
    })
    const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table)
    expect(scanned.filter((table) => !smallTables.includes(table ?? ''))).toEqual([])
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
})
