import { phases, type Terms } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { after, day, hour, minute } from '../../lib/clock.ts'
import { timeouts, deliveryDays, dueAt, warnAt } from './timeouts.ts'

const now = new Date('2026-11-15T12:00:00Z')
const terms: Terms = { reviewHours: 48, maxRevisions: 2, onSilence: 'accept' }
const later = (milliseconds: number) => after(now, milliseconds)
const by = (milliseconds: number): Terms => ({ ...terms, deliverBy: later(milliseconds).toISOString() })

describe('dueAt', () => {
  it.each([
    ['applied', 30 * day],
    ['delivered', 48 * hour],
    ['disputed', 14 * day],
  ] as const)('gives %s its own time, whatever day was agreed on', (phase, lasts) => {
    expect(dueAt(phase, terms, now, 0)).toEqual(later(lasts))
    expect(dueAt(phase, by(hour), now, 1)).toEqual(later(lasts))
  })

  it('gives a request a week, but not beyond the day for which the work was wanted', () => {
    expect(dueAt('requested', terms, now, 0)).toEqual(later(7 * day))
    expect(dueAt('requested', by(30 * day), now, 0)).toEqual(later(7 * day))
    expect(dueAt('requested', by(2 * day), now, 0)).toEqual(later(2 * day))
  })

  it.each(['completed', 'canceled', 'rejected', 'failed'] as const)('gives %s none', (phase) => {
    expect(dueAt(phase, by(day), now, 0)).toBeUndefined()
  })

  const underWay = phases.filter((phase) => timeouts[phase] === 'deliverBy')

  it('treats work and questions about it alike', () => {
    expect(underWay).toEqual(['working', 'input_required', 'auth_required'])
  })

  it.each<[string, Terms, number, number]>([
    ['no day was agreed on', terms, 0, deliveryDays * day],
    ['a day was agreed on', by(3 * day), 0, 3 * day],
    ['the day has passed before the work started', by(-day), 0, -day],
    ['changes are asked for and no day was agreed on', terms, 1, deliveryDays * day],
    ['changes are asked for long before the day', by(3 * day), 1, 3 * day],
    ['changes are asked for just before the day', by(hour), 1, 48 * hour],
    ['changes are asked for after the day', by(-3 * day), 1, 48 * hour],
    ['changes are asked for again after the day', by(-9 * day), 2, 48 * hour],
  ])('ends work on time when %s', (_name, agreed, revisions, lasts) => {
    for (const phase of underWay) expect(dueAt(phase, agreed, now, revisions)).toEqual(later(lasts))
  })
})

describe('warnAt', () => {
  it.each([
    ['a day before, when there is much time', 30 * day, 29 * day],
    ['a day before, when ten days are left', 10 * day, 9 * day],
    ['with a tenth left, when there is less', 5 * day, 4.5 * day],
    ['with a tenth left of an hour', hour, 54 * minute],
  ])('warns %s', (_name, lasts, warned) => {
    expect(warnAt(now, later(lasts))).toEqual(later(warned))
  })
})
