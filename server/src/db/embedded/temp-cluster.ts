/** The only place for the temporary folder that holds the socket, and copied programs where needed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { cannotStepDown, handOver } from './account.ts'
import { codeOf, reasonOf, run, type Account } from './run.ts'

/** A fresh folder only the account can enter, with a path short enough for a unix socket inside. */
export async function createScratch(account: Account | undefined): Promise<string> {
  const obstacles: string[] = []
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const folder = await createBelow(parent, account, obstacles)
    if (folder !== undefined) return folder
  }
  throw new Error(
    `PostgreSQL needs a temporary folder for its socket, and none is usable: ${obstacles.join('; ')}. ` +
      'Set TMPDIR to a writable folder with a short path.',
  )
}

export async function removeScratch(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

export function isScratch(folder: string): boolean {
  return basename(folder).startsWith(prefix)
}

const prefix = 'souk-'

// The smallest limit among systems is 104 bytes with the closing zero, and mkdtemp adds six characters.
const longestSocketPath = 103

async function createBelow(parent: string, account: Account | undefined, obstacles: string[]) {
  if (Buffer.byteLength(join(parent, `${prefix}123456`, '.s.PGSQL.5432')) > longestSocketPath) {
    obstacles.push(`${parent} is too long a path`)
    return undefined
  }
  const folder = await mkdtemp(join(parent, prefix)).catch((error: unknown) => {
    obstacles.push(`${parent} cannot be written (${codeOf(error) ?? reasonOf(error)})`)
  })
  if (folder === undefined || account === undefined) return folder
  try {
    await handOver(folder, account)
    if (await canEnter(folder, account)) return folder
  } catch (error) {
    await removeScratch(folder)
    throw error
  }
  await removeScratch(folder)
  obstacles.push(`user ${account.uid} cannot enter ${parent}`)
  return undefined
}

async function canEnter(folder: string, account: Account): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account)
    return true
  } catch (error) {
    // A shell that failed has a number as its code; a text means that it could not be run as the account.
    if (codeOf(error) !== undefined) throw cannotStepDown(account, error)
    return false
  }
}
