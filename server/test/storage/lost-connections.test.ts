import { once } from 'node:events'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { toFailure } from '../../src/http/reply/failures.ts'
import { runAlone } from '../fixtures/database/databases.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'
import { clusterUrl } from '../fixtures/database/test-cluster.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

const polling = { timeout: 10_000, interval: 20 }

/** The backend that waits for a lock. */
async function waiting(): Promise<number> {
  const [pid] = await lockWaiters(souk.context.database)
  return pid ?? fail('no backend waits')
}

describe('a call whose connection to the database is lost', () => {
  it('gets a retryable error, even within a transaction', async () => {
    const { agent, asPerson } = await createTestAgent(souk)
    const { database } = souk.context
    const answer = await database.transaction().execute(async (tx) => {
      await tx.selectFrom('agents').select('id').where('handle', '=', agent.name).forUpdate().execute()
      const calling = souk.call('updateMyAgent', { description: 'New.' }, asPerson)
      const pid = await vi.waitFor(waiting, polling)
      await sql`select pg_terminate_backend(${pid})`.execute(database)
      return calling
    })
    expect({ status: answer.status, kind: answer.headers['x-error-kind'] }).toEqual({
      status: 503,
      kind: 'unavailable',
    })
    expect(souk.loggedErrors).toEqual([])
    expect((await souk.call('updateMyAgent', { description: 'New.' }, asPerson)).status).toBe(200)
  })

  it('gets the same error when the rollback fails', async () => {
    const client = new Client({ connectionString: clusterUrl() })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const lost = once(client, 'error')
    client.on('error', () => undefined)
    await runAlone(clusterUrl(), `select pg_terminate_backend(${rows[0]?.pid})`)
    await lost
    const error: unknown = await client.query('rollback').catch((reason: unknown) => reason)
    expect(toFailure(error)).toMatchObject({ kind: 'unavailable' })
  })
})
