import type { OnSilence, Terms } from 'souk-contract'
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

/** Completes an offer with defaults. A price of 0 counts as free. */
export function fillTerms(offer: Offer, now: Date): Terms {
  const { price, deliverBy, reviewHours = 72, maxRevisions = 2, onSilence = 'accept' } = offer
  if (deliverBy !== undefined) requireValidDeadline(deliverBy, now)
  return {
    ...(price === undefined || price.amount === 0 ? {} : { price }),
    ...(deliverBy === undefined ? {} : { deliverBy: new Date(deliverBy).toISOString() }),
    reviewHours,
    maxRevisions,
    onSilence,
  }
}

/** Hash of the agreed terms in a fixed order, which both sides can compare. */
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

function requireValidDeadline(deliverBy: string, now: Date): void {
  const left = Date.parse(deliverBy) - now.getTime()
  if (left > 0 && left <= daysMax * day) return
  fail(
    'unprocessable',
    left > 0 ? '"deliverBy" must be within ten years.' : '"deliverBy" must be a time in the future.',
    'Choose a time in the next ten years.',
  )
}
