import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPostgresWakeups } from '../../src/node/wakeups/postgres.ts'
import type { OpenWakeups } from '../../src/node/wakeups/wakeups.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { startNode, type Node } from '../fixtures/processes/nodes.ts'

let souk: Souk
let node: Node
let logged: string[]
beforeAll(async () => {
  souk = await startSouk()
  logged = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) })
  const openWakeups: OpenWakeups = (parts) => openPostgresWakeups({ ...parts, log })
  node = await startNode(souk, { openWakeups })
  await vi.waitFor(async () => (await listeners())[0] ?? fail('no listener'), polling)
})
afterAll(async () => {
  await node.stop()
  await souk.stop()
})

const polling = { timeout: 10_000, interval: 20 }
/** Longer than the test, so that polling cannot be mistaken for a wakeup. */
const patienceMs = 120_000

const listeners = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'souk wakeups' and datname = current_database()
      and query like 'listen%' and state = 'idle'`.execute(souk.context.database)
  return rows.map(({ pid }) => pid)
}

/** Sends wakeups with NOTIFY and waits until each topic has arrived. */
async function wake(topics: readonly string[]): Promise<void> {
  const { pubsub, wakeups } = node.context
  const subscriptions = topics.map((topic) => pubsub.listen(topic))
  const received = Promise.all(
    subscriptions.map((subscription) => subscription.next(new AbortController().signal, patienceMs)),
  )
  await wakeups.publish(topics)
  await received
  for (const subscription of subscriptions) subscription.close()
}

describe('wakeups over PostgreSQL', () => {
  it('carry more topics than fit in one notification', async () => {
    await wake(Array.from({ length: 1500 }, (_, index) => `task:number-${index}-of-many`))
  })

  it('reconnect after a lost connection and log it once', async () => {
    const [pid] = await listeners()
    await sql`select pg_terminate_backend(${pid ?? fail('no listener')})`.execute(souk.context.database)
    await vi.waitFor(async () => {
      const [next] = await listeners()
      expect([typeof next, next === pid]).toEqual(['number', false])
    }, polling)
    await wake(['task:after-the-cut'])
    expect(logged.map((line): unknown => JSON.parse(line).msg)).toEqual([
      'no wakeups from other nodes; polling until reconnected',
      'wakeups from other nodes restored',
    ])
    expect(await listeners()).toHaveLength(1)
  })

  it('close immediately while the database is unreachable', async () => {
    const { config, database, log, pubsub } = node.context
    const databaseUrl = 'postgresql://souk@127.0.0.1:1/nowhere'
    const wakeups = openPostgresWakeups({ config, database, databaseUrl, log, onTopics: pubsub.publish })
    await wakeups.close()
  })
})
