/** The only place that makes a new database folder; PostgreSQL calls such a folder a cluster. */
import { mkdtemp, open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { handOver, nameOfWorkingFolder } from './account.ts'
import type { Binaries } from './binaries.ts'
import { keep, lastLines } from './supervisor.ts'
import { codeOf, unless, type Account } from './run.ts'

export const superuser = 'souk'

export interface ClusterPlan {
  cluster: string
  log: string
  scratch: string
  binaries: Binaries
  account: Account | undefined
  durable: boolean
}

/** Makes the folder on first use; it appears under its name only when whole, so a killed start leaves none. */
export async function ensureCluster(plan: ClusterPlan): Promise<void> {
  await removeUnfinished(plan.cluster)
  const version = await unless(['ENOENT'], readFile(join(plan.cluster, 'PG_VERSION'), 'utf8'))
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

// The name is new each time, since the initdb of a killed start may still write to its own for a moment.
async function createCluster(plan: ClusterPlan): Promise<void> {
  const unfinished = await mkdtemp(join(dirname(plan.cluster), unfinishedPrefix(plan.cluster)))
  try {
    await handOver(unfinished, plan.account)
    await runInitdb(plan, unfinished)
    await putInPlace(unfinished, plan)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

async function runInitdb(plan: ClusterPlan, folder: string): Promise<void> {
  const initdb = await keep({
    command: plan.binaries.initdb,
    args: [
      `--pgdata=${nameOfWorkingFolder(folder, plan.account)}`,
      `--username=${superuser}`,
      '--auth=trust',
      '--encoding=UTF8',
      // Sorting by PostgreSQL's own rules stays the same when the system's locales are updated.
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
      ...(plan.durable ? [] : ['--no-sync']),
    ],
    cwd: folder,
    folder: plan.scratch,
    log: plan.log,
    account: plan.account,
  })
  if ((await initdb.ended) !== 0) throw new Error(initdbMessage(await lastLines(plan.log)))
}

function initdbMessage(lines: string): string {
  const advice = /could not look up effective user/.test(lines)
    ? 'Run Souk as a user who is listed in /etc/passwd, or set DATABASE_URL to a PostgreSQL 15 or newer.'
    : 'Put right what it names and start again, or set DATABASE_URL to a PostgreSQL 15 or newer.'
  return `The database could not be created. ${advice} PostgreSQL says:\n${lines}`
}

async function putInPlace(unfinished: string, { cluster, durable }: ClusterPlan): Promise<void> {
  try {
    await rename(unfinished, cluster)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error
    throw new Error(
      `${cluster} exists and is no database. Move it away, or set DATA_DIR to another folder.`,
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
    `The database in ${cluster} was made by PostgreSQL ${version}, and this Souk brings PostgreSQL ` +
    `${binaries.major}. Start the Souk that made it, or serve the folder with a PostgreSQL ${version} of your own ` +
    'and set DATABASE_URL to it.'
  )
}
