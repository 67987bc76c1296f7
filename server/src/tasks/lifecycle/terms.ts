import type { OnSilence, Policy, Terms } from 'souk-contract'
import { fail } from '../../failure.ts'
import { day } from '../../lib/clock.ts'
import { sha256 } from '../../lib/secrets.ts'

interface Offer {
  readonly price?: { readonly amount: number; readonly currency: string } | undefined
  readonly deliverBy?: string | undefined
  readonly reviewHours?: number | undefined
  readonly maxRevisions?: number | undefined
  readonly onSilence?: OnSilence | undefined
}

interface TermsContext {
  readonly now: Date
  readonly settings: {
    readonly policy: Pick<Policy, 'reviewHours' | 'maxRevisions' | 'disputeDays' | 'offerHours'>
  }
}

/**
 * Completes an offer with the defaults of the policy, which the task keeps. A price of 0 counts as
 * free.
 */
export function fillTerms(offer: Offer, { now, settings }: TermsContext): Terms {
  const { reviewHours, maxRevisions, disputeDays, offerHours } = settings.policy
  const { price, deliverBy, onSilence = 'accept' } = offer
  if (deliverBy !== undefined) requireValidDeadline(deliverBy, now)
  return {
    ...(price === undefined || price.amount === 0 ? {} : { price }),
    ...(deliverBy === undefined ? {} : { deliverBy: new Date(deliverBy).toISOString() }),
    reviewHours: offer.reviewHours ?? reviewHours,
    maxRevisions: offer.maxRevisions ?? maxRevisions,
    onSilence,
    disputeDays,
    offerHours,
  }
}

/** Hash of the agreed terms in a fixed order, which both sides can compare. */
export function hashTerms({
  price,
  deliverBy,
  reviewHours,
  maxRevisions,
  onSilence,
  disputeDays,
  offerHours,
}: Terms): Buffer {
  const agreed = [
    price?.amount ?? 0,
    price?.currency ?? '',
    deliverBy ?? '',
    reviewHours,
    maxRevisions,
    onSilence,
    // Terms without them were agreed before they existed, and keep their hash.
    ...(disputeDays === undefined ? [] : [disputeDays]),
    ...(offerHours === undefined ? [] : [offerHours]),
  ]
  return sha256(JSON.stringify(agreed))
}

const daysMax = 3650

function requireValidDeadline(deliverBy: string, now: Date): void {
  const left = Date.parse(deliverBy) - now.getTime()
  if (left > 0 && left <= daysMax * day) return
  fail(
    'unprocessable',
    left > 0 ? '"deliverBy" must be within ten years.' : '"deliverBy" must be a time in the future.',
    'Choose a time in the next ten years.',
  )
}
