import { sql, type Selectable } from 'kysely'
import type { GateSettings } from 'souk-contract'
import { defineReads } from '../../db/batch.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'

export type GateRow = Selectable<Schema['approval_gates']>

export async function findGate(reader: Reader, agentId: Id<'agt'>): Promise<GateRow | undefined> {
  return reader.selectFrom('approval_gates').selectAll().where('agent_id', '=', agentId).executeTakeFirst()
}

const selectKillSwitches = defineReads<{ readonly agent_id: Id<'agt'> }, { readonly on: boolean }>(
  sql`agent_id text`,
  (queries) => sql`/* kill-switches */
    select w.place, g.settings -> 'killSwitch' = 'true' as on from ${queries} w join approval_gates g using (agent_id)`,
)

export async function isKillSwitchOn(reader: Reader, agentId: Id<'agt'>): Promise<boolean> {
  return (await reader.batch(selectKillSwitches, { agent_id: agentId }))?.on === true
}

/** Locks the agent, because a gate with default settings has no row to lock. */
export async function lockGate(tx: Tx, agentId: Id<'agt'>): Promise<GateRow | undefined> {
  await tx.selectFrom('agents').select('id').where('id', '=', agentId).forUpdate().execute()
  return findGate(tx, agentId)
}

export async function saveGate(
  tx: Tx,
  agentId: Id<'agt'>,
  version: number,
  settings: GateSettings,
): Promise<GateRow> {
  const columns = { version, settings: JSON.stringify(settings), updated_at: tx.now }
  return tx
    .insertInto('approval_gates')
    .values({ agent_id: agentId, ...columns })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Agent ids by handle, for the references that are handles. */
export async function agentIdsByHandle(
  reader: Reader,
  references: readonly string[],
): Promise<Map<string, Id<'agt'>>> {
  const rows = await reader
    .selectFrom('agents')
    .select(['id', 'handle'])
    .where(sql<boolean>`handle = any(${references}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.handle, row.id]))
}
