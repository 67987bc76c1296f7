import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leaseDue } from '../../src/db/lease.ts'
import type { Tx } from '../../src/db/transact.ts'
import { after, minute, second } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(() => souk.context.database.deleteFrom('processor_events').execute())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(() => souk.stop())

/** Enqueues events by name, each due this long ago. */
async function enqueue(dueForMs: Readonly<Record<string, number>>): Promise<void> {
  const now = souk.clock.now()
  const rows = Object.entries(dueForMs).map(([id, ms]) => ({
    event_id: id,
    book: 'sandbox' as const,
    type: 'test',
    subject: 'other' as const,
    ref: id,
    state: 'queued' as const,
    due_at: after(now, -ms),
    created_at: now,
  }))
  await souk.context.database.insertInto('processor_events').values(rows).execute()
}

const leaseMs = minute

async function lease(tx: Tx, batchSize = 10): Promise<string[]> {
  const { rows } = await leaseDue(tx, 'processor_events', {
    batchSize,
    until: after(tx.now, leaseMs),
    where: sql`state = 'queued'`,
    set: sql`attempts = attempts + 1`,
  }).execute(tx)
  return rows.map(({ event_id }) => event_id).toSorted()
}

const leaseNow = (batchSize?: number) => souk.context.store.write((tx) => lease(tx, batchSize))

describe('leaseDue', () => {
  it('leases rows that are due and satisfy the condition', async () => {
    await enqueue({ due: 0, late: second, early: -second, done: second })
    await souk.context.database
      .updateTable('processor_events')
      .set({ state: 'applied' })
      .where('event_id', '=', 'done')
      .execute()
    expect(await leaseNow()).toEqual(['due', 'late'])
  })

  it('leases the most overdue rows first, no more than the batch', async () => {
    await enqueue({ third: 1 * second, first: 3 * second, second: 2 * second })
    expect(await leaseNow(2)).toEqual(['first', 'second'])
    expect(await leaseNow(2)).toEqual(['third'])
    expect(await leaseNow(2)).toEqual([])
  })

  it('leases no more than the batch from a large queue, whatever the plan', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => `event-${index}`)
    await enqueue(Object.fromEntries(ids.map((id) => [id, second])))
    const plans = ['enable_hashjoin', 'enable_mergejoin', 'enable_material', 'enable_hashagg', 'enable_sort']
    const leased = await souk.context.store.write(async (tx) => {
      for (const name of plans) await sql`select set_config(${name}, 'off', true)`.execute(tx)
      return lease(tx, 7)
    })
    expect(leased).toHaveLength(7)
  })

  it('skips rows that an open transaction leases', async () => {
    await enqueue({ a: 2 * second, b: second, c: 0 })
    const { store } = souk.context
    const [first, meanwhile] = await store.write(async (tx) => [await lease(tx, 2), await leaseNow()])
    expect([first, meanwhile]).toEqual([['a', 'b'], ['c']])
  })

  it('leases every row once to concurrent workers', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `event-${String(index).padStart(2, '0')}`)
    await enqueue(Object.fromEntries(ids.map((id) => [id, second])))
    const leased: string[] = []
    const work = async () => {
      for (let batch = await leaseNow(7); batch.length > 0; batch = await leaseNow(7)) leased.push(...batch)
    }
    await Promise.all(Array.from({ length: 6 }, work))
    leased.push(...(await leaseNow(60)))
    expect(leased.toSorted()).toEqual(ids)
  })

  it('leases a row again when its lease has expired', async () => {
    await enqueue({ lost: 0 })
    expect(await leaseNow()).toEqual(['lost'])
    souk.clock.advance(leaseMs - 1)
    expect(await leaseNow()).toEqual([])
    souk.clock.advance(1)
    expect(await leaseNow()).toEqual(['lost'])
  })

  it('applies the assignments and an end that depends on the row', async () => {
    await enqueue({ slow: 0 })
    const [row] = await souk.context.store.write(async (tx) => {
      const until = sql<Date>`${tx.now}::timestamptz + (attempts + 5) * interval '1 minute'`
      const set = sql`attempts = attempts + 1, our_id = ref`
      const statement = leaseDue(tx, 'processor_events', { batchSize: 1, until, where: sql`true`, set })
      return (await statement.execute(tx)).rows
    })
    const due_at = after(souk.clock.now(), 5 * minute)
    expect(row).toMatchObject({ event_id: 'slow', attempts: 1, our_id: 'slow', due_at })
  })
})
