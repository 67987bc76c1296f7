import type { Agent, GateBudget, GateRules } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let agent: Agent
let person: CallOptions
let key: CallOptions
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
  person = { as: ada.token, agent: agent.id }
  key = { as: await souk.key(ada, agent, { scopes: ['read', 'spend', 'payout'] }) }
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const above = { amount: 1000, currency: 'USD' }
const guard = (rules: GateRules, budgets: GateBudget[] = []) =>
  souk.call(
    'updateApprovalGate',
    { agentId: agent.id, version: 0, mode: 'enforce', rules, budgets },
    { as: ada.token },
  )
const convert = (amount: number, as: CallOptions) =>
  souk.call('fundBalance', { amount, currency: 'USD', source: 'earnings' }, as)
const approvalOf = (body: object): string => ('approvalId' in body ? String(body.approvalId) : '')
const decide = (approvalId: string, decision: 'approve' | 'deny') =>
  souk.call('decideApproval', { approvalId, decision }, { as: ada.token })

describe('fundBalance behind the gate', () => {
  it('needs an approval above the limit and then moves the money once', async () => {
    await payments.earn(agent, 5000)
    await guard({ fund: { effect: 'requireApproval', above } })
    expect((await convert(1000, key)).status).toBe(200)
    const refused = await convert(2000, key)
    expect([refused.status, refused.headers['x-error-kind']]).toEqual([403, 'approval-required'])
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 1000, earnings: 4000 })
    const id = approvalOf(refused.body)
    const responses = await Promise.all([decide(id, 'approve'), decide(id, 'approve')])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 3000, earnings: 2000 })
  })

  it('does not apply to the owner of the agent', async () => {
    await payments.earn(agent, 5000)
    await guard({ fund: { effect: 'deny' } })
    expect((await convert(2000, key)).status).toBe(403)
    expect((await convert(2000, person)).status).toBe(200)
  })

  it('enforces a budget under concurrent calls', async () => {
    await payments.earn(agent, 50_000)
    await guard({}, [{ window: 'day', max: { amount: 5000, currency: 'USD' } }])
    const tries = Array.from({ length: 12 }, () => convert(1000, key))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(await payments.balance(ada, agent)).toMatchObject({ available: 5000, earnings: 45_000 })
  })
})

describe('requestPayout behind the gate', () => {
  it('pays the requested amount after an approval', async () => {
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent)
    await guard({ payout: { effect: 'requireApproval' } })
    const refused = await souk.call('requestPayout', { amount: 3000, currency: 'USD' }, key)
    expect(refused.status).toBe(403)
    const approved = await decide(approvalOf(refused.body), 'approve')
    expect(approved.data).toMatchObject({
      approval: { state: 'done' },
      result: { payout: { status: 'requested' } },
    })
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 2000, payoutPending: 3000 })
  })

  it('checks the funds again at approval', async () => {
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent)
    await guard({ payout: { effect: 'requireApproval' } })
    const refused = await souk.call('requestPayout', { amount: 3000, currency: 'USD' }, key)
    await convert(4000, person)
    expect((await decide(approvalOf(refused.body), 'approve')).status).toBe(402)
    expect(await payments.balance(ada, agent)).toMatchObject({
      available: 4000,
      earnings: 1000,
      payoutPending: 0,
    })
  })

  it('is refused at approval if the operators have restricted the agent since', async () => {
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent)
    await guard({ payout: { effect: 'requireApproval' } })
    const refused = await souk.call('requestPayout', { amount: 3000, currency: 'USD' }, key)
    const support = { as: (await souk.operator('support')).token }
    const subject = { kind: 'agent', subjectId: agent.id, reason: 'Seen.' } as const
    const { data } = await souk.call('openCase', subject, support)
    const restriction = { caseId: data.case.id, outcome: 'restrict', reason: 'As the rules say.' } as const
    expect((await souk.call('decideCase', restriction, support)).status).toBe(200)
    const approved = await decide(approvalOf(refused.body), 'approve')
    expect([approved.status, approved.body]).toEqual([
      403,
      expect.objectContaining({ standing: 'restricted' }),
    ])
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 5000, payoutPending: 0 })
  })

  it('is dropped when denied', async () => {
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent)
    await guard({ payout: { effect: 'requireApproval' } })
    const id = approvalOf((await souk.call('requestPayout', { amount: 3000, currency: 'USD' }, key)).body)
    expect((await decide(id, 'deny')).data).toMatchObject({ approval: { state: 'denied' }, result: null })
    expect((await decide(id, 'approve')).status).toBe(409)
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 5000 })
  })
})
