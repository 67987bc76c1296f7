import { sql } from 'kysely'
import type { Contract } from 'souk-contract'
import { read, type Handlers } from '../../operation.ts'
import { unavailable } from '../../failure.ts'
import type { RunningWorkers } from '../../workers/loop.ts'

/** Asks the database and the workers, so that a balancer sends calls only to a node that can answer them. */
export function service(workers: () => RunningWorkers | undefined): Handlers<Contract['service']> {
  return {
    getHealth: read(async () => ({ status: 'ok' })),
    getReady: read(async (reader) => {
      const { rows } = await sql<{ server_version: string }>`show server_version`.execute(reader)
      const running = workers()
      if (running !== undefined && running.alive() < running.total)
        throw unavailable('A worker keeps failing.', 5)
      const version = rows[0]?.server_version.split(' ')[0] ?? 'unknown'
      return { status: 'ready', database: `PostgreSQL ${version}`, workers: running?.alive() ?? 0 }
    }),
  }
}
