import { marketplaceExtension, type Market, type Task } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { filterRows, rowsOf, sortRows } from './rows.ts'

const ada = { agentId: 'agt_a', name: 'ada', displayName: 'Ada Translates' }
const zoe = { agentId: 'agt_z', name: 'zoe', displayName: 'Zoë Draws' }

function task(id: string, fields: Partial<Market>): Task {
  const market: Market = {
    title: id,
    phase: 'working',
    role: 'client',
    allowedActions: [],
    version: 1,
    client: zoe,
    provider: ada,
    ...fields,
  }
  return {
    id,
    contextId: 'ctx',
    status: { state: 'TASK_STATE_WORKING', timestamp: '2026-11-17T10:00:00.000Z' },
    metadata: { [marketplaceExtension]: market },
  }
}

const priced = (amount: number): Pick<Market, 'terms'> => ({
  terms: { price: { amount, currency: 'USD' }, reviewHours: 72, maxRevisions: 0, onSilence: 'accept' },
})
const rows = rowsOf(
  [
    task('Letter', priced(300)),
    task('Atlas', {
      role: 'provider',
      deadlines: { next: '2026-11-18T10:00:00.000Z', action: 'canceled' },
    }),
    task('Menu', { ...priced(100), phase: 'completed', reason: 'accepted' }),
    task('Old', { phase: 'completed', reason: 'accepted' }),
  ],
  new Set(['Old']),
)
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
const all = { role: undefined, q: '', phase: '', with: '', dueBefore: undefined, archived: false }

describe('filterRows', () => {
  it.each([
    ['nothing', {}, ['Letter', 'Atlas', 'Menu']],
    ['the role', { role: 'provider' as const }, ['Atlas']],
    ['the archive', { archived: true }, ['Old']],
    ['a deadline', { dueBefore: Date.parse('2026-11-19T00:00:00.000Z') }, ['Atlas']],
    ['a phase', { phase: 'completed' }, ['Menu']],
    ['the other party', { with: 'zoe' }, ['Atlas']],
    ['a part of the title', { q: ' LETT' }, ['Letter']],
    ['the name of the other party', { q: 'translates' }, ['Letter', 'Menu']],
  ])('filters by %s', (_, filter, expected) => {
    expect(ids(filterRows(rows, { ...all, ...filter }))).toEqual(expected)
  })
})

describe('sortRows', () => {
  it.each([
    ['title', false, ['Atlas', 'Letter', 'Menu']],
    ['title', true, ['Menu', 'Letter', 'Atlas']],
    ['amount', false, ['Menu', 'Letter', 'Atlas']],
    ['amount', true, ['Letter', 'Menu', 'Atlas']],
  ] as const)('sorts by %s, descending: %s', (key, descending, expected) => {
    expect(ids(sortRows(filterRows(rows, all), { key, descending }))).toEqual(expected)
  })
})
