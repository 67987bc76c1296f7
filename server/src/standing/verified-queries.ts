import { sql } from 'kysely'
import type { Reader } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'

/** Whether the person has verified their address; of a key, the person who holds it. */
export async function isVerified(
  reader: Reader,
  { userId, keyId }: { userId?: Id<'usr'>; keyId?: Id<'key'> },
): Promise<boolean> {
  const { rows } = await sql`
    select from users where email_verified_at is not null
      and id = coalesce(${userId ?? null}, (select held_by from agent_keys where id = ${keyId ?? null}))`.execute(
    reader,
  )
  return rows.length > 0
}
