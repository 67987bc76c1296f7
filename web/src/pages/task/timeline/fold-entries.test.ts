import { describe, expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import { foldEntries } from './fold-entries.ts'

const at = (minute: number) => `2026-11-16T10:${String(minute).padStart(2, '0')}:00.000Z`

function event(minute: number, by: 'client' | 'provider' = 'provider'): Entry {
  const change = {
    seq: minute,
    at: at(minute),
    action: 'message',
    by,
    phase: 'working',
    revision: 0,
  } as const
  return { key: String(minute), at: at(minute), kind: 'event', change }
}

const delivery = (minute: number): Entry => ({
  key: String(minute),
  at: at(minute),
  kind: 'delivery',
  number: 1,
  message: undefined,
  artifacts: [],
  previous: undefined,
})

const entries = Array.from({ length: 12 }, (_, minute) => event(minute))
const minutesOf = (list: readonly Entry[]) => list.map(({ key }) => Number(key))

describe('foldEntries', () => {
  it('shows everything at the first visit', () => {
    const { earlier, shown, firstNew } = foldEntries(entries, {
      seenUpTo: undefined,
      role: 'client',
      hasBrief: true,
    })
    expect([earlier.length, shown.length, firstNew]).toEqual([0, 12, undefined])
  })

  it('folds what was seen before the first new entry', () => {
    const { earlier, firstNew } = foldEntries(entries, { seenUpTo: at(5), role: 'client', hasBrief: true })
    expect(minutesOf(earlier)).toEqual([0, 1, 2, 3, 4, 5])
    expect(firstNew?.key).toBe('6')
  })

  it('keeps the last four entries when nothing is new', () => {
    const { shown, firstNew } = foldEntries(entries, { seenUpTo: at(11), role: 'client', hasBrief: true })
    expect(minutesOf(shown)).toEqual([8, 9, 10, 11])
    expect(firstNew).toBeUndefined()
  })

  it('keeps the last delivery', () => {
    const delivered = entries.with(5, delivery(5))
    expect(
      minutesOf(foldEntries(delivered, { seenUpTo: at(11), role: 'client', hasBrief: true }).shown)[0],
    ).toBe(5)
  })

  it('does not call entries of the viewer new', () => {
    const own = [...entries, event(12, 'client'), event(13)]
    expect(foldEntries(own, { seenUpTo: at(11), role: 'client', hasBrief: true }).firstNew?.key).toBe('13')
  })

  it('does not fold a short timeline', () => {
    expect(
      foldEntries(entries.slice(0, 7), { seenUpTo: at(7), role: 'client', hasBrief: true }).earlier,
    ).toEqual([])
  })

  it('keeps the first entry in place of a brief', () => {
    const view = { seenUpTo: at(11), role: 'client', hasBrief: false } as const
    const { brief, earlier, shown } = foldEntries(entries, view)
    expect([brief, earlier, shown].map(minutesOf)).toEqual([[0], [1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11]])
    const short = foldEntries(entries.slice(0, 8), view)
    expect([short.brief.length, short.earlier.length, short.shown.length]).toEqual([0, 0, 8])
  })
})
