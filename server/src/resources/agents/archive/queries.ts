import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/transact.ts'
import { isId, type Id } from '../../../lib/ids.ts'
import type { PageRequest } from '../../../operation.ts'
import { idBefore } from '../../../paging.ts'
import { refreshStanding } from '../../../standing/queries.ts'
import { deletePastAccess } from '../interest-queries.ts'
import { agentColumns, getAgentRow, type AgentRow } from '../queries.ts'
import { movableKinds, type ArchiveFacts } from './rules.ts'

/**
 * Locks agents against every change that commits their money. Ordered by id, so that concurrent callers cannot
 * deadlock.
 */
export async function lockAgents(tx: Tx, ids: readonly Id<'agt'>[]): Promise<AgentRow[]> {
  return tx
    .selectFrom('agents')
    .select(agentColumns)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function isInSuspendedOrganization(reader: Reader, id: Id<'agt'>): Promise<boolean> {
  const found = await reader
    .selectFrom('organization_agents as assignment')
    .innerJoin('organizations', 'organizations.id', 'assignment.organization_id')
    .select('organizations.id')
    .where('assignment.agent_id', '=', id)
    .where('organizations.standing', '=', 'suspended')
    .executeTakeFirst()
  return found !== undefined
}

/** An archived agent of the caller, by id or handle. */
export async function lockArchived(
  tx: Tx,
  ownerId: Id<'usr'>,
  reference: string,
): Promise<AgentRow | undefined> {
  const archived = tx
    .selectFrom('agents')
    .select(agentColumns)
    .where('owner_id', '=', ownerId)
    .where('archived_at', 'is not', null)
    .forUpdate()
  return isId('agt', reference)
    ? archived.where('id', '=', reference).executeTakeFirst()
    : archived.where('handle', '=', reference).executeTakeFirst()
}

export async function archivedAgentsOf(
  reader: Reader,
  ownerId: Id<'usr'>,
  page: PageRequest,
): Promise<AgentRow[]> {
  return reader
    .selectFrom('agents')
    .select(agentColumns)
    .where('owner_id', '=', ownerId)
    .where('archived_at', 'is not', null)
    .where('id', '<', idBefore('agt', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function restoreArchived(tx: Tx, id: Id<'agt'>): Promise<AgentRow> {
  await tx.updateTable('agents').set({ archived_at: null, updated_at: tx.now }).where('id', '=', id).execute()
  await deletePastAccess(tx, id)
  await refreshStanding(tx, [id])
  return getAgentRow(tx, id)
}

/** Open tasks, money and records that block archiving. */
export async function archiveFactsOf(reader: Reader, agentId: Id<'agt'>): Promise<ArchiveFacts> {
  const { book } = reader.settings
  const { rows } = await sql<Omit<ArchiveFacts, 'balances'>>`
    select
      (select count(*) from tasks where due_at is not null and provider_id = ${agentId})::int
        + (select count(*) from tasks where due_at is not null and client_id = ${agentId})::int as tasks,
      (select count(*) from listings where client_id = ${agentId} and status = 'open')::int as listings,
      (select count(*) from payouts where agent_id = ${agentId} and book = ${book}
        and state not in ('paid', 'failed', 'returned', 'canceled'))::int as payouts,
      (select count(*) from payments where agent_id = ${agentId} and book = ${book}
        and state in ('intended', 'open', 'processing'))::int as payments,
      (select count(*) from chargebacks where agent_id = ${agentId} and book = ${book}
        and state = 'open')::int as chargebacks,
      (select count(*) from payment_authorities where agent_id = ${agentId} and book = ${book}
        and state in ('active', 'pending'))::int as cards`.execute(reader)
  const [facts] = rows
  if (facts === undefined) throw new Error('a query without a from clause answered nothing')
  return { ...facts, balances: await balancesIn(reader, agentId) }
}

/** The agent's own accounts in the current book, in every currency. */
async function balancesIn(reader: Reader, agentId: Id<'agt'>): Promise<ArchiveFacts['balances']> {
  return reader
    .selectFrom('ledger_accounts')
    .select(['kind', 'currency', 'balance'])
    .where('owner', '=', agentId)
    .where('book', '=', reader.settings.book)
    .where('open', '=', true)
    .orderBy('currency')
    .orderBy('kind')
    .execute()
}

/** Locks the agent's balances until the transaction ends. */
export async function lockOwnAccounts(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  await sql`select from ledger_accounts where owner = ${agentId} and book = ${tx.settings.book}
    order by id for update`.execute(tx)
}

/** Later refunds and chargebacks concern the agent that now holds the money. */
export async function reassignPayments(tx: Tx, from: Id<'agt'>, to: Id<'agt'>): Promise<void> {
  await sql`update payments set liable_id = ${to},
      past_liable_ids = case when liable_id is null then '{}' else past_liable_ids || liable_id end
    where (agent_id = ${from} and liable_id is null or liable_id = ${from})
      and book = ${tx.settings.book}`.execute(tx)
}

export async function reassignHolds(tx: Tx, from: Id<'agt'>, to: Id<'agt'>): Promise<void> {
  await sql`update earnings_holds set agent_id = ${to}
    where agent_id = ${from} and book = ${tx.settings.book} and state = 'held'`.execute(tx)
}

/** Movable funds of archived agents, summed by currency. */
export async function fundsOf(
  reader: Reader,
  ids: readonly Id<'agt'>[],
): Promise<{ owner: string; currency: string; amount: bigint }[]> {
  const { rows } = await sql<{ owner: string; currency: string; amount: bigint }>`
    select owner, currency, sum(balance)::bigint as amount from ledger_accounts
    where owner = any(${[...ids]}) and book = ${reader.settings.book} and open
      and kind in (${sql.join([...movableKinds])})
    group by owner, currency order by owner, currency`.execute(reader)
  return rows
}
