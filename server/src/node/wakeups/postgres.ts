import { sql } from 'kysely'
import { Client } from 'pg'
import { second } from '../../lib/clock.ts'
import { keepLine, packTopics, unpackTopics, type Line, type WakeupParts, type Wakeups } from './wakeups.ts'

const channel = 'souk_wakeups'
/** PostgreSQL takes 8000 bytes at most. */
const bytesMax = 7900

/** Wake-ups by NOTIFY, sent outside of every transaction that changes something, and heard on a connection of its own. */
export function openPostgresWakeups({ databaseUrl, database, log, onTopics }: WakeupParts): Wakeups {
  const line = keepLine(() => listen({ databaseUrl, onTopics }), log)
  return {
    publish: async (topics) => {
      const texts = packTopics(topics, bytesMax)
      await sql`select pg_notify(${channel}, t) from unnest(${texts}::text[]) t`.execute(database)
    },
    close: line.close,
  }
}

async function listen({
  databaseUrl,
  onTopics,
}: Pick<WakeupParts, 'databaseUrl' | 'onTopics'>): Promise<Line> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'souk wakeups',
    connectionTimeoutMillis: 10 * second,
    // Nothing is ever sent on it, so only the network can tell that the other side is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * second,
  })
  let reason = 'connection closed'
  client.on('error', (error) => {
    reason = error.message
  })
  client.on('notification', ({ payload }) => onTopics(unpackTopics(payload ?? '')))
  const lost = new Promise<string>((resolve) => {
    client.on('end', () => resolve(reason))
  })
  const close = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    await close()
    throw error
  }
  return { lost, close }
}
