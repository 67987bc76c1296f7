import { describe, expect, it } from 'vitest'
import { coverOf, planHolds, searchOf, type SettledTaskEarnings } from './rules.ts'

const paid = (place: number, fields: Partial<SettledTaskEarnings> = {}): SettledTaskEarnings => ({
  taskId: `task_${place}`,
  providerId: 'agt_one',
  amount: 100n,
  balance: 1000n,
  later: 0n,
  held: 0n,
  ...fields,
})

describe('searchOf', () => {
  it.each([
    ['1,250.50', 'USD', 125_050],
    ['$12', 'USD', 1200],
    ['€12', 'USD', undefined],
    ['12,50', 'USD', undefined],
    [' letter ', 'USD', undefined],
    ['500', 'JPY', 500],
  ])('reads %j in %s as the amount %s', (q, currency, amount) => {
    expect(searchOf(q, currency)).toEqual({ text: q.trim(), amount })
  })
})

describe('planHolds', () => {
  it.each<[string, SettledTaskEarnings[], bigint, Record<string, bigint>]>([
    ['holds at most the amount at risk', [paid(1)], 30n, { task_1: 30n }],
    ['holds at most the paid amount', [paid(1)], 500n, { task_1: 100n }],
    ['holds the newest first', [paid(2), paid(1, { later: 100n })], 150n, { task_2: 100n, task_1: 50n }],
    ['excludes earnings that are already held', [paid(1, { held: 60n })], 500n, { task_1: 40n }],
    ['excludes earnings that were paid out', [paid(1, { balance: 20n })], 500n, { task_1: 20n }],
    ['excludes later earnings', [paid(1, { balance: 120n, later: 90n })], 500n, { task_1: 30n }],
    ['holds nothing if the earnings were spent', [paid(1, { balance: 80n, later: 90n })], 500n, {}],
    [
      'never exceeds the balance of a provider',
      [paid(2, { balance: 120n }), paid(1, { balance: 120n })],
      500n,
      { task_2: 100n, task_1: 20n },
    ],
    ['holds nothing if nothing is at risk', [paid(1)], 0n, {}],
  ])('%s', (_name, settled, atRisk, holds) => {
    const planned = planHolds(settled, atRisk).map(({ taskId, amount }) => [taskId, amount])
    expect(Object.fromEntries(planned)).toEqual(holds)
  })
})

describe('coverOf', () => {
  it.each<[bigint, bigint[]]>([
    [0n, [0n, 0n]],
    [70n, [70n, 0n]],
    [130n, [100n, 30n]],
    [900n, [100n, 50n]],
  ])('takes a debt of %s from the first holds', (debt, covers) => {
    const holds = [{ amount: 100n }, { amount: 50n }]
    expect(coverOf(holds, debt).map(({ cover }) => cover)).toEqual(covers)
  })
})
