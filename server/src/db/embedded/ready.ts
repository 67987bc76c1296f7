/** The only place that waits until a started PostgreSQL accepts connections. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { codeOf } from './run.ts'

export interface Connection {
  host: string
  port: number
  user: string
  database: string
  ssl: false
}

/** Returns the server version once it accepts connections, or undefined if the process exits first. */
export async function waitUntilReady(
  connection: Connection,
  ended: Promise<unknown>,
): Promise<string | undefined> {
  const server = { running: true }
  const watch = ended.finally(() => {
    server.running = false
  })
  let deadline = performance.now() + silenceMsMax
  for (let pause = 5; server.running; pause = Math.min(pause + 5, 50)) {
    const { version, recovering } = await probe(connection)
    if (version !== undefined) return version
    // Crash recovery can take long, and interrupting it would restart it.
    if (recovering) deadline = performance.now() + silenceMsMax
    if (performance.now() > deadline)
      throw new Error('PostgreSQL has not accepted a connection within a minute of its start.')
    await Promise.race([sleep(pause), watch])
  }
  return undefined
}

const silenceMsMax = 60_000
const startingUp = '57P03'
const retryableCodes = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', startingUp]

async function probe(connection: Connection): Promise<{ version?: string; recovering: boolean }> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 })
  // An error event without a listener would crash the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return { version: rows[0]?.server_version.split(' ')[0] ?? 'unknown', recovering: false }
  } catch (error) {
    const code = codeOf(error)
    if (code !== undefined && !retryableCodes.includes(code)) throw error
    return { recovering: code === startingUp }
  } finally {
    await client.end().catch(() => undefined)
  }
}
