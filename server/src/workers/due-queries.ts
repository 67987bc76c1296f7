import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../db/transact.ts'
import { waitsForDemoAgent } from '../demo/queries.ts'
import { after } from '../lib/clock.ts'
import { retentionMs } from '../money/processor/sandbox/advance.ts'
import { waitingPlans } from '../money/debts/queries.ts'
import { waitingEvidence } from '../money/payments/evidence/queries.ts'
import { waitingExports } from '../resources/users/export/queries.ts'
import { isOfferToWarn, isTaskToWarn, timeoutsRun } from '../tasks/store/timeout-queries.ts'
import { dueIn, queuesOf } from './queue-queries.ts'

/**
 * SQL condition by worker: rows wait for it. It holds for every row that the worker would take, and may hold for others,
 * for example rows that another node has locked.
 */
const conditions = {
  'event-relay': () => sql`exists (select from outbox)`,
  'webhook-dispatch': () => hasNewEvents('webhook_cursor'),
  'webhook-send': (context) => isWaiting('deliveries', context),
  'mail-plan': () => hasNewEvents('mail_cursor'),
  mails: (context) => isWaiting('mails', context),
  sandbox: ({ now }) =>
    sql`(${anyOf([
      isDue('sandbox_payments', now),
      isDue('sandbox_refunds', now),
      isDue('sandbox_disputes', now),
      isDue('sandbox_payouts', now),
      isDue('sandbox_accounts', now),
      sql`exists (select from sandbox_sessions where state = 'open' and expires_at <= ${now})`,
      sql`exists (select from sandbox_movements where not announced and available_at <= ${now})`,
      sql`exists (select from sandbox_calls where created_at < ${after(now, -retentionMs)})`,
      sql`exists (select from sandbox_events where created_at < ${after(now, -retentionMs)})`,
    ])})`,
  'sandbox-events': ({ now }) =>
    sql`exists (select from sandbox_events where state = 'queued' and due_at <= ${now})`,
  // In the order of the provider's index: without it, the planner scans all tasks for a first match that does not exist.
  'demo-agent': ({ now }) => sql`exists (
      select from demo_agents cross join lateral (
        select from tasks where provider_id = agent_id and ${waitsForDemoAgent(now)} order by status_at desc limit 1) waiting)`,
  'processor-events': (context) => isWaiting('processor events', context),
  payments: (context) => isWaiting('payments', context),
  payouts: (context) => isWaiting('payouts', context),
  'refund-orders': (context) => isWaiting('refunds', context),
  evidence: (context) => isDue('chargeback_evidence', context.now, waitingEvidence(context)),
  'debt-plans': (context) => isDue('debt_plans', context.now, waitingPlans(context)),
  'task-timeouts': (context) =>
    sql`(${anyOf([
      isWaiting('timeouts', context),
      sql`exists (select from tasks where ${isTaskToWarn(context.now)} and ${timeoutsRun(context)})`,
      sql`exists (select from dispute_offers where ${isOfferToWarn(context.now)} and ${timeoutsRun(context)})`,
    ])})`,
  reputation: ({ settings }) =>
    sql`(${anyOf([
      hasNewEvents('reputation_progress'),
      sql`exists (select from reputation_progress where task_id is not null or book is distinct from ${settings.book})`,
      sql`exists (select from reviews where revealed_at is not null and not rated)`,
    ])})`,
  'search-alerts': ({ now }) =>
    sql`(${anyOf([
      sql`exists (select from search_arrivals)`,
      sql`exists (select from saved_searches where alert_at <= ${now})`,
    ])})`,
  standings: ({ now }) => sql`exists (select from standings where until <= ${now})`,
  reviews: ({ now }) => sql`exists (select from reviews where revealed_at is null and reveals_at <= ${now})`,
  'audit-chain': () => sql`exists (select from audit_pending)`,
  'virus-scan': ({ now }) => isDue('files', now),
  'data-exports': ({ now }) =>
    sql`(${anyOf([
      isDue('data_exports', now, waitingExports),
      sql`exists (select from data_exports where expires_at <= ${now})`,
    ])})`,
} as const satisfies Record<string, (context: Pick<Reader, 'now' | 'settings'>) => RawBuilder<unknown>>

/** Workers that run when rows wait for them. */
export const polledWorkers: readonly string[] = Object.keys(conditions)

function isDue(table: string, now: Date, where: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return sql`exists (select from ${sql.table(table)} where due_at <= ${now} and ${where})`
}

function isWaiting(
  queue: keyof ReturnType<typeof queuesOf>,
  context: Pick<Reader, 'now' | 'settings'>,
): RawBuilder<unknown> {
  return sql`exists (select ${dueIn(queuesOf(context)[queue], context.now)})`
}

function hasNewEvents(cursor: string): RawBuilder<unknown> {
  return sql`exists (select from ${sql.table(cursor)} c cross join event_numbers n where c.number < n.last)`
}

function anyOf(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join([...parts], sql` or `)
}

/** Statement that returns the workers that rows wait for. */
export function selectDueWorkers(context: Pick<Reader, 'now' | 'settings'>): RawBuilder<{ name: string }> {
  const rows = Object.entries(conditions).map(
    ([name, condition]) => sql`(${sql.lit(name)}, ${condition(context)})`,
  )
  return sql<{ name: string }>`/* due-workers */
    select name from (values ${sql.join(rows, sql`,\n      `)}) waiting (name, due) where due`
}

export async function dueWorkers(reader: Reader): Promise<string[]> {
  const { rows } = await selectDueWorkers(reader).execute(reader)
  return rows.map(({ name }) => name)
}
