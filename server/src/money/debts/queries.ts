import { sql, type Insertable, type Selectable } from 'kysely'
import type { DebtPlanState, InstallmentState } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { rolesHolding } from '../../authority/rights.ts'
import type { Wallet } from '../ledger/queries.ts'

type PlanColumns = Selectable<Schema['debt_plans']>
type InstallmentRow = Selectable<Schema['debt_installments']>

export interface PlanRow extends PlanColumns {
  readonly installments: readonly InstallmentRow[]
}

export async function insertPlan(
  tx: Tx,
  plan: Insertable<Schema['debt_plans']>,
  installments: readonly Insertable<Schema['debt_installments']>[],
): Promise<void> {
  await tx.insertInto('debt_plans').values(plan).execute()
  await tx
    .insertInto('debt_installments')
    .values([...installments])
    .execute()
}

export async function hasActivePlan(reader: Reader, wallet: Wallet): Promise<boolean> {
  return (await activePlan(reader, wallet).select('id').executeTakeFirst()) !== undefined
}

export async function findActivePlan(reader: Reader, wallet: Wallet): Promise<PlanRow | undefined> {
  const plan = await activePlan(reader, wallet).selectAll().executeTakeFirst()
  return plan === undefined ? undefined : withInstallments(reader, plan)
}

export async function lockActivePlan(tx: Tx, wallet: Wallet): Promise<PlanRow | undefined> {
  const plan = await activePlan(tx, wallet).selectAll().forUpdate().executeTakeFirst()
  return plan === undefined ? undefined : withInstallments(tx, plan)
}

const activePlan = (reader: Reader, { agentId, book, currency }: Wallet) =>
  reader
    .selectFrom('debt_plans')
    .where('agent_id', '=', agentId)
    .where('book', '=', book)
    .where('currency', '=', currency)
    .where('state', '=', 'active')

/** Plans that `lockDuePlan` takes once they are due. */
export const waitingPlans = ({ settings }: Pick<Reader, 'settings'>) => sql<boolean>`book = ${settings.book}`

/** The most overdue plan that no other node works on. */
export async function lockDuePlan(tx: Tx): Promise<PlanRow | undefined> {
  const plan = await tx
    .selectFrom('debt_plans')
    .selectAll()
    .where('due_at', '<=', tx.now)
    .where(waitingPlans(tx))
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return plan === undefined ? undefined : withInstallments(tx, plan)
}

async function withInstallments(reader: Reader, plan: PlanColumns): Promise<PlanRow> {
  const installments = await reader
    .selectFrom('debt_installments')
    .selectAll()
    .where('plan_id', '=', plan.id)
    .orderBy('number')
    .execute()
  return { ...plan, installments }
}

/** Active plans of these agents. */
export async function activePlansOf(
  reader: Reader,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, PlanRow>> {
  const { rows } = await sql<PlanRow>`
    select p.*, (select json_agg(json_build_object('plan_id', i.plan_id, 'number', i.number, 'amount', i.amount,
      'due_at', i.due_at, 'state', i.state) order by i.number) from debt_installments i where i.plan_id = p.id)
      as installments
    from debt_plans p where p.agent_id = any (${[...agentIds]}) and p.book = ${reader.settings.book}
      and p.state = 'active'`.execute(reader)
  return new Map(rows.map((row) => [row.agent_id, row]))
}

interface WalletHolder {
  readonly email: string
  readonly handle: string
}

/** People with a verified address who can use the wallet of an agent. */
export async function walletHolders(reader: Reader, agentId: string): Promise<WalletHolder[]> {
  const { rows } = await sql<WalletHolder>`
    select distinct u.email, a.handle from agent_access s
    join users u on u.id = s.user_id and u.email_verified_at is not null
    join agents a on a.id = s.agent_id
    where s.agent_id = ${agentId} and s.role = any (${rolesHolding('wallet')})`.execute(reader)
  return rows
}

export async function setPlanDue(tx: Tx, id: PlanRow['id'], due: Date): Promise<void> {
  await tx.updateTable('debt_plans').set({ due_at: due, updated_at: tx.now }).where('id', '=', id).execute()
}

export async function setInstallment(
  tx: Tx,
  { plan_id: planId, number }: InstallmentRow,
  state: InstallmentState,
): Promise<void> {
  await tx
    .updateTable('debt_installments')
    .set({ state })
    .where('plan_id', '=', planId)
    .where('number', '=', number)
    .execute()
}

/** Installments that are not due yet are canceled. */
export async function closePlan(
  tx: Tx,
  id: PlanRow['id'],
  state: Exclude<DebtPlanState, 'active'>,
): Promise<void> {
  await tx
    .updateTable('debt_installments')
    .set({ state: 'canceled' })
    .where('plan_id', '=', id)
    .where('state', '=', 'due')
    .execute()
  await tx
    .updateTable('debt_plans')
    .set({ state, due_at: null, ended_at: tx.now, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}
