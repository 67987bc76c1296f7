import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { periodsOf, type Amount, type BudgetWindow, type SpentByWindow } from './rules.ts'

interface Spending {
  readonly agentId: Id<'agt'>
  readonly amount: Amount
  readonly taskId: string | undefined
}

/**
 * Adds an amount to every window and returns what was spent before. The upsert locks the rows until the end of the
 * transaction, so the next spender sees the sum; a rollback removes the amount.
 */
export async function lockSpending(tx: Tx, { agentId, amount, taskId }: Spending): Promise<SpentByWindow> {
  const periods = Object.values(periodsOf(tx.now, taskId))
  const { rows } = await sql<PeriodRow>`
    insert into gate_spending (agent_id, period, currency, spent, created_at)
    select ${agentId}, period, ${amount.currency}, ${amount.amount}::bigint, ${tx.now}
    from unnest(${periods}::text[]) period order by period
    on conflict (agent_id, period, currency) do update set spent = gate_spending.spent + excluded.spent
    returning period, spent - ${amount.amount}::bigint as spent`.execute(tx)
  return Object.fromEntries(rows.map(({ period, spent }) => [windowOf(period), spent]))
}

/** Amount spent so far this day and this month. */
export async function spentUntilNow(
  reader: Reader,
  agentId: Id<'agt'>,
  currency: string,
): Promise<SpentByWindow> {
  const periods = Object.values(periodsOf(reader.now, undefined))
  const rows = await reader
    .selectFrom('gate_spending')
    .select(['period', 'spent'])
    .where('agent_id', '=', agentId)
    .where('currency', '=', currency)
    .where('period', 'in', periods)
    .execute()
  return {
    day: 0n,
    month: 0n,
    ...Object.fromEntries(rows.map(({ period, spent }) => [windowOf(period), spent])),
  }
}

interface PeriodRow {
  period: string
  spent: bigint
}

function windowOf(period: string): BudgetWindow {
  return period.startsWith('day:') ? 'day' : period.startsWith('month:') ? 'month' : 'task'
}
