import type { Contract } from 'souk-contract'
import { minute } from '../../lib/clock.ts'
import { staged } from '../../operation.ts'
import type { PayoutAccountSnapshot } from '../processor/snapshots.ts'
import { walletOf } from '../payments/wallet.ts'
import { applyPayoutAccount } from './apply-account.ts'
import { findAccount } from './queries.ts'
import { viewOnboarding } from './view.ts'

/** Webhooks keep the row current; without one for this long, the processor is polled. */
const freshMs = minute

export const getOnboarding = staged<
  Contract['payouts']['getOnboarding'],
  string | undefined,
  PayoutAccountSnapshot | undefined
>({
  before: async (reader, caller) => {
    const account = await findAccount(reader, walletOf(reader, caller).agentId)
    const ageMs = reader.now.getTime() - (account?.checked_at?.getTime() ?? 0)
    return ageMs < freshMs ? undefined : (account?.ref ?? undefined)
  },
  outside: async ({ processor }, ref) => (ref === undefined ? undefined : processor.fetchPayoutAccount(ref)),
  after: async (tx, caller, _input, snapshot) => {
    if (snapshot !== undefined) await applyPayoutAccount(tx, snapshot)
    const account = await findAccount(tx, walletOf(tx, caller).agentId)
    return { onboarding: viewOnboarding(account, tx.settings.payoutCountry) }
  },
})
