import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { launchEmbedded } from '../../server/src/db/embedded/launch.ts'
import { connectTo } from '../../server/test/fixtures/database/bench-database.ts'
import { profiling } from './profile.ts'
import { databaseUrl, runAlone } from '../../server/test/fixtures/database/databases.ts'
import {
  joinThrough,
  startServer,
  type ServerProcess,
} from '../../server/test/fixtures/processes/server-process.ts'
import type { TestAgent } from '../../server/test/fixtures/people/test-agents.ts'

/** A durable PostgreSQL and a server process on it. */
export interface Environment {
  readonly url: string
  /** The version of PostgreSQL. */
  readonly version: string
  readonly server: ServerProcess
  query(statement: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  /** Starts another server process on the same database. */
  startServer(environment?: Record<string, string>): Promise<ServerProcess>
  /** Clones the database for a contender that no server works on, and returns its URL. Restarts the server. */
  cloneDatabase(): Promise<string>
  /** Creates an empty database on the same PostgreSQL and returns its URL. */
  createDatabase(name: string): Promise<string>
  /** Waits until the workers have no backlog and runs a checkpoint, so that no contender pays for the work of another. */
  drain(): Promise<void>
  /** Where the server writes its CPU profile. */
  readonly profileFile: string
  /** Writes a file that is removed with the environment. */
  file(name: string, content: string): Promise<string>
}

export interface Traders {
  readonly clients: readonly TestAgent[]
  readonly providers: readonly TestAgent[]
}

/** Database connections of the server, and of a peer that uses the same PostgreSQL. */
export const serverConnections = 16

/** Lifts the limits: a bench calls from one address as fast as it can. */
const unlimited = {
  RATE_LIMIT_SCALE: '1000000',
  OPEN_TASKS_MAX: '1000000',
  STORAGE_UNVERIFIED_MB: '1000000',
  DATABASE_CONNECTIONS: String(serverConnections),
  LOG_LEVEL: 'error',
}

/** Opens an environment for the duration of `use`; `prepare` adds environment variables for the server. */
export async function withEnvironment<T>(
  use: (environment: Environment) => Promise<T>,
  prepare: (file: Environment['file']) => Promise<Record<string, string>> = async () => ({}),
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  const closers = [() => rm(folder, { recursive: true, force: true })]
  try {
    const variables = { ...unlimited, ...profiling(profileIn(folder)), ...(await prepare(fileIn(folder))) }
    return await use(await openEnvironment(folder, closers, variables))
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

async function openEnvironment(
  folder: string,
  closers: (() => Promise<unknown>)[],
  variables: Record<string, string>,
): Promise<Environment> {
  const embedded = await launchEmbedded({ dataDir: join(folder, 'data') })
  closers.push(() => embedded.stop())
  const start = async (more: Record<string, string> = {}) => {
    const started = await startServer('bench', embedded, { ...variables, ...more })
    closers.push(() => started.stop())
    return started
  }
  let server = await start()
  let connection = await connectTo(embedded.url)
  closers.push(() => connection.end())
  const query: Environment['query'] = (text, values = []) => connection.query({ text, values })
  return {
    url: embedded.url,
    version: embedded.version,
    get server() {
      return server
    },
    query,
    startServer: start,
    cloneDatabase: async () => {
      await server.stop()
      await connection.end()
      await runAlone(databaseUrl(embedded.url, 'template1'), 'create database clone template postgres')
      connection = await connectTo(embedded.url)
      server = await start({ PORT: new URL(server.origin).port })
      return databaseUrl(embedded.url, 'clone')
    },
    createDatabase: async (name) => {
      await query(`create database ${name} template template0`)
      return databaseUrl(embedded.url, name)
    },
    drain: async () => {
      while ((await backlog(query)) > 0) await delay(50)
      await query('checkpoint')
    },
    profileFile: profileIn(folder),
    file: fileIn(folder),
  }
}

const profileIn = (folder: string) => join(folder, 'profile.json')

function fileIn(folder: string): Environment['file'] {
  return async (name, content) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
}

/** Number of rows that the server's workers have yet to process. */
async function backlog(query: Environment['query']): Promise<number> {
  const [row] = await query(`
    select (select count(*) from outbox) + (select count(*) from audit_pending)
      + (select last from event_numbers) - (select number from webhook_cursor) as count`)
  return Number(row?.['count'])
}

/** Creates this many clients and providers, each with its own owner and key. */
export async function createTraders(
  environment: Pick<Environment, 'server'>,
  count: number,
): Promise<Traders> {
  return { clients: await signUp(environment, count), providers: await signUp(environment, count) }
}

/** Signing up hashes a password, and the server bounds the queue for that. */
const concurrentSignUps = 8

async function signUp({ server }: Pick<Environment, 'server'>, count: number): Promise<TestAgent[]> {
  const joined: TestAgent[] = []
  while (joined.length < count) {
    const length = Math.min(concurrentSignUps, count - joined.length)
    joined.push(...(await Promise.all(Array.from({ length }, () => joinThrough(server)))))
  }
  return joined
}
