/** The only place that manages the temporary folder for the socket, and for copied executables where needed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { privilegeDropError, changeOwner } from './account.ts'
import { codeOf, messageOf, run, type Account } from './run.ts'

/** Creates a folder that only the account can enter, with a path short enough for a Unix socket. */
export async function createTempFolder(account: Account | undefined): Promise<string> {
  const problems: string[] = []
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const folder = await tryCreateIn(parent, account, problems)
    if (folder !== undefined) return folder
  }
  throw new Error(
    `PostgreSQL needs a temporary folder for its socket, and none is usable: ${problems.join('; ')}. ` +
      'Set TMPDIR to a writable folder with a short path.',
  )
}

export async function removeTempFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

export function isTempFolder(folder: string): boolean {
  return basename(folder).startsWith(prefix)
}

const prefix = 'souk-'

// The smallest limit among systems is 104 bytes with the terminating zero; mkdtemp adds six characters.
const socketPathBytesMax = 103

async function tryCreateIn(parent: string, account: Account | undefined, obstacles: string[]) {
  if (Buffer.byteLength(join(parent, `${prefix}123456`, '.s.PGSQL.5432')) > socketPathBytesMax) {
    obstacles.push(`${parent} is too long a path`)
    return undefined
  }
  const folder = await mkdtemp(join(parent, prefix)).catch((error: unknown) => {
    obstacles.push(`${parent} cannot be written (${codeOf(error) ?? messageOf(error)})`)
  })
  if (folder === undefined || account === undefined) return folder
  try {
    await changeOwner(folder, account)
    if (await canEnter(folder, account)) return folder
  } catch (error) {
    await removeTempFolder(folder)
    throw error
  }
  await removeTempFolder(folder)
  obstacles.push(`user ${account.uid} cannot enter ${parent}`)
  return undefined
}

async function canEnter(folder: string, account: Account): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account)
    return true
  } catch (error) {
    // A failed shell has a numeric code; a string code means that the shell could not run as the account.
    if (codeOf(error) !== undefined) throw privilegeDropError(account, error)
    return false
  }
}
