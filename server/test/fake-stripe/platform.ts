import type { Stripe } from 'stripe'
import { stripeApiVersion } from '../../src/money/processor/stripe/client.ts'
import { destinations } from '../../src/money/processor/stripe/destinations.ts'
import { FakeError } from './errors.ts'

/** What Stripe knows of the platform itself; tests change it. */
export interface Platform {
  /** Whether Stripe has approved transfers without card payments. */
  mayTransferOnly: boolean
  hasConnect: boolean
  readonly account: Stripe.Account
  destinations: Stripe.V2.Core.EventDestination[]
}

export function newPlatform(): Platform {
  return {
    mayTransferOnly: false,
    hasConnect: true,
    account: {
      id: 'acct_1FakePlatform',
      object: 'account',
      charges_enabled: true,
      country: 'US',
      default_currency: 'usd',
      details_submitted: true,
      email: 'operator@example.com',
      payouts_enabled: true,
      type: 'standard',
    },
    destinations: [],
  }
}

/** Every destination that Souk needs, as a careful operator makes them. */
export function allDestinations(origin: string): Stripe.V2.Core.EventDestination[] {
  return destinations.map(({ name, path, from, payload, events }, index) => ({
    id: `ed_${index}`,
    object: 'v2.core.event_destination',
    created: '2026-11-15T12:00:00.000Z',
    description: '',
    enabled_events: [...events],
    event_payload: payload,
    events_from: [from],
    livemode: false,
    name,
    ...(payload === 'snapshot' ? { snapshot_api_version: stripeApiVersion } : {}),
    status: 'enabled',
    type: 'webhook_endpoint',
    updated: '2026-11-15T12:00:00.000Z',
    webhook_endpoint: { url: `${origin}${path}` },
  }))
}

/** A list of v2 on one page. */
export function listOf(data: readonly object[]): object {
  return { data, next_page_url: null, previous_page_url: null }
}

export function requireConnect({ hasConnect }: Platform): void {
  if (hasConnect) return
  throw new FakeError(400, { type: 'invalid_request_error', message: 'You have not signed up for Connect.' })
}
