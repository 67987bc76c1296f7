import type { Stripe } from 'stripe'
import type { PayoutAccountSnapshot } from '../snapshots.ts'

/**
 * Maps an Accounts v2 account to a status. Fields can be missing, null or have new values: nothing unknown is payable.
 */

type Status = PayoutAccountSnapshot['status']

/** The fields read of a capability, all optional. */
interface Capability {
  readonly status?: string | null
  readonly status_details?: readonly { readonly resolution?: string | null }[] | null
}

export function accountSnapshot(account: Stripe.V2.Core.Account): PayoutAccountSnapshot {
  const entries = account.requirements?.entries ?? []
  const missing = entries
    .filter((entry) => entry.awaiting_action_from === 'user')
    .map((entry) => entry.description)
  return { ref: account.id, status: accountStatus(account), missing }
}

/** The account must receive transfers and send payouts: its status is the worse of the two. */
function accountStatus({ closed, configuration }: Stripe.V2.Core.Account): Status {
  if (closed === true) return 'restricted'
  const balance = configuration?.recipient?.capabilities?.stripe_balance
  const transfers: Capability | null | undefined = balance?.stripe_transfers
  if (transfers === undefined || transfers === null) return 'not_started'
  const payouts: readonly (Capability | null | undefined)[] = [
    balance?.payouts,
    configuration?.merchant?.capabilities?.stripe_balance?.payouts,
  ]
  return [transfers, ...payouts]
    .flatMap((capability) =>
      capability === undefined || capability === null ? [] : [capabilityStatus(capability)],
    )
    .reduce((worst, status) => (ranks[status] > ranks[worst] ? status : worst))
}

const ranks: Readonly<Record<Status, number>> = {
  active: 0,
  pending: 1,
  action_required: 2,
  restricted: 3,
  not_started: 4,
}

const statuses: ReadonlyMap<string, Status> = new Map([
  ['active', 'active'],
  ['pending', 'pending'],
  ['rejected', 'restricted'],
  ['unsupported', 'restricted'],
])

function capabilityStatus({ status, status_details: details }: Capability): Status {
  if (status === 'restricted') {
    const isResolvable = (details ?? []).some(({ resolution }) => resolution === 'provide_info')
    return isResolvable ? 'action_required' : 'restricted'
  }
  return statuses.get(status ?? '') ?? 'pending'
}
