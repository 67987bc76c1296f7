import { phases, type Terms } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { after, day, hour } from '../../lib/clock.ts'
import { timeouts, deliveryDays, dueAt } from './timeouts.ts'

const now = new Date('2026-11-15T12:00:00Z')
const terms: Terms = { reviewHours: 48, maxRevisions: 2, onSilence: 'accept' }
const later = (milliseconds: number) => after(now, milliseconds)
const by = (milliseconds: number): Terms => ({ ...terms, deliverBy: later(milliseconds).toISOString() })

describe('dueAt', () => {
  it.each([
    ['applied', 30 * day],
    ['delivered', 48 * hour],
    ['disputed', 14 * day],
  ] as const)('returns a fixed timeout for %s, independent of the delivery date', (phase, lasts) => {
    expect(dueAt(phase, terms, now, 0)).toEqual(later(lasts))
    expect(dueAt(phase, by(hour), now, 1)).toEqual(later(lasts))
  })

  it('ends a dispute after the days of its terms', () => {
    expect(dueAt('disputed', { ...terms, disputeDays: 5 }, now, 0)).toEqual(later(5 * day))
  })

  it('gives a request a week, or until its delivery date', () => {
    expect(dueAt('requested', terms, now, 0)).toEqual(later(7 * day))
    expect(dueAt('requested', by(30 * day), now, 0)).toEqual(later(7 * day))
    expect(dueAt('requested', by(2 * day), now, 0)).toEqual(later(2 * day))
  })

  it.each(['completed', 'canceled', 'rejected', 'failed'] as const)('is undefined for %s', (phase) => {
    expect(dueAt(phase, by(day), now, 0)).toBeUndefined()
  })

  const inProgress = phases.filter((phase) => timeouts[phase] === 'deliverBy')

  it('applies the delivery date to work and to questions', () => {
    expect(inProgress).toEqual(['working', 'input_required', 'auth_required'])
  })

  it.each<[string, Terms, number, number]>([
    ['without a delivery date', terms, 0, deliveryDays * day],
    ['with a delivery date', by(3 * day), 0, 3 * day],
    ['with a delivery date before the start', by(-day), 0, -day],
    ['of a revision without a delivery date', terms, 1, deliveryDays * day],
    ['of a revision long before the delivery date', by(3 * day), 1, 3 * day],
    ['of a revision just before the delivery date', by(hour), 1, 48 * hour],
    ['of a revision after the delivery date', by(-3 * day), 1, 48 * hour],
    ['of a second revision after the delivery date', by(-9 * day), 2, 48 * hour],
  ])('computes the deadline %s', (_name, agreed, revisions, lasts) => {
    for (const phase of inProgress) expect(dueAt(phase, agreed, now, revisions)).toEqual(later(lasts))
  })
})
