import type { Stripe } from 'stripe'
import type { Clock } from '../../../lib/clock.ts'
import { UnverifiedEvent } from '../../processor-errors.ts'
import type { EventHeaders, EventSubject, VerifiedEvent } from '../processor.ts'
import { ourId, refOf } from './money.ts'
import { isStripeError } from './outcomes.ts'

/** Never 0, which would disable the timestamp check. */
const toleranceSeconds = 300

interface EventChecks {
  readonly stripe: Stripe
  /** One per endpoint, and two during a rotation. */
  readonly secrets: readonly string[]
  readonly clock: Clock
}

/** Accepts snapshot and thin events; only the type and object id are trusted. */
export function verifyEvents(checks: EventChecks, rawBody: Buffer, headers: EventHeaders): VerifiedEvent[] {
  const signature = headers['stripe-signature']
  if (typeof signature !== 'string') throw new UnverifiedEvent('Event has no signature.')
  for (const secret of checks.secrets) {
    try {
      return [readEvent(checks, rawBody, signature, secret)]
    } catch (error) {
      if (!isStripeError(error) || error.type !== 'StripeSignatureVerificationError') {
        throw new UnverifiedEvent('Event is not valid JSON.')
      }
    }
  }
  throw new UnverifiedEvent('Event signature is invalid or too old.')
}

function readEvent(
  { stripe, clock }: EventChecks,
  rawBody: Buffer,
  signature: string,
  secret: string,
): VerifiedEvent {
  const receivedAt = clock.now().getTime()
  if (isThin(rawBody)) {
    const event = stripe.parseEventNotification(
      rawBody,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      receivedAt,
    )
    return { eventId: event.id, type: event.type, about: thinEventObject(event), book: bookOf(event) }
  }
  const event = stripe.webhooks.constructEvent(
    rawBody,
    signature,
    secret,
    toleranceSeconds,
    undefined,
    receivedAt,
  )
  return { eventId: event.id, type: event.type, about: snapshotEventObject(event), book: bookOf(event) }
}

function isThin(rawBody: Buffer): boolean {
  return /"object":\s*"v2\.core\.event"/.test(rawBody.toString('utf8'))
}

function bookOf({ livemode }: { livemode: boolean }): 'live' | 'test' {
  return livemode ? 'live' : 'test'
}

type About = VerifiedEvent['about']

function about(
  kind: EventSubject,
  ref: string,
  more: { ourId?: string | undefined; under?: string | undefined } = {},
): About {
  return {
    kind,
    ref,
    ...(more.ourId === undefined ? {} : { ourId: more.ourId }),
    ...(more.under === undefined ? {} : { under: more.under }),
  }
}

function snapshotEventObject({ data: { object }, account }: Stripe.Event): About {
  if (object.object === 'checkout.session') {
    const kind = object.mode === 'setup' ? 'setup' : 'payment'
    return about(kind, object.id, { ourId: object.client_reference_id ?? undefined })
  }
  if (object.object === 'payment_intent')
    return about('payment', object.id, { ourId: ourId(object.metadata) })
  if (object.object === 'setup_intent') return about('setup', object.id, { ourId: ourId(object.metadata) })
  if (object.object === 'charge' || object.object === 'radar.early_fraud_warning') {
    return about('payment', refOf(object.payment_intent) ?? object.id)
  }
  if (object.object === 'payment_method') return about('method', object.id)
  if (object.object === 'dispute') return about('dispute', object.id)
  if (object.object === 'refund') {
    return about('refund', object.id, { ourId: ourId(object.metadata), under: refOf(object.payment_intent) })
  }
  if (object.object === 'transfer') {
    return about('transfer', object.id, { ourId: ourId(object.metadata), under: refOf(object.destination) })
  }
  if (object.object === 'payout' && account !== undefined) {
    return about('bankPayout', object.id, { ourId: ourId(object.metadata), under: account })
  }
  // Other events inside a payout account may change its bank, owner or capabilities.
  if (account !== undefined) return about('payoutAccount', account)
  if (object.object === 'account') return about('payoutAccount', object.id)
  return about('other', 'id' in object && object.id !== undefined ? object.id : object.object)
}

const thinKinds: Readonly<Record<string, EventSubject>> = {
  'v2.core.account': 'payoutAccount',
  account: 'payoutAccount',
  'checkout.session': 'payment',
  payment_intent: 'payment',
  setup_intent: 'setup',
  payment_method: 'method',
  dispute: 'dispute',
  refund: 'refund',
  transfer: 'transfer',
  payout: 'bankPayout',
}

function thinEventObject(event: Stripe.V2.Core.EventNotification): About {
  const related = 'related_object' in event ? event.related_object : null
  if (related === null || !('id' in related) || typeof related.id !== 'string')
    return about('other', event.id)
  const account = event.context?.toString()
  return about(thinKinds[related.type] ?? 'other', related.id, {
    under: account === '' ? undefined : account,
  })
}
