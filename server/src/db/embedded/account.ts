/** The only place that chooses the user PostgreSQL runs as: it refuses to run as root. */
import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoringErrors, messageOf, type Account } from './run.ts'

/** Undefined means the current user. Root switches to the owner of the folder, or to an unprivileged user for a new one. */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  const owner = await ignoringErrors(['ENOENT'], stat(cluster))
  const self = process.getuid?.()
  if (self !== 0) {
    if (owner && owner.uid !== self) throw new Error(ownerMismatchMessage(cluster, owner.uid))
    return undefined
  }
  if (process.platform !== 'linux') {
    throw new Error(
      'The embedded PostgreSQL does not run as root on this system. ' +
        'Run Souk as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = await findUnprivilegedAccount()
  if (owner) await changeOwner(cluster, account)
  return account
}

/** Path by which a process reaches its working folder even if its user cannot enter the parent folders. */
export function workingFolderPath(folder: string, account: Account | undefined): string {
  return account ? '/proc/self/cwd' : folder
}

/** Changes the owner of a folder and its contents. */
export async function changeOwner(folder: string, account: Account | undefined): Promise<void> {
  if (!account) return
  try {
    await chownTree(folder, account)
  } catch (error) {
    throw privilegeDropError(account, error)
  }
}

/** Root can lack the capability to change users, as in some containers. */
export function privilegeDropError(account: Account, cause: unknown): Error {
  return new Error(
    `PostgreSQL does not run as root, and this root cannot run it as user ${account.uid}: ${messageOf(cause)}. ` +
      'Run Souk as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    { cause },
  )
}

function ownerMismatchMessage(cluster: string, owner: number): string {
  return (
    `The database folder ${cluster} belongs to another user (id ${owner}), and PostgreSQL only runs as the owner. ` +
    'Run Souk as that user, give the folder to this one with chown -R, or set DATA_DIR to another folder.'
  )
}

/** The overflow user id of Linux, which every distribution reserves for processes without privileges. */
const unprivilegedId = 65_534

async function findUnprivilegedAccount(): Promise<Account> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const entry = users.split('\n').find((line) => Number(line.split(':')[2]) === unprivilegedId)
  const gid = Number(entry?.split(':')[3])
  return { uid: unprivilegedId, gid: gid > 0 ? gid : unprivilegedId }
}

// The folder itself comes last, so that the next start repeats an interrupted change.
async function chownTree(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await chownTree(path, account)
    else await lchown(path, account.uid, account.gid)
  }
  await lchown(folder, account.uid, account.gid)
}
