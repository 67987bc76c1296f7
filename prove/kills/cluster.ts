/** A PostgreSQL cluster with the fixture data, which can be killed and restarted at the same address. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { launchEmbedded, type EmbeddedDatabase } from '../../server/src/db/embedded/launch.ts'
import { connectTo } from '../../server/test/fixtures/database/bench-database.ts'
import { database, getFixture, type Party } from './fixture.ts'

export interface Cluster {
  readonly url: string
  readonly parties: readonly Party[]
  /** Socket path, stable across restarts. */
  readonly socket: string
  /** Sends SIGKILL to the postmaster. */
  kill(): Promise<void>
  restart(): Promise<void>
  query(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  drop(): Promise<void>
}

/** `durable` enables fsync, which a killed PostgreSQL needs to recover; it is slower. */
export async function openCluster({ durable }: { durable: boolean }): Promise<Cluster> {
  const { dataDir: source, parties } = await getFixture()
  const folder = await mkdtemp(join(tmpdir(), 'souk-kills-'))
  const dataDir = join(folder, 'data')
  const socketFolder = join(folder, 'socket')
  await mkdir(dataDir)
  // -a keeps the owner of the files, which may be another user.
  await run('cp', ['-a', join(source, 'postgres'), dataDir])
  const launch = async (): Promise<EmbeddedDatabase> => {
    const launched = await launchEmbedded({ dataDir, durable })
    // Each start creates its socket in a new folder; the link keeps the address stable.
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

/** Opens a new connection, because an earlier one may have been killed. */
async function queryOnce(url: string, text: string, values: readonly unknown[]) {
  const connection = await connectTo(url)
  try {
    return await connection.query({ text, values })
  } finally {
    await connection.end()
  }
}
