/** Whether this node accepts new data. PostgreSQL crashes when it cannot write its WAL, and reads fail with it. */
import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { SpaceLimits } from '../config/space.ts'
import type { Store } from '../db/transact.ts'
import type { Metrics } from './metrics.ts'
import { databaseBytes } from './storage-queries.ts'

export interface StorageWatch {
  isFull(): boolean
  measure(): Promise<number>
}

/** Only limited values are measured. */
interface StorageUsage {
  readonly freeBytes?: number
  readonly databaseBytes?: number
}

/** Hysteresis: leaving the full state requires a tenth more space than entering it. */
export function isStorageFull(
  wasFull: boolean,
  { freeBytes = Infinity, databaseBytes: usedBytes = 0 }: StorageUsage,
  { freeMinBytes, databaseMaxBytes = Infinity }: SpaceLimits,
): boolean {
  const margin = wasFull ? 1.1 : 1
  return freeBytes < freeMinBytes * margin || usedBytes * margin > databaseMaxBytes
}

interface StorageWatchOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'space'>
  readonly store: Store
  readonly metrics: Metrics
  readonly log: Pick<Logger, 'warn' | 'error'>
}

export function createStorageWatch({ config, store, metrics, log }: StorageWatchOptions): StorageWatch {
  let full = false
  metrics.gauge('souk_storage_full', '1 while this node refuses new data for lack of space.', () =>
    Number(full),
  )
  return {
    isFull: () => full,
    measure: async () => {
      const measured = await measureStorage(config, store)
      const wasFull = full
      full = isStorageFull(wasFull, measured, config.space)
      if (full && !wasFull) log.error({ ...measured, ...config.space }, 'storage full: new data is refused')
      if (!full && wasFull)
        log.warn({ ...measured, ...config.space }, 'storage available: new data is accepted')
      return 0
    },
  }
}

async function measureStorage(
  { dataDir, databaseUrl, space }: StorageWatchOptions['config'],
  store: Store,
): Promise<StorageUsage> {
  const embedded = databaseUrl === undefined && space.freeMinBytes > 0
  return {
    ...(embedded ? { freeBytes: await freeBytesOf(dataDir) } : {}),
    ...(space.databaseMaxBytes === undefined ? {} : { databaseBytes: await store.read(databaseBytes) }),
  }
}

/** Without root-reserved blocks, because PostgreSQL never runs as root. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
