import type { GateBudget, GateRule, GateSettings } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../failure.ts'
import { evaluate, type Amount } from '../enforcement/rules.ts'
import { defaultGate, loosens, requireConsistentGate } from './rules.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const eur = (amount: number) => ({ amount, currency: 'EUR' })
const gate = (changes: Partial<GateSettings>): GateSettings => ({
  ...defaultGate,
  mode: 'enforce',
  ...changes,
})

const awarding = (rule: GateRule | null) => gate({ rules: rule === null ? {} : { award: rule } })
const day = (max: GateBudget['max']): GateBudget => ({ window: 'day', max })
const month = (max: GateBudget['max']): GateBudget => ({ window: 'month', max })
const idOf = (reference: string) => (reference === 'ada' ? 'agt_1' : reference)

type Verdict = 'looser' | 'not looser'
const verdict = (reason: string | undefined): Verdict => (reason === undefined ? 'not looser' : 'looser')

describe('loosens: one rule', () => {
  const allow: GateRule = { effect: 'allow' }
  const requireApproval: GateRule = { effect: 'requireApproval' }
  const askAbove50: GateRule = { effect: 'requireApproval', above: usd(50) }
  const askAbove90: GateRule = { effect: 'requireApproval', above: usd(90) }
  const deny: GateRule = { effect: 'deny' }
  const denyAbove50: GateRule = { effect: 'deny', above: usd(50) }

  it.each<[before: GateRule | null, after: GateRule | null, expected: Verdict]>([
    [null, null, 'not looser'],
    [null, allow, 'not looser'],
    [null, requireApproval, 'not looser'],
    [allow, null, 'not looser'],
    [allow, denyAbove50, 'not looser'],
    [requireApproval, null, 'looser'],
    [requireApproval, allow, 'looser'],
    [requireApproval, requireApproval, 'not looser'],
    [requireApproval, deny, 'not looser'],
    [requireApproval, askAbove50, 'looser'],
    [requireApproval, denyAbove50, 'looser'],
    [deny, null, 'looser'],
    [deny, allow, 'looser'],
    [deny, requireApproval, 'looser'],
    [deny, denyAbove50, 'looser'],
    [askAbove50, askAbove50, 'not looser'],
    [askAbove50, requireApproval, 'not looser'],
    [askAbove50, deny, 'not looser'],
    [askAbove50, denyAbove50, 'not looser'],
    [askAbove50, askAbove90, 'looser'],
    [askAbove90, askAbove50, 'not looser'],
    [askAbove90, denyAbove50, 'not looser'],
    [denyAbove50, askAbove50, 'looser'],
    [denyAbove50, requireApproval, 'looser'],
    [denyAbove50, deny, 'not looser'],
    [askAbove50, { effect: 'requireApproval', above: eur(10) }, 'looser'],
  ])('from %j to %j is %s', (before, after, expected) => {
    expect(verdict(loosens(awarding(before), awarding(after)))).toBe(expected)
  })

  it('compares the rules of every action', () => {
    const before = gate({ rules: { award: requireApproval, payout: deny } })
    expect(loosens(before, gate({ rules: { award: deny, payout: requireApproval } }))).toBe(
      'the rule for "payout" would be weaker',
    )
  })
})

describe('loosens: everything else', () => {
  it.each<[title: string, before: Partial<GateSettings>, after: Partial<GateSettings>, expected: Verdict]>([
    ['gate off', {}, { mode: 'off' }, 'looser'],
    ['gate on', { mode: 'off' }, {}, 'not looser'],
    [
      'weaker rules while off',
      { mode: 'off', rules: { fund: { effect: 'deny' } } },
      { mode: 'off' },
      'not looser',
    ],
    ['weaker rules when turned on', { mode: 'off', rules: { fund: { effect: 'deny' } } }, {}, 'not looser'],
    ['kill switch on', {}, { killSwitch: true }, 'not looser'],
    ['kill switch off', { killSwitch: true }, {}, 'looser'],
    ['kill switch off while off', { mode: 'off', killSwitch: true }, { mode: 'off' }, 'looser'],
    ['budget added', {}, { budgets: [day(usd(10))] }, 'not looser'],
    ['budget lowered', { budgets: [day(usd(10))] }, { budgets: [day(usd(9))] }, 'not looser'],
    ['budget raised', { budgets: [day(usd(10))] }, { budgets: [day(usd(11))] }, 'looser'],
    ['budget removed', { budgets: [day(usd(10))] }, {}, 'looser'],
    ['budget of another currency', { budgets: [day(usd(10))] }, { budgets: [day(eur(1))] }, 'looser'],
    [
      'currency added to a window',
      { budgets: [day(eur(10))] },
      { budgets: [day(eur(10)), day(usd(1))] },
      'looser',
    ],
    [
      'currency without an amount added to a window',
      { budgets: [day(eur(10))] },
      { budgets: [day(eur(10)), day(usd(0))] },
      'not looser',
    ],
    [
      'one of two currencies removed',
      { budgets: [day(eur(10)), day(usd(1))] },
      { budgets: [day(eur(10))] },
      'not looser',
    ],
    ['budget of another window', { budgets: [day(usd(10))] }, { budgets: [month(usd(1))] }, 'looser'],
    [
      'one of two budgets raised',
      { budgets: [day(usd(10)), month(usd(90))] },
      { budgets: [month(usd(91)), day(usd(1))] },
      'looser',
    ],
    ['allowlist begun', {}, { allowlist: ['ada'] }, 'not looser'],
    ['allowlist grown', { allowlist: ['ada'] }, { allowlist: ['ada', 'bob'] }, 'looser'],
    ['allowlist exchanged', { allowlist: ['ada'] }, { allowlist: ['bob'] }, 'looser'],
    ['allowlist shrunk', { allowlist: ['ada', 'bob'] }, { allowlist: ['bob'] }, 'not looser'],
    ['allowlist emptied', { allowlist: ['ada'] }, {}, 'looser'],
    ['blocklist grown', { blocklist: ['ada'] }, { blocklist: ['bob', 'ada'] }, 'not looser'],
    ['blocklist shrunk', { blocklist: ['ada', 'bob'] }, { blocklist: ['bob'] }, 'looser'],
    ['shorter approvals', {}, { approvalTtlHours: 71 }, 'not looser'],
    ['longer approvals', {}, { approvalTtlHours: 73 }, 'looser'],
    [
      'nothing',
      { killSwitch: true, allowlist: ['ada'] },
      { killSwitch: true, allowlist: ['ada'] },
      'not looser',
    ],
  ])('%s: %j to %j is %s', (_title, before, after, expected) => {
    expect(verdict(loosens(gate(before), gate(after)))).toBe(expected)
  })
})

describe('loosens: budgets', () => {
  const choices = [null, 0, 5, 10]
  const gates = choices.flatMap((euros) =>
    choices.flatMap((dollars) => {
      const budgets = [
        ...(euros === null ? [] : [day(eur(euros))]),
        ...(dollars === null ? [] : [day(usd(dollars))]),
      ]
      return [gate({ budgets }), gate({ budgets: [...budgets, month(usd(7))] })]
    }),
  )
  const amounts = ['EUR', 'USD', 'GBP'].flatMap((currency) =>
    [1n, 5n, 7n, 10n, 11n].map((amount) => ({ amount, currency })),
  )
  const allows = (settings: GateSettings, amount: Amount) =>
    evaluate(settings, { action: 'award', amount }, { day: 0n, month: 0n }).verdict === 'allow'

  it('agrees with the enforcement: a change is looser if the gate allows an amount that it refused', () => {
    for (const before of gates) {
      for (const after of gates) {
        const allowed = amounts.filter((amount) => !allows(before, amount) && allows(after, amount))
        const change = [before.budgets, after.budgets]
        if (allowed.length > 0) expect([change, loosens(before, after)]).toEqual([change, expect.any(String)])
      }
    }
  })
})

describe('requireConsistentGate', () => {
  it.each<[title: string, changes: Partial<GateSettings>]>([
    ['no rules', {}],
    ['budgets in two currencies', { budgets: [day(usd(1)), day(eur(1))] }],
    ['budgets of two windows', { budgets: [day(usd(1)), month(usd(1))] }],
    ['different agents on the lists', { allowlist: ['ada'], blocklist: ['bob'] }],
    ['a rule that allows', { rules: { apply: { effect: 'allow' } } }],
    ['a rule that denies larger amounts', { rules: { apply: { effect: 'deny', above: usd(1) } } }],
  ])('accepts %s', (_title, changes) => {
    expect(refusalOf(() => requireConsistentGate(gate(changes), idOf))).toBeNull()
  })

  it.each<[title: string, changes: Partial<GateSettings>, refusal: RegExp]>([
    [
      'two budgets of one currency and window',
      { budgets: [day(usd(1)), day(usd(2))] },
      /at most one USD budget per day/,
    ],
    [
      'an agent on both lists',
      { allowlist: ['ada', 'bob'], blocklist: ['bob'] },
      /"bob" must not be on both/,
    ],
    [
      'an agent on one list by handle and on the other by id',
      { allowlist: ['ada'], blocklist: ['agt_1'] },
      /"ada" must not be on both/,
    ],
    [
      'a rule that allows amounts above a limit',
      { rules: { apply: { effect: 'allow', above: usd(1) } } },
      /"rules.apply.above" is not allowed/,
    ],
  ])('refuses %s', (_title, changes, refusal) => {
    expect(refusalOf(() => requireConsistentGate(gate(changes), idOf))).toMatch(refusal)
  })
})

function refusalOf(check: () => void): string | null {
  try {
    check()
    return null
  } catch (error) {
    return error instanceof Failure && error.kind === 'unprocessable' ? error.message : String(error)
  }
}
