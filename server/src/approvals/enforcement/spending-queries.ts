import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { periodsOf, type Amount, type SpentByWindow } from './rules.ts'

interface Spending {
  readonly agentId: Id<'agt'>
  readonly amount: Amount
  readonly periods: readonly string[]
}

/**
 * Adds an amount to every period and returns what was spent before. The upsert locks the rows until the end of the
 * transaction, so the next spender sees the sum; a rollback removes the amount.
 */
export async function lockSpending(tx: Tx, { agentId, amount, periods }: Spending): Promise<SpentByWindow> {
  const { rows } = await sql<PeriodRow>`
    insert into gate_spending (agent_id, period, currency, spent, created_at)
    select ${agentId}, period, ${amount.currency}, ${amount.amount}::bigint, ${tx.now}
    from unnest(${[...periods]}::text[]) period order by period
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

const windows = ['day', 'month', 'app', 'task'] as const

function windowOf(period: string): keyof SpentByWindow {
  return windows.find((window) => period.startsWith(`${window}:`)) ?? 'task'
}

/** The daily limit of an app. Without one, every amount exceeds it. */
export async function getAppLimit(tx: Tx, grantId: Id<'grt'>): Promise<Amount> {
  const { daily_limit: amount, currency } = await tx
    .selectFrom('oauth_grants')
    .select(['daily_limit', 'currency'])
    .where('id', '=', grantId)
    .forShare()
    .executeTakeFirstOrThrow()
  return { amount: amount ?? 0n, currency: currency ?? '' }
}
