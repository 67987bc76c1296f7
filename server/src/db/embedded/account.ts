/** The only place that decides as whom PostgreSQL runs, since it refuses to run as root. */
import { lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf, run, unless, type Account } from './run.ts'

/** Undefined means the current user. Root switches to the owner of the folder, or to the user `nobody` for a new one. */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  const owner = await unless(['ENOENT'], stat(cluster))
  const self = process.getuid?.()
  if (self !== 0) {
    if (owner && owner.uid !== self) throw new Error(foreignMessage(cluster, owner.uid))
    return undefined
  }
  if (process.platform !== 'linux') {
    throw new Error(
      'The built-in PostgreSQL does not run as root on this system. ' +
        'Run Souk as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = await findNobody()
  if (owner) await handOver(cluster, account)
  return account
}

/** How the process itself may name its working folder, even where its account cannot enter the parents. */
export function nameOfWorkingFolder(folder: string, account: Account | undefined): string {
  return account ? '/proc/self/cwd' : folder
}

/** Makes the account the owner of a folder and of everything inside. */
export async function handOver(folder: string, account: Account | undefined): Promise<void> {
  if (!account) return
  try {
    await chownTree(folder, account)
  } catch (error) {
    throw cannotStepDown(account, error)
  }
}

/** For a root without the usual rights of root, as in some containers. */
export function cannotStepDown(account: Account, cause: unknown): Error {
  return new Error(
    `PostgreSQL does not run as root, and this root cannot run it as user ${account.uid}: ${reasonOf(cause)}. ` +
      'Run Souk as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    { cause },
  )
}

function foreignMessage(cluster: string, owner: number): string {
  return (
    `The database folder ${cluster} belongs to another user (id ${owner}), and PostgreSQL only runs as the owner. ` +
    'Run Souk as that user, give the folder to this one with chown -R, or set DATA_DIR to another folder.'
  )
}

async function findNobody(): Promise<Account> {
  const [uid, gid] = await Promise.all([idOfNobody('-u'), idOfNobody('-g')])
  return { uid, gid }
}

async function idOfNobody(which: '-u' | '-g'): Promise<number> {
  const answer = await run('id', [which, 'nobody']).catch(() => '')
  return /^[1-9]\d*$/.test(answer) ? Number(answer) : 65_534
}

// The folder itself comes last, so that a half-done change is seen as not done at the next start.
async function chownTree(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await chownTree(path, account)
    else await lchown(path, account.uid, account.gid)
  }
  await lchown(folder, account.uid, account.gid)
}
