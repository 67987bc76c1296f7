/** The queues whose lag is measured, with the conditions under which their workers take a row. */
import { sql, type RawBuilder } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Reader } from '../db/transact.ts'
import { waitingMails } from '../mails/queries.ts'
import { waitingEvents } from '../money/payments/apply/event-queries.ts'
import { waitingPayments } from '../money/payments/poll/poll-queries.ts'
import { waitingRefundOrders } from '../money/payments/refund-order-queries.ts'
import { waitingPayouts } from '../money/payouts/queries.ts'
import { timeoutsRun } from '../tasks/store/timeout-queries.ts'

/** Rows are due from a time, and wait while a condition holds: not while operators have paused them, for example. */
interface Queue {
  readonly table: keyof Schema
  readonly dueAt: string
  readonly where: RawBuilder<unknown>
}

type Context = Pick<Reader, 'now' | 'settings'>

export const queuesOf = (context: Pick<Context, 'settings'>) =>
  ({
    deliveries: { table: 'webhook_deliveries', dueAt: 'next_attempt_at', where: sql`status = 'pending'` },
    mails: { table: 'mails', dueAt: 'due_at', where: waitingMails },
    'processor events': { table: 'processor_events', dueAt: 'due_at', where: waitingEvents },
    payments: { table: 'payments', dueAt: 'due_at', where: waitingPayments(context) },
    payouts: { table: 'payouts', dueAt: 'due_at', where: waitingPayouts(context) },
    refunds: { table: 'refund_orders', dueAt: 'due_at', where: waitingRefundOrders(context) },
    timeouts: { table: 'tasks', dueAt: 'due_at', where: timeoutsRun(context) },
  }) as const satisfies Record<string, Queue>

/** Due rows of the queue, as the end of a statement. */
export function dueIn({ table, dueAt, where }: Queue, now: Date): RawBuilder<unknown> {
  return sql`from ${sql.table(table)} where ${sql.ref(dueAt)} <= ${now} and ${where}`
}

/** Time from which the most overdue row of the queue is due. */
export function firstDueIn({ table, dueAt, where }: Queue): RawBuilder<unknown> {
  return sql`(select min(${sql.ref(dueAt)}) from ${sql.table(table)} where ${sql.ref(dueAt)} is not null and ${where})`
}
