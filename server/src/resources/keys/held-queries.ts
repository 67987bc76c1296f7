import { sql } from 'kysely'
import { authorityTopic } from '../../authority/topics.ts'
import { rightsBehindKey, rolesHolding } from '../../authority/rights.ts'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { KeyRow } from './queries.ts'

type OrphanedKey = Pick<KeyRow, 'id' | 'agent_id' | 'held_by' | 'grant_id'>

/** Disables keys, and ends apps, which only the person who connected them can connect again. The agents must be locked. */
export async function disableOrphanedKeys(tx: Tx, agentIds: readonly Id<'agt'>[]): Promise<OrphanedKey[]> {
  const ids = [...agentIds]
  const { rows } = await sql<OrphanedKey>`
    update agent_keys k set
      disabled_at = case when k.grant_id is null then ${tx.now}::timestamptz end,
      deactivated_at = case when k.grant_id is not null then ${tx.now}::timestamptz end
    where k.agent_id = any(${ids}::text[]) and k.deactivated_at is null and k.disabled_at is null
      and not exists (
        select from agent_access a where a.agent_id = k.agent_id and a.user_id = k.held_by
          and a.role = any(case when k.wallet
            then ${rolesHolding(...rightsBehindKey({ wallet: true }))}::text[]
            else ${rolesHolding(...rightsBehindKey({ wallet: false }))}::text[] end)
      )
    returning k.id, k.agent_id, k.held_by, k.grant_id`.execute(tx)
  for (const { id } of rows) tx.publish(authorityTopic.key(id))
  // Links granted by a person depend on the same rights.
  for (const id of ids) tx.publish(authorityTopic.agent(id))
  return rows
}

/** Enables a disabled key within the limit. From then on it depends on the authority of this person. */
export async function enableDisabledKey(
  tx: Tx,
  { id, holderId, disabledAfter }: { id: Id<'key'>; holderId: Id<'usr'>; disabledAfter: Date },
): Promise<KeyRow | undefined> {
  return tx
    .updateTable('agent_keys')
    .set({ disabled_at: null, held_by: holderId })
    .where('id', '=', id)
    .where('disabled_at', '>', disabledAfter)
    .where('deactivated_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
