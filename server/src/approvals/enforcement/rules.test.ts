import type { GateBudget, GateRule, GateSettings } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { defaultGate } from '../gate/rules.ts'
import { explainVerdict } from './explain.ts'
import { fingerprint } from './fingerprint.ts'
import { evaluate, periodsOf, spentAmount, type SpentByWindow, type GatedCall } from './rules.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const dollars = (amount: bigint) => ({ amount, currency: 'USD' })
const euros = (amount: bigint) => ({ amount, currency: 'EUR' })
const award = (changes: Partial<GatedCall> = {}): GatedCall => ({ action: 'award', ...changes })
const grace = ['agt_grace', 'grace']

const requireApproval: GateRule = { effect: 'requireApproval' }
const askAbove50: GateRule = { effect: 'requireApproval', above: usd(50) }
const deny: GateRule = { effect: 'deny' }
const denyAbove50: GateRule = { effect: 'deny', above: usd(50) }
const perDay: GateBudget = { window: 'day', max: usd(100) }
const perMonth: GateBudget = { window: 'month', max: usd(300) }
const perTask: GateBudget = { window: 'task', max: usd(10) }
const none: SpentByWindow = { day: 0n, month: 0n }

type Row = [
  title: string,
  gate: Partial<GateSettings>,
  call: GatedCall,
  spent: SpentByWindow,
  expected: string,
]

describe('evaluate', () => {
  it.each<Row>([
    ['a gate without rules', {}, award({ amount: dollars(900n), counterparty: grace }), none, 'allow'],
    ['a gate that is off', { mode: 'off', rules: { award: deny }, blocklist: ['grace'] }, award(), none, 'allow'],
    ['the kill switch', { killSwitch: true }, award(), none, 'deny killSwitch'],
    ['the kill switch of a gate that is off', { mode: 'off', killSwitch: true }, award(), none, 'deny killSwitch'],
    ['a blocked handle', { blocklist: ['grace'] }, award({ counterparty: grace }), none, 'deny blocklist'],
    ['a blocked id', { blocklist: ['agt_grace'] }, award({ counterparty: grace }), none, 'deny blocklist'],
    ['another agent blocked', { blocklist: ['ada'] }, award({ counterparty: grace }), none, 'allow'],
    ['an allowed handle', { allowlist: ['ada', 'grace'] }, award({ counterparty: grace }), none, 'allow'],
    ['an allowed id', { allowlist: ['agt_grace'] }, award({ counterparty: grace }), none, 'allow'],
    ['a counterparty outside the allowlist', { allowlist: ['ada'] }, award({ counterparty: grace }), none, 'deny allowlist'],
    ['lists without a counterparty', { allowlist: ['ada'], blocklist: ['grace'] }, award(), none, 'allow'],
    ['one of several blocked', { blocklist: ['ada'] }, award({ counterparty: grace, others: [grace, ['agt_ada', 'ada']] }), none, 'deny blocklist'],
    ['one of several not allowed', { allowlist: ['grace'] }, award({ counterparty: grace, others: [['agt_ada', 'ada']] }), none, 'deny allowlist'],
    ['several, all allowed', { allowlist: ['grace', 'agt_ada'] }, award({ counterparty: grace, others: [['agt_ada', 'ada']] }), none, 'allow'],
    ['a blocked agent and a rule that requires approval', { blocklist: ['grace'], rules: { award: requireApproval } }, award({ counterparty: grace }), none, 'deny blocklist'],
    ['allow', { rules: { award: { effect: 'allow' } } }, award(), none, 'allow'],
    ['deny', { rules: { award: deny } }, award(), none, 'deny rule:award'],
    ['requireApproval', { rules: { award: requireApproval } }, award(), none, 'requireApproval rule:award'],
    ['the rule of another action', { rules: { payout: deny } }, award(), none, 'allow'],
    ['as much as the limit', { rules: { award: askAbove50 } }, award({ amount: dollars(50n) }), none, 'allow'],
    ['more than the limit', { rules: { award: askAbove50 } }, award({ amount: dollars(51n) }), none, 'requireApproval rule:award'],
    ['a denied amount', { rules: { award: denyAbove50 } }, award({ amount: dollars(51n) }), none, 'deny rule:award'],
    ['another currency', { rules: { award: askAbove50 } }, award({ amount: euros(1n) }), none, 'requireApproval rule:award'],
    ['an amount of 0 in another currency', { rules: { award: askAbove50 } }, award({ amount: euros(0n) }), none, 'allow'],
    ['no amount', { rules: { award: denyAbove50 } }, award(), none, 'allow'],
    ['the last of a budget', { budgets: [perDay] }, award({ amount: dollars(1n) }), { day: 99n, month: 99n }, 'allow'],
    ['more than a budget', { budgets: [perDay] }, award({ amount: dollars(2n) }), { day: 99n, month: 99n }, 'requireApproval budget:day'],
    ['a budget that is used up and nothing to pay', { budgets: [perDay] }, award(), { day: 100n, month: 100n }, 'allow'],
    ['a monthly budget', { budgets: [perDay, perMonth] }, award({ amount: dollars(1n) }), { day: 0n, month: 300n }, 'requireApproval budget:month'],
    ['a currency without a budget', { budgets: [perDay] }, award({ amount: euros(1n) }), none, 'requireApproval budget:day'],
    ['a budget per task', { budgets: [perTask] }, award({ amount: dollars(9n) }), { ...none, task: 2n }, 'requireApproval budget:task'],
    ['no task', { budgets: [perTask] }, award({ amount: dollars(90n) }), none, 'allow'],
    ['funding', { budgets: [perDay] }, { action: 'fund', amount: dollars(101n) }, none, 'requireApproval budget:day'],
    ['a payout', { budgets: [perDay] }, { action: 'payout', amount: dollars(101n) }, none, 'allow'],
    ['accepting', { budgets: [perDay] }, { action: 'accept', amount: dollars(101n) }, none, 'allow'],
    ['a rule before a budget', { rules: { award: requireApproval }, budgets: [perDay] }, award({ amount: dollars(101n) }), none, 'requireApproval rule:award'],
    ['the largest amounts', { budgets: [{ window: 'day', max: usd(Number.MAX_SAFE_INTEGER) }] }, award({ amount: dollars(1n) }), { day: BigInt(Number.MAX_SAFE_INTEGER) }, 'requireApproval budget:day'],
  ])('%s', (_title, changes, call, spent, expected) => {
    const gate: GateSettings = { ...defaultGate, mode: 'enforce', ...changes }
    const verdict = evaluate(gate, call, spent)
    expect(verdict.verdict === 'allow' ? 'allow' : `${verdict.verdict} ${verdict.rule}`).toBe(expected)
    expect(explainVerdict(gate, call, verdict)).toMatch(/^[A-Z].{10,}\.$/)
  }) // prettier-ignore

  it('explains a rule by its limit', () => {
    const gate: GateSettings = { ...defaultGate, mode: 'enforce', rules: { award: askAbove50 } }
    const call = award({ amount: dollars(51n) })
    expect(explainVerdict(gate, call, evaluate(gate, call, none))).toBe(
      'The gate requires an approval for "award" above USD 0.50.',
    )
  })
})

describe('the daily limit of an app', () => {
  it.each<[string, Partial<GateSettings>, GatedCall, SpentByWindow, string]>([
    ['the last of it', {}, award({ amount: dollars(1n) }), { app: 99n }, 'allow'],
    ['more', {}, award({ amount: dollars(2n) }), { app: 99n }, 'requireApproval budget:app'],
    [
      'more with the gate off',
      { mode: 'off' },
      award({ amount: dollars(101n) }),
      {},
      'requireApproval budget:app',
    ],
    ['another currency', { mode: 'off' }, award({ amount: euros(1n) }), {}, 'requireApproval budget:app'],
    ['a free request', { mode: 'off' }, award(), { app: 200n }, 'allow'],
    ['an action that spends nothing', {}, { action: 'accept', amount: dollars(500n) }, {}, 'allow'],
    ['a denial first', { rules: { award: deny } }, award({ amount: dollars(500n) }), {}, 'deny rule:award'],
  ])('applies to %s', (_title, gate, call, spent, expected) => {
    const verdict = evaluate({ ...defaultGate, mode: 'enforce', ...gate }, call, spent, dollars(100n))
    expect(verdict.verdict === 'allow' ? 'allow' : `${verdict.verdict} ${verdict.rule}`).toBe(expected)
  })
})

describe('spentAmount', () => {
  it.each<[GatedCall, bigint | undefined]>([
    [award({ amount: dollars(5n) }), 5n],
    [{ action: 'fund', amount: dollars(5n) }, 5n],
    [award({ amount: dollars(0n) }), undefined],
    [award(), undefined],
    [{ action: 'payout', amount: dollars(5n) }, undefined],
    [{ action: 'listing.create', amount: dollars(5n) }, undefined],
  ])('of $action', (call, expected) => {
    expect(spentAmount(call)?.amount).toBe(expected)
  })
})

describe('periodsOf', () => {
  it('uses calendar days and months in UTC', () => {
    const late = new Date('2026-12-31T23:59:59.999Z')
    expect(periodsOf(late, 'task_1')).toEqual({
      day: 'day:2026-12-31',
      month: 'month:2026-12',
      task: 'task:task_1',
    })
    expect(periodsOf(new Date(late.getTime() + 1), undefined)).toEqual({
      day: 'day:2027-01-01',
      month: 'month:2027-01',
    })
  })
})

describe('fingerprint', () => {
  const input = { id: 'a', price: { amount: 1, currency: 'USD' }, tags: ['x', 'y'] }
  it.each<[string, string, object, boolean]>([
    [
      'another order of fields',
      'award',
      { tags: ['x', 'y'], price: { currency: 'USD', amount: 1 }, id: 'a' },
      true,
    ],
    ['another operation', 'accept', input, false],
    ['another amount', 'award', { ...input, price: { amount: 2, currency: 'USD' } }, false],
    ['another order of items', 'award', { ...input, tags: ['y', 'x'] }, false],
    ['another field', 'award', { ...input, note: '' }, false],
    ['a number as text', 'award', { ...input, price: { amount: '1', currency: 'USD' } }, false],
  ])('with %s', (_title, operation, other, same) => {
    expect(fingerprint(operation, other).equals(fingerprint('award', input))).toBe(same)
  })
})
