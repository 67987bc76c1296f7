/** The queues as one list, and a summary of each. */
import type { Money } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/operator-console.ts'
import { kindNames } from '../cases/labels.ts'
import { kindNames as actionNames } from '../money/labels.ts'
import type { QueueName, Queues } from '../use-queues.ts'

export interface WaitingItem {
  readonly queue: QueueName
  readonly key: string
  readonly to: string
  readonly title: string
  readonly detail: string
  readonly since: string
}

/** Oldest first. */
export function waitingItems(queues: Queues): readonly WaitingItem[] {
  const { reports, appeals, disputes, payouts, chargebacks, approvals } = queues
  const cases = [...reports, ...appeals].map(
    ({ id, kind, title, agent, reports: count, state, createdAt, updatedAt }): WaitingItem => ({
      queue: state === 'appealed' ? 'appeals' : 'reports',
      key: id,
      to: `/operator/cases/${id}`,
      title:
        title ??
        (agent === null ? kindNames[kind] : say('kindOf', { kind: kindNames[kind], name: agent.name })),
      detail:
        state === 'appealed'
          ? say('appealWaits', { kind: kindNames[kind] })
          : say('reportedBy', { kind: kindNames[kind], count }),
      since: state === 'appealed' ? updatedAt : createdAt,
    }),
  )
  const rulings = disputes.map(({ taskId, title, client, provider, amount, since }): WaitingItem => ({
    queue: 'disputes',
    key: taskId,
    to: `/operator/disputes/${taskId}`,
    title,
    detail: say('disputeBetween', {
      client: client.name,
      provider: provider.name,
      amount: formatMoney(amount),
    }),
    since,
  }))
  const refused = payouts.map(({ id, amount, failure, failureMessage, updatedAt }): WaitingItem => ({
    queue: 'payouts',
    key: id,
    to: '/operator/payouts',
    title: say('payoutOf', { amount: formatMoney(amount) }),
    detail: failureMessage ?? failure ?? say('refused'),
    since: updatedAt,
  }))
  const disputedPayments = chargebacks.map(({ ref, amount, evidenceState, createdAt }): WaitingItem => ({
    queue: 'chargebacks',
    key: ref,
    to: `/operator/chargebacks/${ref}`,
    title: say('chargebackOf', { amount: formatMoney(amount) }),
    detail: evidenceState === 'failed' ? say('evidenceFailed') : say('evidenceMissing'),
    since: createdAt,
  }))
  const proposed = approvals.map(({ id, kind, amount, reason, createdAt }): WaitingItem => ({
    queue: 'approvals',
    key: id,
    to: '/operator/approvals',
    title: say('actionOf', { kind: actionNames[kind], amount: formatMoney(amount) }),
    detail: say('proposedWaits', { reason }),
    since: createdAt,
  }))
  return [...cases, ...rulings, ...refused, ...disputedPayments, ...proposed].toSorted((left, right) =>
    left.since.localeCompare(right.since),
  )
}

const lateMs = 2 * 86_400_000

interface Summary {
  readonly count: number
  readonly oldest: string | undefined
  readonly isLate: boolean
  readonly detail: string
}

export function summarize(queues: Queues, queue: QueueName, now: number): Summary {
  const items = waitingItems(queues).filter((item) => item.queue === queue)
  const oldest = items[0]?.since
  return {
    count: items.length,
    oldest,
    isLate: oldest !== undefined && now - Date.parse(oldest) > lateMs,
    detail: items.length === 0 ? say('nothingHere') : details[queue](queues),
  }
}

const details: Readonly<Record<QueueName, (queues: Queues) => string>> = {
  reports: ({ reports }) =>
    say('unassignedCount', { count: reports.filter(({ assignee }) => assignee === null).length }),
  appeals: () => say('anotherOperatorDecides'),
  approvals: () => say('secondOperator'),
  disputes: ({ disputes }) => say('onHold', { amount: sums(disputes.map(({ amount }) => amount)) }),
  chargebacks: ({ chargebacks }) =>
    say('withoutEvidence', { amount: sums(chargebacks.map(({ amount }) => amount)) }),
  payouts: ({ payouts }) => say('notArrived', { amount: sums(payouts.map(({ amount }) => amount)) }),
}

/** Sums by currency: `$120.00, €40.00`. */
function sums(amounts: readonly Money[]): string {
  const totals = new Map<string, number>()
  for (const { amount, currency } of amounts) totals.set(currency, (totals.get(currency) ?? 0) + amount)
  return [...totals].map(([currency, amount]) => formatMoney({ amount, currency })).join(', ')
}
