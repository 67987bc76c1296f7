import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connectTo } from '../../server/test/fixtures/database/bench-database.ts'
import { startChild } from '../lib/child-process.ts'
import { serverConnections, type Environment } from '../lib/environment.ts'
import { runProgram } from '../lib/programs.ts'

interface Peer {
  readonly origin: string
  stop(): Promise<void>
}

const database = 'a2a_peer'

export async function startInMemoryPeer(): Promise<Peer> {
  return startPeer({})
}

/** The peer on a database of the same PostgreSQL server; the SDK's own command creates its tables. */
export async function startDatabasePeer(environment: Environment, seededTasks: number): Promise<Peer> {
  const databaseUrl = await environment.createDatabase(database)
  const command = fileURLToPath(import.meta.resolve('@a2a-js/sdk')).replace(/dist\/.*$/, 'dist/cli/a2a_db.js')
  await runProgram(process.execPath, [command, 'upgrade', '--store', 'tasks', '--url', databaseUrl])
  await seedTasks(databaseUrl, seededTasks)
  return startPeer({ databaseUrl, connections: serverConnections })
}

async function startPeer(options: Readonly<Record<string, unknown>>): Promise<Peer> {
  const child = startChild(new URL('a2a-server.ts', import.meta.url))
  const { port } = await child.request(options)
  return { origin: `http://127.0.0.1:${String(port)}`, stop: child.stop }
}

/** Rows as the SDK's store writes them for the messages of this scenario. */
async function seedTasks(databaseUrl: string, count: number): Promise<void> {
  const connection = await connectTo(databaseUrl)
  try {
    await connection.query({
      text: `
        insert into tasks (tenant, owner, id, context_id, status_last_updated, status_state, status, artifacts, history, metadata)
        select '', '', gen_random_uuid()::text, gen_random_uuid()::text, extract(epoch from now()) * 1000,
          'TASK_STATE_COMPLETED', $2, '[]', $3, null from generate_series(1, $1::int)`,
      values: [count, JSON.stringify(status), JSON.stringify(history)],
    })
    await connection.query({ text: 'vacuum analyze tasks', values: [] })
  } finally {
    await connection.end()
  }
}

const status = { state: 'TASK_STATE_COMPLETED', timestamp: '2026-11-15T12:42:55.832Z' }
const history = [
  {
    messageId: 'fb0c5b6e-1234',
    role: 'ROLE_USER',
    parts: [
      { text: 'Please translate the letter that I sent you yesterday into English, and keep its tone.' },
    ],
  },
]

/** Waits until the peer's pool has closed its idle connections. */
export async function whenDisconnected({ query }: Environment): Promise<void> {
  const connected = async () => {
    const [row] = await query('select count(*) from pg_stat_activity where datname = $1', [database])
    return Number(row?.['count'])
  }
  while ((await connected()) > 0) await delay(50)
}
