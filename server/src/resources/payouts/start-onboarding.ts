import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { newId } from '../../lib/ids.ts'
import { remote } from '../../operation.ts'
import type { HostedSession } from '../../ports/processor/processor.ts'
import { viewSession } from '../payments/view.ts'
import { moneyPageOf, walletOf } from '../payments/wallet.ts'
import { ownerEmailOf } from '../users/queries.ts'
import { changeAccount, ensureAccount, type AccountRow } from './queries.ts'
import { viewOnboarding } from './view.ts'

interface Intent {
  account: AccountRow
  email: string
  currency: string
  linkId: string
  returnUrl: string
}

interface Opened extends HostedSession {
  accountRef: string
}

export const startOnboarding = remote<Contract['payouts']['startOnboarding'], Intent, Opened>({
  intend: async (tx, caller, given) => {
    const { agentId, currency } = walletOf(tx, caller)
    const account = await ensureAccount(tx, agentId, given.country ?? 'US')
    const email = await ownerEmailOf(tx, agentId)
    return {
      account,
      email,
      currency,
      linkId: newId('pau', tx.now),
      returnUrl: await moneyPageOf(tx, agentId),
    }
  },
  ask: async ({ processor }, { account, email, currency, linkId, returnUrl }) => {
    const { agent_id: id, country } = account
    const accountRef =
      account.ref ?? (await processor.createPayoutAccount({ id, email, country, currency })).ref
    const link = await processor.createOnboardingLink({
      id: linkId,
      accountRef,
      returnUrl,
      refreshUrl: returnUrl,
    })
    return { accountRef, ...link }
  },
  record: async (tx, caller, { account }, { accountRef, ref, url, expiresAt }) => {
    const state = account.state === 'not_started' ? 'pending' : account.state
    const row = await changeAccount(tx, account.agent_id, { ref: accountRef, state })
    await record(tx, caller, { action: 'payout-account.onboarding-opened', target: account.agent_id })
    const session = viewSession({ id: ref, session_url: url, session_expires_at: expiresAt, state: 'open' })
    return { session, onboarding: viewOnboarding(row) }
  },
})
