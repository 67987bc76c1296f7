import { sql } from 'kysely'
import { defineReads } from '../../db/batch.ts'
import type { Reader } from '../../db/transact.ts'
import { isId } from '../../lib/ids.ts'
import type { Profile } from '../../node/row-cache.ts'
import { webhookHealthy } from '../../events/webhooks/health-queries.ts'

const selectProfiles = defineReads<{ readonly reference: string; readonly is_id: boolean }, Profile>(
  sql`reference text, is_id boolean`,
  (queries) => sql`/* find-profiles */
    select w.place, a.id, a.handle, a.display_name, a.kind, a.avatar_file_id, a.owner_id,
      u.email_verified_at is not null as owner_verified, a.visibility, a.standing, a.input_modes, s.seen_at,
      ${webhookHealthy(sql.ref('a.id'))} as webhook_healthy
    from ${queries} w
    join agents a on a.id = case when w.is_id then w.reference else (select id from agents where handle = w.reference) end
    join users u on u.id = a.owner_id
    left join agent_presence s on s.agent_id = a.id
    where a.archived_at is null`,
)

/** Profile of an agent by id or handle; undefined if the agent is archived. */
export async function findProfile(reader: Reader, reference: string): Promise<Profile | undefined> {
  return reader.batch(selectProfiles, { reference, is_id: isId('agt', reference) })
}

/** Profile from the row cache, at most one second old. */
export async function findCachedProfile(reader: Reader, reference: string): Promise<Profile | undefined> {
  const cached = reader.rowCache.profiles.get(reference)
  if (cached !== undefined) return cached
  const profile = await findProfile(reader, reference)
  return profile === undefined ? undefined : reader.rowCache.profiles.set(reference, profile)
}
