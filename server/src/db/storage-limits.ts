import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Database } from './pool.ts'

/** Stores the quotas that the storage triggers enforce: those of the stored policy, or of the environment. */
export async function saveStorageLimits(
  database: Database,
  { storage }: Pick<Config, 'storage'>,
): Promise<void> {
  await sql`update storage_limits l
    set unverified = wanted.unverified, verified = wanted.verified
    from (
      select coalesce((settings ->> 'storageBytesUnverified')::bigint, ${storage.unverifiedBytes}::bigint) as unverified,
        coalesce((settings ->> 'storageBytes')::bigint, ${storage.verifiedBytes}::bigint) as verified
      from (values (1)) as one left join policy_changes on version = (select max(version) from policy_changes)
    ) wanted
    where (l.unverified, l.verified) <> (wanted.unverified, wanted.verified)`.execute(database)
}
