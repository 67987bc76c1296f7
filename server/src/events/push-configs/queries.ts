import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { configsMax } from './rules.ts'

export type PushConfigRow = Selectable<Schema['push_configs']>

/** Configs of one party on one task; the other party cannot see them. */
interface ConfigOwner {
  readonly taskId: Id<'task'>
  readonly agentId: Id<'agt'>
}

export async function configsOf(reader: Reader, { taskId, agentId }: ConfigOwner): Promise<PushConfigRow[]> {
  return reader
    .selectFrom('push_configs')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('agent_id', '=', agentId)
    .orderBy('created_at')
    .orderBy('config_id')
    .limit(configsMax)
    .execute()
}

export async function findConfig(
  reader: Reader,
  { taskId, agentId }: ConfigOwner,
  configId: string,
): Promise<PushConfigRow | undefined> {
  return reader
    .selectFrom('push_configs')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('agent_id', '=', agentId)
    .where('config_id', '=', configId)
    .executeTakeFirst()
}

/** Number of configs except the one with this id. */
export async function countOtherConfigs(
  reader: Reader,
  { taskId, agentId }: ConfigOwner,
  configId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from push_configs
    where task_id = ${taskId} and agent_id = ${agentId} and config_id <> ${configId}`.execute(reader)
  return rows[0]?.count ?? 0
}

/** Creates a config, or replaces the one with the same id. */
export async function upsertConfig(
  tx: Tx,
  config: Insertable<Schema['push_configs']>,
): Promise<PushConfigRow> {
  const { task_id: _task, agent_id: _agent, config_id: _config, created_at: _created, ...changes } = config
  return tx
    .insertInto('push_configs')
    .values(config)
    .onConflict((conflict) => conflict.columns(['task_id', 'agent_id', 'config_id']).doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns false if there was none. */
export async function removeConfig(
  tx: Tx,
  { taskId, agentId }: ConfigOwner,
  configId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_configs')
    .where('task_id', '=', taskId)
    .where('agent_id', '=', agentId)
    .where('config_id', '=', configId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function removeConfigsRegisteredBy(tx: Tx, userId: Id<'usr'>): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('push_configs')
    .where('registered_by_user', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
