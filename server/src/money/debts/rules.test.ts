import { describe, expect, it } from 'vitest'
import { after, day, hour, minute } from '../../lib/clock.ts'
import { faultOfPlan, graceMs, nextStep, planMaxMs } from './rules.ts'

const now = new Date('2026-11-15T12:00:00Z')
const at = (ms: number) => after(now, ms)

describe('nextStep', () => {
  const due = (ms: number, amount = 500n) => ({ amount, due_at: at(ms) })
  it.each([
    ['a repaid debt', due(0), 900n, 0n, { step: 'complete' }],
    ['no installment left', undefined, 900n, 100n, { step: 'complete' }],
    ['an installment of tomorrow', due(day), 900n, 800n, { step: 'wait', until: at(day) }],
    ['a covered installment', due(0), 500n, 800n, { step: 'take', amount: 500n }],
    ['a debt below the installment', due(0), 300n, 300n, { step: 'take', amount: 300n }],
    ['a short balance', due(0), 499n, 800n, { step: 'wait', until: at(hour) }],
    ['the last hour of grace', due(minute - graceMs), 499n, 800n, { step: 'wait', until: at(minute) }],
    ['the end of grace', due(-graceMs), 499n, 800n, { step: 'miss' }],
    ['late money within the grace', due(-graceMs), 500n, 800n, { step: 'take', amount: 500n }],
  ] as const)('of %s', (_name, installment, available, owed, expected) => {
    expect(nextStep({ installment, available, owed, now })).toEqual(expected)
  })
})

describe('faultOfPlan', () => {
  const part = (amount: number, ms: number) => ({ amount, dueAt: at(ms).toISOString() })
  it.each([
    [[part(300, day), part(200, 2 * day)], undefined],
    [[part(500, 0)], 'future'],
    [[part(300, 2 * day), part(200, 2 * day)], 'each after'],
    [[part(499, day)], 'add up'],
    [[part(501, day)], 'add up'],
    [[part(500, planMaxMs + 1)], 'three years'],
  ] as const)('for installments %j is %s', (installments, expected) => {
    const fault = faultOfPlan({ installments, owed: 500n, now })
    if (expected === undefined) expect(fault).toBeUndefined()
    else expect(fault).toContain(expected)
  })
})
