import type { Terms } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { after, hour } from '../../lib/clock.ts'
import { extendReview, pauseReview, resumeReview } from './review-clock.ts'

const delivered = new Date('2026-11-15T12:00:00Z')
const at = (hours: number) => after(delivered, hours * hour)
const terms: Terms = { reviewHours: 10, maxRevisions: 2, onSilence: 'accept' }
const running = { terms, delivered_at: delivered, due_at: at(10), warn_at: at(9), asked_at: null, review_due_at: null } // prettier-ignore
const hours = (time: Date | null) => ((time?.getTime() ?? 0) - delivered.getTime()) / hour

/** Alternates questions and answers at these hours after the delivery; returns the deadline after each. */
function deadlines(...moments: readonly number[]): number[] {
  let review: Parameters<typeof pauseReview>[1] = running
  return moments.map((moment, index) => {
    const clock = (index % 2 === 0 ? pauseReview : resumeReview)(at(moment), review)
    review = { ...review, ...clock }
    return hours(review.due_at)
  })
}

describe('a question about a delivery', () => {
  it.each([
    ['gives the provider one review period to answer', [4], [14]],
    ['continues with the remaining time', [4, 7], [14, 13]],
    ['pauses again for what is left of the pause', [4, 7, 8, 9], [14, 13, 15, 14]],
    ['never leaves less time than the review had', [1, 10, 11, 19], [11, 19, 19, 20]],
    ['does not extend a deadline that has passed', [11], [10]],
  ])('%s', (_rule, moments, expected) => {
    expect(deadlines(...moments)).toEqual(expected)
  })

  it('keeps the deadline if the delivery has no pause left', () => {
    const late = { ...running, due_at: at(20) }
    expect(pauseReview(at(19), late)).toMatchObject({ asked_at: at(19), due_at: at(20) })
  })

  it('cannot postpone the end of a review beyond two periods, whatever the moments', () => {
    const random = seededRandom(7)
    for (let run = 0; run < 500; run++) {
      let now = 0
      let due = 10
      const moments: number[] = []
      while (moments.length < 40) {
        now += random.pick([0, 0.001, 0.5, 3, due - now - 0.001])
        if (now >= due) break
        moments.push(now)
        const next = deadlines(...moments).at(-1) ?? 0
        const isQuestion = moments.length % 2 === 1
        expect(next, moments.join(' ')).toBeLessThanOrEqual(20.000_001)
        if (isQuestion) expect(next, moments.join(' ')).toBeGreaterThanOrEqual(due)
        due = next
      }
    }
  })
})

describe('a scan of the delivered files', () => {
  it.each([
    ['leaves the deadline if it was quick', running, 0.05, undefined],
    ['extends the review by its time', running, 4, { due_at: at(14), warn_at: after(at(14), -hour) }],
    ['extends it to two periods at most', running, 12, { due_at: at(20) }],
    ['leaves a review without time left', { ...running, due_at: at(20) }, 12, undefined],
    [
      'also extends what is left after an open question',
      { ...running, due_at: at(14), asked_at: at(4), review_due_at: at(10) },
      5,
      { due_at: at(19), review_due_at: at(15), asked_at: at(4) },
    ],
    ['leaves a task without a deadline', { ...running, due_at: null }, 12, undefined],
  ])('%s', (_rule, review, moment, expected) => {
    const clock = extendReview(at(moment), review)
    if (expected === undefined) expect(clock).toBeUndefined()
    else expect(clock).toMatchObject(expected)
  })
})
