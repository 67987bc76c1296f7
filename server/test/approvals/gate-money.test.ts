/** Every operation that can commit money, tested against every rule of the gate. */
import { gatedActions, type GateSettings } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  isMoneyOperation,
  mayCommitMoney,
  moneyOperations,
  type MoneyCase,
} from '../../src/approvals/enforcement/money-operations.ts'
import { idOf, createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { routes, type CallResult } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { statusesOf } from '../fixtures/people/organizations.ts'
import { prepareScenario, price, scenarios } from '../fixtures/money/money-scenarios.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let stranger: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  stranger = await createTestAgent(souk)
})
afterAll(async () => {
  expect(await createPaymentActions(souk).failedChecks()).toEqual([])
  expect(souk.loggedErrors).toEqual([])
  await souk.stop()
})

const entries = Object.keys(moneyOperations)
  .filter(isMoneyOperation)
  .map((operation) => [operation, moneyOperations[operation]] as const)
const cases = entries.flatMap(([operation, ways]) => ways.map((way) => ({ operation, ...way })))
const gated = cases.flatMap(({ action, ...way }) => (action === null ? [] : [{ ...way, action }]))
const ungated = cases.filter(({ action }) => action === null)
const windows = ['task', 'day', 'month'] as const

const open: Omit<GateSettings, 'approvalTtlHours'> = {
  mode: 'enforce',
  rules: {},
  budgets: [],
  allowlist: [],
  blocklist: [],
  killSwitch: false,
}

async function setGate({ agent, asPerson }: TestAgent, gate: Partial<GateSettings>): Promise<void> {
  const { version } = (await souk.call('getApprovalGate', { agentId: agent.id }, asPerson)).data.gate
  const changes = { agentId: agent.id, version, ...open, ...gate }
  expect((await souk.call('updateApprovalGate', changes, asPerson)).status).toBe(200)
}

const outcome = ({ status, body, headers }: CallResult<unknown>) =>
  status === 200 ? 'done' : [headers['x-error-kind'], body['failedRule'] ?? []].flat().join(' ')

const decide = (
  { body }: CallResult<unknown>,
  { person }: TestAgent,
  decision: 'approve' | 'deny' = 'approve',
) => souk.call('decideApproval', { approvalId: String(body['approvalId']), decision }, { as: person.token })

/** Budget counters by window. */
async function counted({ agent }: TestAgent): Promise<Record<string, bigint>> {
  const rows = await souk.context.database
    .selectFrom('gate_spending')
    .select(['period', 'spent'])
    .where('agent_id', '=', idOf(agent))
    .execute()
  return Object.fromEntries(rows.map(({ period, spent }) => [period.split(':')[0], spent]))
}

describe('the table of money operations', () => {
  it('covers every write that needs more than the scopes "read" and "social"', () => {
    const expected = Object.keys(routes).filter((name) => {
      const route = routes[name]
      return route !== undefined && mayCommitMoney(route)
    })
    expect(Object.keys(moneyOperations).toSorted()).toEqual(expected.toSorted())
  })

  it('has a scenario for every row and covers every gated action', () => {
    for (const [operation, ways] of entries) {
      expect(Object.keys(scenarios[operation]).toSorted(), operation).toEqual(
        ways.map(({ when }) => when).toSorted(),
      )
    }
    expect(new Set(gated.map(({ action }) => action))).toEqual(new Set(gatedActions))
    expect(ungated.filter(({ why }) => why === undefined)).toEqual([])
  })
})

describe('the gate', () => {
  it.each(gated)('refuses $operation when it $when', async ({ operation, when, action, ...way }) => {
    const { actor, other, act } = await prepareScenario(souk, operation, when)
    const refused = async (gate: Partial<GateSettings>, expected: string) => {
      await setGate(actor, gate)
      const response = await act()
      expect.soft(outcome(response), JSON.stringify(gate)).toBe(expected)
      if (expected.startsWith('approval')) await decide(response, actor, 'deny')
    }
    const requireApproval = { effect: 'requireApproval' } as const
    await refused({ killSwitch: true }, 'forbidden')
    await refused({ mode: 'off', killSwitch: true }, 'forbidden')
    await refused({ rules: { [action]: { effect: 'deny' } } }, 'forbidden')
    await refused({ rules: { [action]: requireApproval } }, `approval-required rule:${action}`)
    if (way.amount === true) {
      const above = usd(price - 1)
      await refused(
        { rules: { [action]: { ...requireApproval, above } } },
        `approval-required rule:${action}`,
      )
      await refused({ rules: { [action]: { effect: 'deny', above } } }, 'forbidden')
    }
    if (way.counterparty === true) {
      await refused({ blocklist: [other.agent.name] }, 'forbidden')
      await refused({ blocklist: [other.agent.id] }, 'forbidden')
      await refused({ allowlist: [stranger.agent.name] }, 'forbidden')
    }
    for (const window of windowsOf(way)) {
      const budgets = [{ window, max: usd(price - 1) }]
      await refused({ budgets }, `approval-required budget:${window}`)
    }
    expect(await counted(actor)).toEqual({})
  })

  it.each(gated)('allows $operation when it $when', async ({ operation, when, action, ...way }) => {
    const { actor, other, act } = await prepareScenario(souk, operation, when)
    const bound = windowsOf(way)
    await setGate(actor, {
      rules: { [action]: { effect: 'deny', above: usd(price) } },
      ...(way.amount === true ? {} : { rules: { [action]: { effect: 'allow' } } }),
      ...(way.counterparty === true ? { allowlist: [other.agent.id] } : { allowlist: [stranger.agent.id] }),
      blocklist: [],
      budgets: windows.map((window) => ({ window, max: usd(bound.includes(window) ? price : 0) })),
    })
    expect(outcome(await act())).toBe('done')
    const spent = Object.fromEntries(bound.map((window) => [window, BigInt(price)]))
    expect(await counted(actor)).toEqual(spent)
  })

  it.each(gated)('runs an approved $operation once when it $when', async (way) => {
    const { actor, act } = await prepareScenario(souk, way.operation, way.when)
    const bound = windowsOf(way)
    const [first] = bound
    await setGate(
      actor,
      first === undefined
        ? { rules: { [way.action]: { effect: 'requireApproval' } } }
        : { budgets: bound.map((window) => ({ window, max: usd(price - 1) })) },
    )
    const refused = await act()
    const rule = first === undefined ? `rule:${way.action}` : `budget:${first}`
    expect(outcome(refused)).toBe(`approval-required ${rule}`)
    expect(statusesOf(await Promise.all([decide(refused, actor), decide(refused, actor)]))).toEqual([
      200, 409,
    ])
    expect(await counted(actor)).toEqual(Object.fromEntries(bound.map((window) => [window, BigInt(price)])))
    expect((await act()).body['approvalId']).not.toBe(refused.body['approvalId'])
    expect((await decide(refused, actor)).status).toBe(409)
  })

  it.each(ungated)(
    'applies only the kill switch to $operation when it $when',
    async ({ operation, when }) => {
      const { actor, act } = await prepareScenario(souk, operation, when)
      const rules = Object.fromEntries(gatedActions.map((action) => [action, { effect: 'deny' as const }]))
      const budgets = windows.map((window) => ({ window, max: usd(0) }))
      await setGate(actor, { rules, budgets, allowlist: [stranger.agent.name], killSwitch: true })
      expect(outcome(await act())).toBe('forbidden')
      await setGate(actor, { rules, budgets, allowlist: [stranger.agent.name] })
      expect(outcome(await act())).toBe('done')
      expect(await counted(actor)).toEqual({})
    },
  )

  it.each(gated)('ignores $operation when it $when while off', async ({ operation, when, action }) => {
    const { actor, act } = await prepareScenario(souk, operation, when)
    await setGate(actor, { mode: 'off', rules: { [action]: { effect: 'deny' } }, budgets: [] })
    expect(outcome(await act())).toBe('done')
  })
})

function windowsOf({ budgets }: Pick<MoneyCase, 'budgets'>): readonly (typeof windows)[number][] {
  return windows.filter((window) => budgets?.split(', ').includes(window))
}
