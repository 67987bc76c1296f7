import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as within } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { launchEmbedded } from '../../server/src/db/embedded/launch.ts'
import { connectTo } from '../../server/test/fixtures/bench-database.ts'
import { profiling } from './profile.ts'
import { databaseUrl, runAlone } from '../../server/test/fixtures/global-setup.ts'
import { joinThrough, startServer, type ServerProcess } from '../../server/test/fixtures/server-process.ts'
import type { Trader } from '../../server/test/fixtures/traders.ts'

/** A PostgreSQL that keeps what it says it keeps, with the server as a process of its own beside it. */
export interface World {
  readonly url: string
  /** The version of PostgreSQL. */
  readonly version: string
  readonly server: ServerProcess
  query(statement: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  /** Another process of the server on the same database. */
  startServer(environment?: Record<string, string>): Promise<ServerProcess>
  /** Copies the database into one that no server works on, and answers its URL; the server is away meanwhile. */
  twin(): Promise<string>
  /** Waits until nothing is left to do for anybody, so that no contestant pays for what another has left behind. */
  quiet(): Promise<void>
  /** Where the server writes down what it did with its time, when it is asked to. */
  readonly profileFile: string
  /** Writes a file that lives as long as the world. */
  file(name: string, content: string): Promise<string>
}

export interface Trading {
  readonly clients: readonly Trader[]
  readonly providers: readonly Trader[]
}

/** Limits are for strangers; a bench comes from one address and sends all it can. */
const unlimited = {
  RATE_LIMIT_SCALE: '1000000',
  OPEN_TASKS_MAX: '1000000',
  STORAGE_UNVERIFIED_MB: '1000000',
  DATABASE_CONNECTIONS: '16',
  LOG_LEVEL: 'error',
}

/** Makes a world for as long as it is used; `prepare` says what else the server finds in its environment. */
export async function inWorld<T>(
  use: (world: World) => Promise<T>,
  prepare: (file: World['file']) => Promise<Record<string, string>> = async () => ({}),
): Promise<T> {
  const folder = await mkdtemp(within(tmpdir(), 'souk-bench-'))
  const closers = [() => rm(folder, { recursive: true, force: true })]
  try {
    const environment = { ...unlimited, ...profiling(profileIn(folder)), ...(await prepare(fileIn(folder))) }
    return await use(await openWorld(folder, closers, environment))
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

async function openWorld(
  folder: string,
  closers: (() => Promise<unknown>)[],
  environment: Record<string, string>,
): Promise<World> {
  const embedded = await launchEmbedded({ dataDir: within(folder, 'data') })
  closers.push(() => embedded.stop())
  const start = async (more: Record<string, string> = {}) => {
    const started = await startServer('bench', embedded, { ...environment, ...more })
    closers.push(() => started.stop())
    return started
  }
  let server = await start()
  let connection = await connectTo(embedded.url)
  closers.push(() => connection.end())
  const query: World['query'] = (text, values = []) => connection.query({ text, values })
  return {
    url: embedded.url,
    version: embedded.version,
    get server() {
      return server
    },
    query,
    startServer: start,
    twin: async () => {
      await server.stop()
      await connection.end()
      await runAlone(databaseUrl(embedded.url, 'template1'), 'create database twin template postgres')
      connection = await connectTo(embedded.url)
      server = await start({ PORT: new URL(server.origin).port })
      return databaseUrl(embedded.url, 'twin')
    },
    quiet: async () => {
      while ((await waiting(query)) > 0) await delay(50)
      await query('checkpoint')
    },
    profileFile: profileIn(folder),
    file: fileIn(folder),
  }
}

const profileIn = (folder: string) => within(folder, 'profile.json')

function fileIn(folder: string): World['file'] {
  return async (name, content) => {
    await writeFile(within(folder, name), content)
    return within(folder, name)
  }
}

/** How much the workers of the server still have before them. */
async function waiting(query: World['query']): Promise<number> {
  const [row] = await query(`
    select (select count(*) from outbox) + (select count(*) from audit_pending)
      + (select last from event_numbers) - (select number from webhook_cursor) as count`)
  return Number(row?.['count'])
}

/** So many agents on either side, each with an owner and a key of its own. */
export async function settleTraders(world: Pick<World, 'server'>, count: number): Promise<Trading> {
  return { clients: await join(world, count), providers: await join(world, count) }
}

/** Passwords are hashed on the way, and only so many people may wait for that. */
const joiningAtOnce = 8

async function join({ server }: Pick<World, 'server'>, count: number): Promise<Trader[]> {
  const joined: Trader[] = []
  while (joined.length < count) {
    const length = Math.min(joiningAtOnce, count - joined.length)
    joined.push(...(await Promise.all(Array.from({ length }, () => joinThrough(server)))))
  }
  return joined
}
