/** The only place for the rule that one data folder serves one Souk at a time. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspectProcess, stillLives } from './processes.ts'
import { codeOf, unless } from './run.ts'

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  readonly dataDir: string
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    const who = pid === process.pid ? 'This very process' : 'Another Souk'
    super(
      `${who} (process ${pid}) already runs on the data folder ${dataDir}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    )
    this.dataDir = dataDir
    this.pid = pid
  }
}

export interface FolderLock {
  release(): Promise<void>
}

/** Makes the folder if need be and reserves it for this process. */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const path = join(dataDir, 'souk.lock')
  const mine = JSON.stringify(await describeSelf())
  const holder = await reserve(path, mine)
  if (holder) throw new DataFolderInUse(dataDir, holder.pid)
  return {
    async release() {
      const current = await unless(['ENOENT'], readFile(path, 'utf8'))
      if (current === mine) await rm(path, { force: true })
    },
  }
}

interface Holder {
  pid: number
  birth: string
}

async function describeSelf(): Promise<Holder> {
  const self = await inspectProcess(process.pid)
  return { pid: process.pid, birth: self?.birth ?? 'unknown' }
}

async function reserve(path: string, mine: string): Promise<Holder | undefined> {
  try {
    await mkdir(dirname(path), { recursive: true })
    return await take(path, mine)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error
    throw new Error(
      `The data folder ${dirname(path)} cannot be written by this user (${codeOf(error)}). ` +
        'Run Souk as the user it belongs to, or set DATA_DIR to another folder.',
      { cause: error },
    )
  }
}

/** Takes the lock and returns undefined, or returns the living process which has it. */
async function take(path: string, mine: string): Promise<Holder | undefined> {
  while (!(await create(path, mine))) {
    const holder = await readHolder(path)
    if (holder === 'released') continue
    if (holder !== 'stale') return holder
    // Only who holds the next lock may replace a stale one, or two starts could each remove the other's.
    const successor = `${path}.next`
    const rival = await take(successor, mine)
    if (rival) return rival
    if ((await readHolder(path)) === 'stale') {
      await rename(successor, path)
      return undefined
    }
    await rm(successor, { force: true })
  }
  return undefined
}

async function create(path: string, mine: string): Promise<boolean> {
  try {
    await writeFile(path, mine, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | 'stale' | 'released'> {
  // A lock just being made is empty for a moment; one that stays empty was left by a killed process.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const content = await unless(['ENOENT'], readFile(path, 'utf8'))
    if (content === undefined) return 'released'
    const holder = parseHolder(content)
    if (holder) return (await stillLives(holder.pid, holder.birth)) ? holder : 'stale'
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
