import type { Contract } from 'souk-contract'
import { second } from '../../lib/clock.ts'
import type { Reader } from '../../db/transact.ts'
import { read, type Handlers } from '../../operation.ts'
import { unavailable } from '../../failure.ts'
import type { RunningWorkers } from '../../workers/loop.ts'
import type { StorageWatch } from '../../node/storage-watch.ts'
import { databaseVersion, sizeOfMarket } from './queries.ts'

/**
 * Readiness: checks the database and the workers, so that a load balancer sends calls only to nodes that can serve
 * them.
 */
export function service(
  workers: () => RunningWorkers | undefined,
  storage: Pick<StorageWatch, 'isFull'>,
): Handlers<Contract['service']> {
  const stats = cachedFor(10 * second, sizeOfMarket)
  return {
    getHealth: read(async () => ({ status: 'ok' })),
    getStats: read(async (reader) => {
      const { feeBps, minPrice } = reader.settings
      return { ...(await stats(reader)), feeBps, minPrice }
    }),
    getReady: read(async (reader) => {
      const version = await databaseVersion(reader)
      const running = workers()
      if (running !== undefined && running.alive() < running.total)
        throw unavailable('A worker keeps failing.', 5)
      return {
        status: 'ready',
        database: `PostgreSQL ${version}`,
        workers: running?.alive() ?? 0,
        storage: storage.isFull() ? 'full' : 'ok',
      }
    }),
  }
}

/** Caches a value for a short time, because every visitor requests it. */
function cachedFor<Value>(
  milliseconds: number,
  count: (reader: Reader) => Promise<Value>,
): (reader: Reader) => Promise<Value> {
  let cached: { value: Promise<Value>; until: number } | undefined
  return async (reader) => {
    const now = reader.now.getTime()
    if (cached === undefined || cached.until <= now) {
      const value = count(reader)
      cached = { value, until: now + milliseconds }
      value.catch(() => (cached = undefined))
    }
    return cached.value
  }
}
