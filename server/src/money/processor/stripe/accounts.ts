import type { Stripe } from 'stripe'
import type { StripeOnboarding } from '../../../config/config.ts'
import type { HostedSession, OnboardingInput, PayoutAccountInput } from '../processor.ts'
import type { PayoutAccountSnapshot } from '../snapshots.ts'
import { accountSnapshot } from './account-status.ts'
import { idempotencyKey, ourMetadata } from './money.ts'
import { completed, fetched } from './outcomes.ts'

type Configuration = Stripe.V2.Core.AccountCreateParams.Configuration

const requested = { requested: true }
const recipient = { capabilities: { stripe_balance: { stripe_transfers: requested } } }

/** Stripe must approve a platform to request transfers alone; until then they require card payments. */
const configurations: Readonly<Record<StripeOnboarding, Configuration>> = {
  'card-payments': { recipient, merchant: { capabilities: { card_payments: requested } } },
  'transfers-only': { recipient },
}

/** Creates an Accounts v2 account with the Express dashboard; the platform bears fees and losses. */
export async function createPayoutAccount(
  stripe: Stripe,
  input: PayoutAccountInput,
  onboarding: StripeOnboarding,
): Promise<{ ref: string }> {
  const account = await completed(() =>
    stripe.v2.core.accounts.create(
      {
        contact_email: input.email,
        dashboard: 'express',
        identity: { country: input.country },
        configuration: configurations[onboarding],
        // The default currency of the country; Stripe converts transfers to it.
        defaults: {
          responsibilities: { fees_collector: 'application', losses_collector: 'application' },
        },
        metadata: ourMetadata(input.id),
        include: ['configuration.recipient', 'requirements'],
      },
      idempotencyKey('account', input),
    ),
  )
  return { ref: account.id }
}

export async function createOnboardingLink(stripe: Stripe, input: OnboardingInput): Promise<HostedSession> {
  // Manual payouts: with a schedule, the same money would leave twice.
  await completed(() =>
    stripe.balanceSettings.update(
      { payments: { payouts: { schedule: { interval: 'manual' } } } },
      { stripeAccount: input.accountRef, ...idempotencyKey('account-schedule', input) },
    ),
  )
  const link = await completed(() =>
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
    stripe.v2.core.accounts.retrieve(ref, {
      include: ['configuration.recipient', 'configuration.merchant', 'requirements'],
    }),
  )
  return account === undefined ? undefined : accountSnapshot(account)
}
