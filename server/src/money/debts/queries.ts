import { sql, type Insertable, type Selectable } from 'kysely'
import type { DebtPlanState, InstallmentState } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { rolesHolding } from '../../authority/rights.ts'
import type { Wallet } from '../ledger/queries.ts'
import type { Id } from '../../lib/ids.ts'

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
  return { ...plan, installments: await installmentsOf(reader, [plan]) }
}

/** Active plans of these agents, at most one per agent and currency. */
export async function activePlansOf(reader: Reader, agentIds: readonly Id<'agt'>[]): Promise<PlanRow[]> {
  const plans = await reader
    .selectFrom('debt_plans')
    .selectAll()
    .where('agent_id', '=', sql<Id<'agt'>>`any (${[...agentIds]})`)
    .where('book', '=', reader.settings.book)
    .where('state', '=', 'active')
    .execute()
  const installments = await installmentsOf(reader, plans)
  return plans.map((plan) => ({
    ...plan,
    installments: installments.filter((installment) => installment.plan_id === plan.id),
  }))
}

async function installmentsOf(reader: Reader, plans: readonly PlanColumns[]): Promise<InstallmentRow[]> {
  return reader
    .selectFrom('debt_installments')
    .selectAll()
    .where('plan_id', '=', sql<PlanColumns['id']>`any (${plans.map(({ id }) => id)})`)
    .orderBy('plan_id')
    .orderBy('number')
    .execute()
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
