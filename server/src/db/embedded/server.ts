/** The only place that starts the PostgreSQL server process on a database folder. */
import { setTimeout as sleep } from 'node:timers/promises'
import { nameOfWorkingFolder } from './account.ts'
import type { ClusterPlan } from './cluster.ts'
import { keep, lastLines, type KeptProcess } from './supervisor.ts'
import { endLeftover, longestWait } from './stale-process.ts'
import { waitUntilReady, type Connection } from './ready.ts'
import { settingArguments } from './settings.ts'

export interface Server extends KeptProcess {
  version: string
}

export interface ServerPlan extends ClusterPlan {
  connection: Connection
  memoryBytes: number | undefined
}

export async function startServer(plan: ServerPlan): Promise<Server> {
  const deadline = performance.now() + longestWait
  for (;;) {
    await endLeftover(plan.cluster, plan.account)
    const server = await attemptStart(plan)
    if (server) return server
    const lines = await lastLines(plan.log)
    if (!stillInUse.test(lines) || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start on ${plan.cluster}. It says:\n${lines}`)
    }
    await sleep(100)
  }
}

// Single processes of a killed PostgreSQL may live on for a moment, and until then a new one declines.
const stillInUse = /lock file ".*" already exists|shared memory block .* is still in use/

async function attemptStart(plan: ServerPlan): Promise<Server | undefined> {
  const { cluster, scratch, durable, memoryBytes } = plan
  const settings = settingArguments({ socketFolder: scratch, durable, memoryBytes })
  const kept = await keep({
    command: plan.binaries.postgres,
    args: ['-D', nameOfWorkingFolder(cluster, plan.account), ...settings],
    cwd: cluster,
    folder: scratch,
    log: plan.log,
    account: plan.account,
  })
  try {
    const version = await waitUntilReady(plan.connection, kept.ended)
    return version === undefined ? undefined : { ...kept, version }
  } catch (error) {
    kept.end()
    await kept.ended
    throw error
  }
}
