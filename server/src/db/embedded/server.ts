/** The only place that starts the PostgreSQL server process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { workingFolderPath } from './account.ts'
import type { ClusterPlan } from './cluster.ts'
import { supervise, lastLines, type SupervisedProcess } from './supervisor.ts'
import { stopStaleProcess, stopTimeoutMs } from './stale-process.ts'
import { waitUntilReady, type Connection } from './ready.ts'
import { settingArguments } from './settings.ts'

export interface Server extends SupervisedProcess {
  version: string
}

export interface ServerPlan extends ClusterPlan {
  connection: Connection
  memoryBytes: number | undefined
}

export async function startServer(plan: ServerPlan): Promise<Server> {
  const deadline = performance.now() + stopTimeoutMs
  for (;;) {
    await stopStaleProcess(plan.cluster, plan.account)
    const server = await tryStart(plan)
    if (server) return server
    const lines = await lastLines(plan.log)
    if (!stillInUse.test(lines) || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start on ${plan.cluster}. Its output:\n${lines}`)
    }
    await sleep(100)
  }
}

// Child processes of a killed PostgreSQL can survive for a moment, and a new server refuses to start until they exit.
const stillInUse = /lock file ".*" already exists|shared memory block .* is still in use/

async function tryStart(plan: ServerPlan): Promise<Server | undefined> {
  const { cluster, tempFolder, durable, memoryBytes } = plan
  const settings = settingArguments({ socketFolder: tempFolder, durable, memoryBytes })
  const postgres = await supervise({
    command: plan.binaries.postgres,
    args: ['-D', workingFolderPath(cluster, plan.account), ...settings],
    cwd: cluster,
    folder: tempFolder,
    log: plan.log,
    account: plan.account,
  })
  try {
    const version = await waitUntilReady(plan.connection, postgres.ended)
    return version === undefined ? undefined : { ...postgres, version }
  } catch (error) {
    postgres.end()
    await postgres.ended
    throw error
  }
}
