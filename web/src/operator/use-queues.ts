import type { Chargeback, Dispute, ModerationCase, OperatorAction, OperatorPayout } from 'souk-contract'
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
  /** Open ones whose evidence an operator still has to send. */
  readonly chargebacks: readonly Chargeback[]
  /** Money actions of other operators that need a second one. */
  readonly approvals: readonly OperatorAction[]
}

export type QueueName = keyof Queues

/** Lengths of the operator queues; undefined until all have loaded. */
export function useQueues(): { readonly queues: Queues | undefined; readonly error: Error | null } {
  const cases = usePages(adminApi.moderation.listCases, first, { pollMs })
  const disputes = usePages(adminApi.disputes.listDisputes, first, { pollMs })
  const payouts = usePages(adminApi.payouts.listMarketPayouts, first, { pollMs })
  const chargebacks = usePages(adminApi.chargebacks.listChargebacks, { ...first, state: 'open' }, { pollMs })
  const actions = usePages(adminApi.moneyDesk.listActions, { ...first, state: 'pending' }, { pollMs })
  const error = cases.error ?? disputes.error ?? payouts.error ?? chargebacks.error ?? actions.error
  const isLoaded = [cases, disputes, payouts, chargebacks, actions].every(({ items }) => items !== undefined)
  if (!isLoaded) return { queues: undefined, error }
  const all = cases.items ?? []
  return {
    queues: {
      reports: all.filter(({ state }) => state === 'open'),
      appeals: all.filter(({ state }) => state === 'appealed'),
      disputes: disputes.items ?? [],
      payouts: payouts.items ?? [],
      chargebacks: (chargebacks.items ?? []).filter(({ evidenceState }) => needsEvidence(evidenceState)),
      approvals: actions.items ?? [],
    },
    error,
  }
}

function needsEvidence(state: Chargeback['evidenceState']): boolean {
  return state === null || state === 'draft' || state === 'failed'
}
