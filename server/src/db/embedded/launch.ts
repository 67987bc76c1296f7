/** The only place that brings the built-in PostgreSQL up and takes it down again. */
import { join, resolve } from 'node:path'
import { chooseAccount } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { ensureCluster, superuser } from './cluster.ts'
import { lastLines } from './supervisor.ts'
import { endLeftover } from './stale-process.ts'
import { lockFolder, type FolderLock } from './lock.ts'
import type { Connection } from './ready.ts'
import { createScratch, removeScratch } from './temp-cluster.ts'
import { startServer, type Server, type ServerPlan } from './server.ts'

export interface EmbeddedDatabase {
  /** For pg and libpq alike: a unix socket, so nothing outside this machine can connect. */
  url: string
  /** The same in parts, for pg. */
  connection: Connection
  version: string
  /** Settles when PostgreSQL has ended and all is tidied: with an error unless stop() asked for it. */
  exited: Promise<Error | undefined>
  /** Cuts open connections, ends PostgreSQL and waits until it and everything temporary is gone. */
  stop(): Promise<void>
}

export interface LaunchOptions {
  dataDir: string
  /** False is for tests: a crash of the machine may then lose or spoil data. */
  durable?: boolean
  /** The memory to tune for; that of the machine or container when left out. */
  memoryBytes?: number
  /** The folder with PostgreSQL's bin, lib and share; that of the installed package when left out. */
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
  const scratch = await createScratch(account)
  try {
    const binaries = await prepareBinaries(scratch, account, nativeDir)
    const connection = connectionBy(scratch)
    const log = join(dataDir, 'logs', 'postgres.log')
    const plan = { cluster, log, scratch, binaries, account, durable, connection, memoryBytes }
    await ensureCluster(plan)
    return supervise(await startServer(plan), plan, lock)
  } catch (error) {
    await removeScratch(scratch)
    throw error
  }
}

function connectionBy(scratch: string): Connection {
  return { host: scratch, port: 5432, user: superuser, database: 'postgres', ssl: false }
}

function supervise(server: Server, plan: ServerPlan, lock: FolderLock): EmbeddedDatabase {
  let stopping = false
  const exited = server.ended.then(async () => {
    const failure = stopping ? undefined : new Error(await endMessage(plan))
    return (await tidy(plan, lock)) ?? failure
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

async function endMessage({ cluster, log }: ServerPlan): Promise<string> {
  return `PostgreSQL on ${cluster} exited unexpectedly. Start Souk again. Last lines of its log:\n${await lastLines(log)}`
}

async function tidy({ cluster, scratch, account }: ServerPlan, lock: FolderLock): Promise<Error | undefined> {
  try {
    // Usually there is nothing to end; but if only the keeper was killed, PostgreSQL still runs.
    await endLeftover(cluster, account)
    await lock.release()
    await removeScratch(scratch)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function urlOf({ host, port, user, database }: Connection): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`
}
