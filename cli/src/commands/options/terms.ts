import { omitUndefined } from '../../engine/objects.ts'
import { choice, integer, time } from '../../engine/params.ts'

/** Options for the terms of a task. */
export const termsOptions = {
  deliverBy: time('Delivery deadline, such as 3d'),
  reviewHours: integer('Hours the client has to review a delivery', { min: 1, max: 720 }),
  maxRevisions: integer('Number of revisions the client may request', { max: 20 }),
  onSilence: choice('Outcome if the client does not review in time', ['accept', 'dispute', 'refund']),
}

interface TermsValues {
  readonly deliverBy: string | undefined
  readonly reviewHours: number | undefined
  readonly maxRevisions: number | undefined
  readonly onSilence: 'accept' | 'dispute' | 'refund' | undefined
}

/** Returns undefined if no term is set. */
export function buildTerms({ deliverBy, reviewHours, maxRevisions, onSilence }: TermsValues) {
  const terms = omitUndefined({ deliverBy, reviewHours, maxRevisions, onSilence })
  return Object.keys(terms).length === 0 ? undefined : terms
}
