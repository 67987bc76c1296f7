import type { Stripe } from 'stripe'
import type { HostedSession, OnboardingInput, PayoutAccountInput } from '../processor.ts'
import type { PayoutAccountSnapshot } from '../snapshots.ts'
import { idempotencyKey, ourMetadata } from './money.ts'
import { answered, fetched } from './outcomes.ts'

/** A recipient of Accounts v2: it can be sent money and sees a small dashboard; the platform carries fees and losses. */
export async function createPayoutAccount(
  stripe: Stripe,
  input: PayoutAccountInput,
): Promise<{ ref: string }> {
  const account = await answered(() =>
    stripe.v2.core.accounts.create(
      {
        contact_email: input.email,
        dashboard: 'express',
        identity: { country: input.country },
        configuration: {
          recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
        },
        defaults: {
          currency: input.currency.toLowerCase(),
          responsibilities: { fees_collector: 'application', losses_collector: 'application' },
        },
        metadata: ourMetadata(input.id),
        include: ['configuration.recipient', 'requirements'],
      },
      idempotencyKey('account', input),
    ),
  )
  // Money goes to the bank when we say so, not by a schedule; otherwise the same payout would leave twice.
  await answered(() =>
    stripe.balanceSettings.update(
      { payments: { payouts: { schedule: { interval: 'manual' } } } },
      { stripeAccount: account.id, ...idempotencyKey('account-schedule', input) },
    ),
  )
  return { ref: account.id }
}

export async function createOnboardingLink(stripe: Stripe, input: OnboardingInput): Promise<HostedSession> {
  const link = await answered(() =>
    stripe.v2.core.accountLinks.create(
      {
        account: input.accountRef,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: { refresh_url: input.refreshUrl, return_url: input.returnUrl },
        },
      },
      idempotencyKey('onboarding', input),
    ),
  )
  return { ref: input.accountRef, url: link.url, expiresAt: new Date(link.expires_at) }
}

export async function fetchPayoutAccount(
  stripe: Stripe,
  ref: string,
): Promise<PayoutAccountSnapshot | undefined> {
  const account = await fetched(() =>
    stripe.v2.core.accounts.retrieve(ref, { include: ['configuration.recipient', 'requirements'] }),
  )
  if (account === undefined) return undefined
  const asked = account.requirements?.entries ?? []
  const missing = asked
    .filter((entry) => entry.awaiting_action_from === 'user')
    .map((entry) => entry.description)
  return { ref, status: accountStatus(account), missing }
}

function accountStatus(account: Stripe.V2.Core.Account): PayoutAccountSnapshot['status'] {
  const transfers = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  if (account.closed === true) return 'restricted'
  if (transfers === undefined) return 'not_started'
  switch (transfers.status) {
    case 'active':
    case 'pending':
      return transfers.status
    case 'rejected':
    case 'unsupported':
      return 'restricted'
    case 'restricted':
      return transfers.status_details.some(({ resolution }) => resolution === 'provide_info')
        ? 'action_required'
        : 'restricted'
  }
}
