import type { Config } from '../config.ts'
import type { Database } from './pool.ts'

/** Stores the quotas that the storage triggers enforce. */
export async function saveStorageLimits(
  database: Database,
  { storage }: Pick<Config, 'storage'>,
): Promise<void> {
  await database
    .updateTable('storage_limits')
    .set({ unverified: BigInt(storage.unverifiedBytes), verified: BigInt(storage.verifiedBytes) })
    .where((where) =>
      where.or([
        where('unverified', '<>', BigInt(storage.unverifiedBytes)),
        where('verified', '<>', BigInt(storage.verifiedBytes)),
      ]),
    )
    .execute()
}
