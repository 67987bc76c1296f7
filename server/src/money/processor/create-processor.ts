import type { Config } from '../../config/config.ts'
import type { Store } from '../../db/transact.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Vault } from '../../lib/secrets.ts'
import type { PaymentProcessor } from './processor.ts'
import { createSandboxProcessor } from './sandbox/processor.ts'
import { createStripeClient, requireSafeKey } from './stripe/client.ts'
import { createStripeProcessor } from './stripe/processor.ts'

interface Parts {
  readonly config: Config
  readonly store: Store
  readonly vault: Vault
  readonly clock: Clock
}

/** Stripe if a key is configured, otherwise the sandbox. */
export async function createProcessor({ config, store, vault, clock }: Parts): Promise<PaymentProcessor> {
  const {
    stripeKey: key,
    production,
    databaseUrl,
    stripeWebhookSecrets: webhookSecrets,
    stripeOnboarding: onboarding,
  } = config
  if (key === undefined) return createSandboxProcessor({ store, vault, clock })
  requireSafeKey({ key, production, embedded: databaseUrl === undefined })
  const stripe = await createStripeClient({ key })
  return createStripeProcessor({ stripe, key, book: config.settings.book, webhookSecrets, onboarding, clock })
}
