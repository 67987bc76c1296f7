import { Stripe } from 'stripe'
import { stripeApiVersion } from '../../src/money/processor/stripe/client.ts'
import { fakeId, seconds, type State } from './state.ts'

/** A whole event about a v1 object; inside a connected account it names that account. */
export function emit(state: State, type: string, object: object, account?: string): void {
  const id = fakeId('evt')
  const body: Omit<Stripe.EventBase, 'type' | 'data'> & { type: string; data: { object: object } } = {
    id,
    object: 'event',
    api_version: stripeApiVersion,
    created: seconds(state),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    data: { object: structuredClone(object) },
    ...(account === undefined ? {} : { account }),
  }
  state.events.push({ id, type, body })
}

/** A thin event about a v2 account. */
export function emitThin(state: State, type: string, accountId: string): void {
  const id = fakeId('evt')
  const body: Stripe.V2.Core.EventBase & { related_object: Stripe.V2.Core.Events.RelatedObject } = {
    id,
    object: 'v2.core.event',
    created: state.clock.now().toISOString(),
    livemode: false,
    type,
    related_object: { id: accountId, type: 'v2.core.account', url: `/v2/core/accounts/${accountId}` },
  }
  state.events.push({ id, type, body })
}

export interface FakeDelivery {
  readonly rawBody: Buffer
  readonly headers: Record<string, string>
}

export function sign(body: object, { secret, at }: { secret: string; at: Date }): FakeDelivery {
  const payload = JSON.stringify(body)
  const timestamp = Math.floor(at.getTime() / 1000)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { rawBody: Buffer.from(payload), headers: { 'stripe-signature': signature } }
}
