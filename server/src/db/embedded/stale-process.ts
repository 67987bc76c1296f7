/** The only place that stops a PostgreSQL which outlived the Souk process that started it. */
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspectProcess, isRunning } from './processes.ts'
import { codeOf, run, ignoringErrors, type Account } from './run.ts'
import { isTempFolder } from './temp-folder.ts'

/** Stops a PostgreSQL that still runs on this cluster. The caller must hold the lock of the data folder. */
export async function stopStaleProcess(cluster: string, account: Account | undefined): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const lines = (await ignoringErrors(['ENOENT'], readFile(path, 'utf8')))?.split('\n')
  if (!lines) return
  const pid = Number(lines[0])
  const found = pid > 0 ? await inspectProcess(pid) : undefined
  if (found?.program === 'postgres' && (await runsIn(pid, cluster))) {
    await stopProcess(pid, found.startTime, cluster)
  }
  await removeStaleTempFolder(lines[4], account)
  // PostgreSQL refuses to start if the file names a zombie, or another process that reuses the pid.
  await rm(path, { force: true })
}

export const stopTimeoutMs = 10_000

// PostgreSQL's working folder is its cluster. Where it cannot be read, the program name and the file suffice.
async function runsIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const workingFolder = await ignoringErrors(['EACCES', 'EPERM', 'ENOENT'], stat(`/proc/${pid}/cwd`))
  if (!workingFolder) return true
  const clusterFolder = await stat(cluster)
  return workingFolder.ino === clusterFolder.ino && workingFolder.dev === clusterFolder.dev
}

async function stopProcess(pid: number, startTime: string, cluster: string): Promise<void> {
  const deadline = performance.now() + stopTimeoutMs
  while (await isRunning(pid, startTime)) {
    if (!interrupt(pid) || performance.now() > deadline) {
      throw new Error(
        `PostgreSQL process ${pid} still runs on ${cluster} and does not stop on SIGINT. ` +
          'Stop it first, or set DATA_DIR to another folder.',
      )
    }
    await sleep(50)
  }
}

function interrupt(pid: number): boolean {
  try {
    process.kill(pid, 'SIGINT')
    return true
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

// The account could have written any path into that file, so the removal runs with the rights of the account.
async function removeStaleTempFolder(socketFolder: string | undefined, account: Account | undefined) {
  if (!socketFolder || !isTempFolder(socketFolder)) return
  await run('rm', ['-rf', '--', socketFolder], account).catch(() => undefined)
}
