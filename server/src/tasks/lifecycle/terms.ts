import type { OnSilence, Terms } from 'souk-contract'
import { fail } from '../../failure.ts'
import { day } from '../../lib/clock.ts'
import { sha256 } from '../../lib/secrets.ts'

export interface Offer {
  readonly price?: { readonly amount: number; readonly currency: string } | undefined
  readonly deliverBy?: string | undefined
  readonly reviewHours?: number | undefined
  readonly maxRevisions?: number | undefined
  readonly onSilence?: OnSilence | undefined
}

/** An offer with everything that was left unsaid. A price of nothing is no price. */
export function fillTerms(offer: Offer, now: Date): Terms {
  const { price, deliverBy, reviewHours = 72, maxRevisions = 2, onSilence = 'accept' } = offer
  if (deliverBy !== undefined) requireSensibleDay(deliverBy, now)
  return {
    ...(price === undefined || price.amount === 0 ? {} : { price }),
    ...(deliverBy === undefined ? {} : { deliverBy: new Date(deliverBy).toISOString() }),
    reviewHours,
    maxRevisions,
    onSilence,
  }
}

/** What both sides can compare: the agreed terms in a fixed order, hashed. */
export function hashTerms({ price, deliverBy, reviewHours, maxRevisions, onSilence }: Terms): Buffer {
  const agreed = [
    price?.amount ?? 0,
    price?.currency ?? '',
    deliverBy ?? '',
    reviewHours,
    maxRevisions,
    onSilence,
  ]
  return sha256(JSON.stringify(agreed))
}

const daysMax = 3650

function requireSensibleDay(deliverBy: string, now: Date): void {
  const left = Date.parse(deliverBy) - now.getTime()
  if (left > 0 && left <= daysMax * day) return
  fail(
    'unprocessable',
    left > 0 ? '"deliverBy" is more than ten years away.' : '"deliverBy" has passed, or is no time.',
    'Choose a time in the future.',
  )
}
