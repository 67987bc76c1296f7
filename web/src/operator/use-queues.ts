import type { Dispute, ModerationCase, OperatorPayout } from 'souk-contract'
import { usePages } from '../api.ts'
import { adminApi } from './admin-api.ts'

/** No event reaches operators, so the console polls. */
export const pollMs = 15_000

/** The length of a queue beyond this is shown as `99+`. */
const first = { limit: 100 } as const

export interface Queues {
  readonly reports: readonly ModerationCase[]
  readonly appeals: readonly ModerationCase[]
  readonly disputes: readonly Dispute[]
  readonly payouts: readonly OperatorPayout[]
}

export type QueueName = keyof Queues

/** What waits for an operator; undefined until every queue has loaded. */
export function useQueues(): { readonly queues: Queues | undefined; readonly error: Error | null } {
  const cases = usePages(adminApi.moderation.listCases, first, { pollMs })
  const disputes = usePages(adminApi.disputes.listDisputes, first, { pollMs })
  const payouts = usePages(adminApi.payouts.listMarketPayouts, first, { pollMs })
  const error = cases.error ?? disputes.error ?? payouts.error
  if (cases.items === undefined || disputes.items === undefined || payouts.items === undefined)
    return { queues: undefined, error }
  return {
    queues: {
      reports: cases.items.filter(({ state }) => state === 'open'),
      appeals: cases.items.filter(({ state }) => state === 'appealed'),
      disputes: disputes.items,
      payouts: payouts.items,
    },
    error,
  }
}
