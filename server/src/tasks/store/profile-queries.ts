import { sql } from 'kysely'
import type { Reader } from '../../db/transact.ts'
import { isId } from '../../lib/ids.ts'
import type { Profile } from '../../node/row-cache.ts'
import { webhookHealthy } from '../../resources/trust/queries.ts'

/** Profile of an agent by id or handle; undefined if the agent is archived. */
export async function findProfile(reader: Reader, reference: string): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`/* find-profile */
    select a.id, a.handle, a.display_name, a.kind, a.avatar_file_id, a.owner_id, u.email_verified_at is not null as owner_verified, a.visibility, a.standing, a.input_modes, s.seen_at,
      ${webhookHealthy(sql.ref('a.id'))} as webhook_healthy
    from agents a join users u on u.id = a.owner_id
    left join agent_presence s on s.agent_id = a.id
    where ${isId('agt', reference) ? sql`a.id` : sql`a.handle`} = ${reference} and a.archived_at is null`.execute(
    reader,
  )
  return rows[0]
}

/** Profile from the row cache, at most two seconds old. */
export async function findCachedProfile(reader: Reader, reference: string): Promise<Profile | undefined> {
  const cached = reader.rowCache.profiles.get(reference)
  if (cached !== undefined) return cached
  const profile = await findProfile(reader, reference)
  return profile === undefined ? undefined : reader.rowCache.profiles.set(reference, profile)
}
