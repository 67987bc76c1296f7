import { pino } from 'pino'
import { sql } from 'kysely'
import { closeContext, createContext, type Context } from '../src/context.ts'
import { openPostgresWakeups } from '../src/node/wakeups/postgres.ts'
import { startWorkers, type RunningWorkers } from '../src/workers/loop.ts'
import { workersOf } from '../src/workers/index.ts'
import type { OpenWakeups } from '../src/node/wakeups/wakeups.ts'
import { databaseUrl } from './global-setup.ts'
import type { Souk } from './harness.ts'
import { testSecretKey } from './secret-key.ts'
import { postgresUrl } from './where.ts'

export interface Node {
  readonly context: Context
  stop(): Promise<void>
}

export interface NodePlan {
  readonly workers?: readonly string[]
  readonly openWakeups?: OpenWakeups
  readonly secretKey?: string
  readonly otherSecretKey?: string | undefined
}

/** Another process on the database of a Souk, as far as one process can be two: nothing in memory is shared. */
export async function startNode(
  souk: Souk,
  {
    workers = [],
    openWakeups = openPostgresWakeups,
    secretKey = testSecretKey,
    otherSecretKey,
  }: NodePlan = {},
): Promise<Node> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    souk.context.database,
  )
  const context = await createContext({
    config: { ...souk.context.config, databaseConnections: 6, otherSecretKey },
    clock: souk.clock,
    log: pino({ level: 'silent' }),
    databaseUrl: databaseUrl(postgresUrl(), rows[0]?.name ?? ''),
    secretKey,
    passwordCost: { memoryKiB: 1024, passes: 1 },
    openWakeups,
  })
  const running: RunningWorkers = startWorkers(
    workersOf(context).filter(({ name }) => workers.includes(name)),
    context,
  )
  return {
    context,
    stop: async () => {
      await running.stop()
      await closeContext(context)
    },
  }
}
