import { Client } from 'pg'
import { second } from '../../lib/clock.ts'
import { notify } from './queries.ts'
import {
  keepConnected,
  packTopics,
  unpackTopics,
  type WakeupConnection,
  type WakeupParts,
  type Wakeups,
} from './wakeups.ts'

const channel = 'souk_wakeups'
/** PostgreSQL limits a payload to 8000 bytes. */
const bytesMax = 7900

/** Wakeups over NOTIFY, sent outside of writing transactions and received on a dedicated connection. */
export function openPostgresWakeups({ databaseUrl, database, log, onTopics }: WakeupParts): Wakeups {
  const connection = keepConnected(() => listen({ databaseUrl, onTopics }), log)
  return {
    publish: async (topics) => {
      await notify(database, channel, packTopics(topics, bytesMax))
    },
    close: connection.close,
  }
}

async function listen({
  databaseUrl,
  onTopics,
}: Pick<WakeupParts, 'databaseUrl' | 'onTopics'>): Promise<WakeupConnection> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'souk wakeups',
    connectionTimeoutMillis: 10 * second,
    // Nothing is ever sent on it, so only keepalive detects a dead peer.
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
