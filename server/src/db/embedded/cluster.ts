/** The only place that creates a database cluster, which is PostgreSQL's term for a data folder. */
import { mkdtemp, open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { changeOwner, workingFolderPath } from './account.ts'
import type { Binaries } from './binaries.ts'
import { supervise, lastLines } from './supervisor.ts'
import { codeOf, ignoringErrors, type Account } from './run.ts'

export const superuser = 'souk'

export interface ClusterPlan {
  cluster: string
  log: string
  tempFolder: string
  binaries: Binaries
  account: Account | undefined
  durable: boolean
}

/** Creates the cluster on first use. It is renamed into place when complete, so a killed start leaves none. */
export async function ensureCluster(plan: ClusterPlan): Promise<void> {
  await removeUnfinished(plan.cluster)
  const version = await ignoringErrors(['ENOENT'], readFile(join(plan.cluster, 'PG_VERSION'), 'utf8'))
  if (version === undefined) await createCluster(plan)
  else if (version.trim() !== plan.binaries.major) throw new Error(mismatchMessage(plan, version.trim()))
}

function unfinishedPrefix(cluster: string): string {
  return `${basename(cluster)}.unfinished-`
}

async function removeUnfinished(cluster: string): Promise<void> {
  const parent = dirname(cluster)
  const leftovers = (await readdir(parent)).filter((name) => name.startsWith(unfinishedPrefix(cluster)))
  await Promise.all(
    leftovers.map((name) => rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })),
  )
}

// A new name each time: the initdb of a killed start may still write to its own folder for a moment.
async function createCluster(plan: ClusterPlan): Promise<void> {
  const unfinished = await mkdtemp(join(dirname(plan.cluster), unfinishedPrefix(plan.cluster)))
  try {
    await changeOwner(unfinished, plan.account)
    await runInitdb(plan, unfinished)
    await putInPlace(unfinished, plan)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

async function runInitdb(plan: ClusterPlan, folder: string): Promise<void> {
  const initdb = await supervise({
    command: plan.binaries.initdb,
    args: [
      `--pgdata=${workingFolderPath(folder, plan.account)}`,
      `--username=${superuser}`,
      '--auth=trust',
      '--encoding=UTF8',
      // The built-in locale keeps the sort order stable when the system's locales are updated.
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(plan.durable ? [] : ['--no-sync']),
    ],
    cwd: folder,
    folder: plan.tempFolder,
    log: plan.log,
    account: plan.account,
  })
  if ((await initdb.ended) !== 0) throw new Error(initdbMessage(await lastLines(plan.log)))
}

function initdbMessage(lines: string): string {
  const advice = /could not look up effective user/.test(lines)
    ? 'Run Souk as a user who is listed in /etc/passwd, or set DATABASE_URL to a PostgreSQL 15 or newer.'
    : 'Fix the reported problem and start again, or set DATABASE_URL to a PostgreSQL 15 or newer.'
  return `The database could not be created. ${advice} Output of PostgreSQL:\n${lines}`
}

async function putInPlace(unfinished: string, { cluster, durable }: ClusterPlan): Promise<void> {
  try {
    await rename(unfinished, cluster)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error
    throw new Error(
      `${cluster} exists and is not a database. Move it away, or set DATA_DIR to another folder.`,
      {
        cause: error,
      },
    )
  }
  if (!durable) return
  const parent = await open(dirname(cluster))
  await parent.sync()
  await parent.close()
}

function mismatchMessage({ cluster, binaries }: ClusterPlan, version: string): string {
  return (
    `The database in ${cluster} was created by PostgreSQL ${version}, and this version of Souk includes PostgreSQL ` +
    `${binaries.major}. Start the version of Souk that created it, or run your own PostgreSQL ${version} on the folder ` +
    'and set DATABASE_URL to it.'
  )
}
