import { describe, expect, it } from 'vitest'
import { summarizeGate } from './gate-summary.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const open = { mode: 'enforce', killSwitch: false, rules: {}, budgets: [] } as const

describe('summarizeGate', () => {
  it.each([
    ['a gate that is off', { ...open, mode: 'off' }, /No approvals required/],
    ['an active kill switch', { ...open, killSwitch: true }, /can only read/],
    ['a gate without rules', open, /No rules yet/],
    [
      'a rule',
      { ...open, rules: { award: { effect: 'requireApproval' } } },
      /Keys need your approval to award tasks\./,
    ],
    [
      'a rule above an amount',
      { ...open, rules: { award: { effect: 'deny', above: usd(5000) } } },
      /Keys can’t award tasks above \$50\.00/,
    ],
    [
      'several rules in one sentence',
      {
        ...open,
        rules: {
          award: { effect: 'requireApproval', above: usd(5000) },
          deliver: { effect: 'requireApproval' },
          payout: { effect: 'deny' },
        },
      },
      /^Keys need your approval to award tasks above \$50\.00 and submit deliveries\. Keys can’t pay out earnings\. Everything/,
    ],
    [
      'several budgets in one sentence',
      {
        ...open,
        budgets: [
          { window: 'day', max: usd(10_000) },
          { window: 'month', max: usd(90_000) },
        ],
      },
      /Spending above \$100\.00 per day or \$900\.00 per month needs your approval/,
    ],
    [
      'a budget',
      { ...open, budgets: [{ window: 'day', max: usd(10_000) }] },
      /Spending above \$100\.00 per day needs your approval/,
    ],
  ] as const)('describes %s', (_name, { rules, budgets, ...gate }, summary) => {
    expect(summarizeGate({ ...gate, rules, budgets: [...budgets] }).join(' ')).toMatch(summary)
  })
})
