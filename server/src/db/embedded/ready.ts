/** The only place that finds out whether a PostgreSQL just started answers yet. */
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

/** Waits for the first answer and returns the server's version, or undefined when it ended before that. */
export async function waitUntilReady(
  connection: Connection,
  ended: Promise<unknown>,
): Promise<string | undefined> {
  const running = { yes: true }
  const watch = ended.finally(() => {
    running.yes = false
  })
  let deadline = performance.now() + longestSilence
  for (let pause = 5; running.yes; pause = Math.min(pause + 5, 50)) {
    const answer = await ask(connection)
    if (answer.version !== undefined) return answer.version
    // Recovery after a crash may take long, and cutting it short would only make it begin again.
    if (answer.recovering) deadline = performance.now() + longestSilence
    if (performance.now() > deadline)
      throw new Error('PostgreSQL was started and has not answered for a minute.')
    await Promise.race([sleep(pause), watch])
  }
  return undefined
}

const longestSilence = 60_000
const startingUp = '57P03'
const notYet = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', startingUp]

async function ask(connection: Connection): Promise<{ version?: string; recovering: boolean }> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 })
  // A connection that breaks later, between the calls below, must not bring the whole process down.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return { version: rows[0]?.server_version.split(' ')[0] ?? 'unknown', recovering: false }
  } catch (error) {
    const code = codeOf(error)
    if (code !== undefined && !notYet.includes(code)) throw error
    return { recovering: code === startingUp }
  } finally {
    await client.end().catch(() => undefined)
  }
}
