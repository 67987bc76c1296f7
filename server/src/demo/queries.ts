import { sql } from 'kysely'
import type { Reader, Tx } from '../db/transact.ts'
import { after, day, second } from '../lib/clock.ts'
import type { Id } from '../lib/ids.ts'

export interface DemoAgent {
  readonly agentId: Id<'agt'>
  readonly keyId: Id<'key'>
  readonly handle: string
}

export async function findDemoAgent(reader: Reader): Promise<DemoAgent | undefined> {
  const { rows } = await sql<DemoAgent>`
    select d.agent_id as "agentId", d.key_id as "keyId", a.handle
    from demo_agents d join agents a on a.id = d.agent_id order by d.created_at limit 1`.execute(reader)
  return rows[0]
}

/** Serializes the creation, so that concurrent nodes create one agent. */
export async function lockDemoAgents(tx: Tx): Promise<void> {
  await sql`lock table demo_agents in share row exclusive mode`.execute(tx)
}

export async function insertDemoAgent(tx: Tx, agentId: Id<'agt'>, keyId: Id<'key'>): Promise<void> {
  await tx
    .insertInto('demo_agents')
    .values({ agent_id: agentId, key_id: keyId, created_at: tx.now })
    .execute()
}

export async function isHandleFree(reader: Reader, handle: string): Promise<boolean> {
  const taken = await reader
    .selectFrom('handles')
    .select('handle')
    .where('handle', '=', handle)
    .executeTakeFirst()
  return taken === undefined
}

/** A task that waits for the demo agent. */
export interface WaitingTask {
  readonly id: Id<'task'>
  readonly phase: 'requested' | 'working' | 'input_required' | 'auth_required' | 'delivered'
  readonly revisions: number
}

/** A person can watch the work this long. */
const workMs = 4 * second

/**
 * SQL condition on `tasks`: the task waits for its provider, the demo agent. It is a request, work that is old enough, or a
 * delivery with a question. The time is a column of the provider's index, which bounds the scan; tasks that
 * have waited for a month are left to their timeouts.
 */
export const waitsForDemoAgent = (now: Date) => sql<boolean>`(status_at > ${after(now, -30 * day)} and (
    phase = 'requested'
    or phase in ('working', 'input_required', 'auth_required') and status_at <= ${after(now, -workMs)}
    or phase = 'delivered' and asked_at is not null))`

/** Locks the task that has waited longest for the demo agent. */
export async function lockWaitingTask(
  tx: Tx,
  { agentId, except }: { agentId: Id<'agt'>; except: readonly string[] },
): Promise<WaitingTask | undefined> {
  const { rows } = await sql<WaitingTask>`/* lock-demo-task */
    select id, phase, revisions from tasks
    where provider_id = ${agentId} and not id = any(${[...except]}::text[]) and ${waitsForDemoAgent(tx.now)}
    order by status_at, id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}
