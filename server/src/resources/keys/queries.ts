import { sql, type Insertable, type Selectable } from 'kysely'
import { authorityTopic } from '../../authority/topics.ts'
import { defineReads } from '../../db/batch.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'

export type KeyRow = Selectable<Schema['agent_keys']>

const selectKeys = defineReads<{ readonly id: Id<'key'>; readonly now: Date }, KeyRow>(
  sql`id text, now timestamptz`,
  (queries) => sql`/* find-keys */
    select w.place, k.* from ${queries} w join agent_keys k using (id)
    where k.deactivated_at is null and k.disabled_at is null and (k.expires_at is null or k.expires_at > w.now)`,
)

/** An active key. */
export async function findKey(reader: Reader, id: Id<'key'>): Promise<KeyRow | undefined> {
  return reader.batch(selectKeys, { id, now: reader.now })
}

/** A key of the agent in any state, but not that of an app. */
export async function findAnyKey(
  reader: Reader,
  agentId: Id<'agt'>,
  id: Id<'key'>,
): Promise<KeyRow | undefined> {
  return reader
    .selectFrom('agent_keys')
    .selectAll()
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('grant_id', 'is', null)
    .executeTakeFirst()
}

export async function keysOf(reader: Reader, agentId: Id<'agt'>, page: PageRequest): Promise<KeyRow[]> {
  return reader
    .selectFrom('agent_keys')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('grant_id', 'is', null)
    .where('id', '<', idBefore('key', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Counts active keys under a lock on the agent, so that two concurrent calls cannot both take the last slot. */
export async function lockActiveKeys(tx: Tx, agentId: Id<'agt'>): Promise<number> {
  await tx.selectFrom('agents').select('id').where('id', '=', agentId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('agent_keys')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('agent_id', '=', agentId)
    .where('grant_id', 'is', null)
    .where('deactivated_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', tx.now)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertKey(tx: Tx, key: Insertable<Schema['agent_keys']>): Promise<KeyRow> {
  return tx.insertInto('agent_keys').values(key).returningAll().executeTakeFirstOrThrow()
}

/** Deactivates a key, but not that of an app. Keeps the first deactivation time of a key that is already inactive. */
export async function stopKey(tx: Tx, agentId: Id<'agt'>, id: Id<'key'>): Promise<KeyRow | undefined> {
  tx.publish(authorityTopic.key(id))
  return tx
    .updateTable('agent_keys')
    .set((set) => ({ deactivated_at: set.fn.coalesce('deactivated_at', set.val(tx.now)) }))
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .where('grant_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function deactivateKeysOf(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  tx.publish(authorityTopic.agent(agentId))
  await tx
    .updateTable('agent_keys')
    .set({ deactivated_at: tx.now })
    .where('agent_id', '=', agentId)
    .where('deactivated_at', 'is', null)
    .execute()
}

/** Deactivates the keys and apps of agents this person owns, and the person's own on other agents. Returns the counts. */
export async function deactivateKeysOfPerson(
  tx: Tx,
  userId: Id<'usr'>,
): Promise<{ agentKeys: number; apps: number }> {
  const owned = tx.selectFrom('agents').select('id').where('owner_id', '=', userId)
  const stopped = await tx
    .updateTable('agent_keys')
    .set({ deactivated_at: tx.now })
    .where('deactivated_at', 'is', null)
    .where((where) => where.or([where('held_by', '=', userId), where('agent_id', 'in', owned)]))
    .returning(['id', 'grant_id'])
    .execute()
  for (const { id } of stopped) tx.publish(authorityTopic.key(id))
  const apps = stopped.filter(({ grant_id: grantId }) => grantId !== null).length
  return { agentKeys: stopped.length - apps, apps }
}
