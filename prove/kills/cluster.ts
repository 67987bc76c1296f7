/** A PostgreSQL of one run with the cast in it, which can be killed and comes back at the same address. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { launchEmbedded, type EmbeddedDatabase } from '../../server/src/db/embedded/launch.ts'
import { connectTo } from '../../server/test/fixtures/bench-database.ts'
import { database, getFixture, type Party } from './fixture.ts'

export interface Cluster {
  readonly url: string
  readonly parties: readonly Party[]
  /** Where it listens, however often it was started. */
  readonly socket: string
  /** As `kill -9` does it, to the process that all others of it hang on. */
  kill(): Promise<void>
  restart(): Promise<void>
  query(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  drop(): Promise<void>
}

/** Durable is what survives being killed; it is slower. */
export async function openCluster({ durable }: { durable: boolean }): Promise<Cluster> {
  const { dataDir: source, parties } = await getFixture()
  const folder = await mkdtemp(join(tmpdir(), 'souk-kills-'))
  const dataDir = join(folder, 'data')
  const socketFolder = join(folder, 'socket')
  await mkdir(dataDir)
  // Its owner may be another one than we are, and has to stay.
  await run('cp', ['-a', join(source, 'postgres'), dataDir])
  const launch = async (): Promise<EmbeddedDatabase> => {
    const launched = await launchEmbedded({ dataDir, durable })
    // The socket lies in another folder after each start, and clients know only this one.
    await rm(socketFolder, { force: true })
    await symlink(launched.connection.host, socketFolder)
    return launched
  }
  let running = await launch()
  const url = `postgresql://souk@/${database}?host=${encodeURIComponent(socketFolder)}&port=5432&sslmode=disable`
  return {
    url,
    parties,
    socket: join(socketFolder, '.s.PGSQL.5432'),
    query: (text, values = []) => queryOnce(url, text, values),
    kill: async () => {
      const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await running.exited
    },
    restart: async () => {
      running = await launch()
    },
    drop: async () => {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const run = promisify(execFile)

/** By a connection of its own, because the one before may be gone. */
async function queryOnce(url: string, text: string, values: readonly unknown[]) {
  const connection = await connectTo(url)
  try {
    return await connection.query({ text, values })
  } finally {
    await connection.end()
  }
}
