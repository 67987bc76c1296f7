import type { Stripe } from 'stripe'
import { bookOfKey, ConfigError } from '../../../config.ts'
import { second } from '../../../lib/clock.ts'
import { version } from '../../../lib/version.ts'

/** Every shape in this folder is written for it; a test fails when the package moves on. */
export const stripeApiVersion = '2026-10-28.endive'

export interface StripeClientOptions {
  readonly key: string
  /** A server on this machine that imitates Stripe. */
  readonly imitation?: { readonly host: string; readonly port: number }
  readonly maxNetworkRetries?: number
}

/** The package is loaded by those who use it: it takes 20 MB, and a tenth of a second. */
export async function createStripeClient({
  key,
  imitation,
  maxNetworkRetries = 2,
}: StripeClientOptions): Promise<Stripe> {
  if (imitation !== undefined && !['127.0.0.1', '::1', 'localhost'].includes(imitation.host)) {
    throw new ConfigError('The imitation of Stripe must run on this machine.')
  }
  const { Stripe: Client } = await import('stripe')
  return new Client(key, {
    apiVersion: stripeApiVersion,
    maxNetworkRetries,
    timeout: 20 * second,
    telemetry: false,
    appInfo: { name: 'souk', version },
    ...(imitation === undefined ? {} : { ...imitation, protocol: 'http' }),
  })
}

/** Real money needs a database that survives a power cut and an operator who means it. */
export function requireSafeKey({
  key,
  embedded,
  production,
}: {
  key: string
  embedded: boolean
  production: boolean
}): void {
  if (!/^(sk|rk)_(live|test)_\w+$/.test(key)) {
    throw new ConfigError('The Stripe key must begin with rk_live_, rk_test_, sk_live_ or sk_test_.')
  }
  if (bookOfKey(key) !== 'live') return
  if (!production) throw new ConfigError('A live Stripe key works only with NODE_ENV=production.')
  if (embedded) {
    throw new ConfigError(
      'A live Stripe key needs a PostgreSQL of its own: set DATABASE_URL, or use a test key.',
    )
  }
}
