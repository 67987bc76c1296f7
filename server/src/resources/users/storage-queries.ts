import { sql } from 'kysely'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'

/** Bytes used, maintained by triggers. */
export async function storageOf(
  reader: Reader,
  userId: Id<'usr'>,
): Promise<{ used: number; allowed: number }> {
  const { rows } = await sql<{ used: bigint; allowed: bigint }>`
    select coalesce(s.used, 0)::bigint as used,
      case when u.email_verified_at is null then l.unverified else l.verified end as allowed
    from users u cross join storage_limits l left join storage_usage s on s.user_id = u.id
    where u.id = ${userId}`.execute(reader)
  return { used: Number(rows[0]?.used ?? 0n), allowed: Number(rows[0]?.allowed ?? 0n) }
}
