/** The only place that enforces one Souk process per data folder. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspectProcess, isRunning } from './processes.ts'
import { codeOf, ignoringErrors } from './run.ts'

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  readonly dataDir: string
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    const who = pid === process.pid ? 'This process' : 'Another Souk'
    super(
      `${who} (pid ${pid}) already uses the data folder ${dataDir}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    )
    this.dataDir = dataDir
    this.pid = pid
  }
}

export interface FolderLock {
  release(): Promise<void>
}

/** Creates the folder if it does not exist, and locks it for this process. */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const path = join(dataDir, 'souk.lock')
  const content = JSON.stringify(await describeSelf())
  const holder = await acquire(path, content)
  if (holder) throw new DataFolderInUse(dataDir, holder.pid)
  return {
    async release() {
      const current = await ignoringErrors(['ENOENT'], readFile(path, 'utf8'))
      if (current === content) await rm(path, { force: true })
    },
  }
}

/** Content of the lock file; `birth` is the start time of the process. */
interface Holder {
  pid: number
  birth: string
}

async function describeSelf(): Promise<Holder> {
  const self = await inspectProcess(process.pid)
  return { pid: process.pid, birth: self?.startTime ?? 'unknown' }
}

async function acquire(path: string, content: string): Promise<Holder | undefined> {
  try {
    await mkdir(dirname(path), { recursive: true })
    return await tryAcquire(path, content)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error
    throw new Error(
      `The data folder ${dirname(path)} cannot be written by this user (${codeOf(error)}). ` +
        'Run Souk as the user it belongs to, or set DATA_DIR to another folder.',
      { cause: error },
    )
  }
}

/** Takes the lock and returns undefined, or returns the running process that holds it. */
async function tryAcquire(path: string, content: string): Promise<Holder | undefined> {
  while (!(await create(path, content))) {
    const holder = await readHolder(path)
    if (holder === 'released') continue
    if (holder !== 'stale') return holder
    // Replacing a stale lock requires the lock `.next`; otherwise two starts could each remove the lock of the other.
    const successor = `${path}.next`
    const rival = await tryAcquire(successor, content)
    if (rival) return rival
    if ((await readHolder(path)) === 'stale') {
      await rename(successor, path)
      return undefined
    }
    await rm(successor, { force: true })
  }
  return undefined
}

async function create(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | 'stale' | 'released'> {
  // A lock file is empty while it is being written; one that stays empty was left by a killed process.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const content = await ignoringErrors(['ENOENT'], readFile(path, 'utf8'))
    if (content === undefined) return 'released'
    const holder = parseHolder(content)
    if (holder) return (await isRunning(holder.pid, holder.birth)) ? holder : 'stale'
    await sleep(25)
  }
  return 'stale'
}

function parseHolder(content: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(content)
    return isHolder(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('birth' in value)) return false
  return typeof value.pid === 'number' && typeof value.birth === 'string'
}
