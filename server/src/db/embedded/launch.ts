/** The only place that starts and stops the embedded PostgreSQL. */
import { join, resolve } from 'node:path'
import { chooseAccount } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { ensureCluster, superuser } from './cluster.ts'
import { lastLines } from './supervisor.ts'
import { stopStaleProcess } from './stale-process.ts'
import { lockFolder, type FolderLock } from './lock.ts'
import type { Connection } from './ready.ts'
import { createTempFolder, removeTempFolder } from './temp-folder.ts'
import { startServer, type Server, type ServerPlan } from './server.ts'

export interface EmbeddedDatabase {
  /** For pg and libpq. A Unix socket, so that no other machine can connect. */
  url: string
  /** The same as options of pg. */
  connection: Connection
  version: string
  /** Resolves when PostgreSQL has exited and temporary files are removed: with an error, unless stop() was called. */
  exited: Promise<Error | undefined>
  /** Closes connections, stops PostgreSQL and waits until it has exited and temporary files are removed. */
  stop(): Promise<void>
}

interface LaunchOptions {
  dataDir: string
  /** False for tests: a crash of the machine may then lose or corrupt data. */
  durable?: boolean
  /** Memory to tune for. Default: that of the machine or container. */
  memoryBytes?: number
  /** Folder with PostgreSQL's bin, lib and share. Default: that of the installed package. */
  nativeDir?: string
}

export async function launchEmbedded(options: LaunchOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir)
  const lock = await lockFolder(dataDir)
  try {
    return await launchLocked(options, dataDir, lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function launchLocked(
  { durable = true, memoryBytes, nativeDir }: LaunchOptions,
  dataDir: string,
  lock: FolderLock,
): Promise<EmbeddedDatabase> {
  const cluster = join(dataDir, 'postgres')
  const account = await chooseAccount(cluster)
  const tempFolder = await createTempFolder(account)
  try {
    const binaries = await prepareBinaries(tempFolder, account, nativeDir)
    const connection = connectionTo(tempFolder)
    const log = join(dataDir, 'logs', 'postgres.log')
    const plan = { cluster, log, tempFolder, binaries, account, durable, connection, memoryBytes }
    await ensureCluster(plan)
    return handleOf(await startServer(plan), plan, lock)
  } catch (error) {
    await removeTempFolder(tempFolder)
    throw error
  }
}

function connectionTo(tempFolder: string): Connection {
  return { host: tempFolder, port: 5432, user: superuser, database: 'postgres', ssl: false }
}

function handleOf(server: Server, plan: ServerPlan, lock: FolderLock): EmbeddedDatabase {
  let stopping = false
  const exited = server.ended.then(async () => {
    const failure = stopping ? undefined : new Error(await exitMessage(plan))
    return (await cleanUp(plan, lock)) ?? failure
  })
  return {
    url: urlOf(plan.connection),
    connection: plan.connection,
    version: server.version,
    exited,
    async stop() {
      stopping = true
      server.end()
      await exited
    },
  }
}

async function exitMessage({ cluster, log }: ServerPlan): Promise<string> {
  return `PostgreSQL on ${cluster} exited unexpectedly. Start Souk again. Last lines of its log:\n${await lastLines(log)}`
}

async function cleanUp(
  { cluster, tempFolder, account }: ServerPlan,
  lock: FolderLock,
): Promise<Error | undefined> {
  try {
    // If only the supervisor was killed, PostgreSQL still runs.
    await stopStaleProcess(cluster, account)
    await lock.release()
    await removeTempFolder(tempFolder)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function urlOf({ host, port, user, database }: Connection): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`
}
