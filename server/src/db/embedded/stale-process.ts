/** The only place that deals with a PostgreSQL which outlived the Souk that had started it. */
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspectProcess, stillLives } from './processes.ts'
import { codeOf, run, unless, type Account } from './run.ts'
import { isScratch } from './temp-cluster.ts'

/** Ends a PostgreSQL still running on this folder. Only to be called by the holder of the folder's lock. */
export async function endLeftover(cluster: string, account: Account | undefined): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const lines = (await unless(['ENOENT'], readFile(path, 'utf8')))?.split('\n')
  if (!lines) return
  const pid = Number(lines[0])
  const found = pid > 0 ? await inspectProcess(pid) : undefined
  if (found?.program === 'postgres' && (await worksIn(pid, cluster))) {
    await endProcess(pid, found.birth, cluster)
  }
  await removeOldScratch(lines[4], account)
  // PostgreSQL itself would be put off by a dead process not yet collected, or by another with the same id.
  await rm(path, { force: true })
}

export const longestWait = 10_000

// PostgreSQL works inside its data folder. Where we may not look, its name and the file have to do.
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const place = await unless(['EACCES', 'EPERM', 'ENOENT'], stat(`/proc/${pid}/cwd`))
  if (!place) return true
  const own = await stat(cluster)
  return place.ino === own.ino && place.dev === own.dev
}

async function endProcess(pid: number, birth: string, cluster: string): Promise<void> {
  const deadline = performance.now() + longestWait
  while (await stillLives(pid, birth)) {
    if (!interrupt(pid) || performance.now() > deadline) {
      throw new Error(
        `PostgreSQL process ${pid} still runs on ${cluster} and has not ended when asked to. ` +
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

// The account could have written anything into that file, so the removal is done with its rights only.
async function removeOldScratch(socketFolder: string | undefined, account: Account | undefined) {
  if (!socketFolder || !isScratch(socketFolder)) return
  await run('rm', ['-rf', '--', socketFolder], account).catch(() => undefined)
}
