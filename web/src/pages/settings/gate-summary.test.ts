import { describe, expect, it } from 'vitest'
import { inWords } from './gate-summary.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const open = { mode: 'enforce', killSwitch: false, rules: {}, budgets: [] } as const

describe('inWords', () => {
  it.each([
    ['nobody watches', { ...open, mode: 'off' }, /Nobody watches/],
    ['everything stopped', { ...open, killSwitch: true }, /can only read/],
    ['no rules', open, /no rule yet/],
    [
      'a rule',
      { ...open, rules: { award: { effect: 'requireApproval' } } },
      /Before keys award work, you are asked/,
    ],
    [
      'a rule above an amount',
      { ...open, rules: { award: { effect: 'deny', above: usd(5000) } } },
      /never award work of more than USD 50\.00/,
    ],
    ['a budget', { ...open, budgets: [{ window: 'day', max: usd(10_000) }] }, /Above USD 100\.00 for a day/],
  ] as const)('says it for %s', (_name, { rules, budgets, ...gate }, words) => {
    expect(inWords({ ...gate, rules, budgets: [...budgets] }).join(' ')).toMatch(words)
  })
})
