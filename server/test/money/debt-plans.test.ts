import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { after, day, hour } from '../../src/lib/clock.ts'
import { newId } from '../../src/lib/ids.ts'
import { activePlansOf, insertPlan } from '../../src/money/debts/queries.ts'
import { post } from '../../src/money/ledger/post.ts'
import { refundToCard } from '../../src/money/ledger/recipes.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { createPaymentActions, idOf, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'
import { marketMetadata, text } from '../fixtures/a2a/task-messages.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let agent: Agent
let finance: Person
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
/** An agent that owes 30.00: a payment was refunded at the processor after it was spent. */
beforeEach(async () => {
  finance = await souk.operator('finance')
  ada = await souk.person({ verified: true })
  agent = await souk.agent(ada)
  await payments.topUp(ada, agent, 5000)
  await souk.context.store.write(async (tx) => {
    const { book, processor } = tx.settings
    const fact = { book, currency: 'USD', processor, paymentId: 'none', agentId: idOf(agent) }
    const spent = { ...fact, amount: 8000n, available: 5000n, refundId: agent.id }
    await post(tx, refundToCard(spent), { actor: 'system' })
  })
  expect(await balance()).toMatchObject({ available: 0, owed: 3000, restricted: true })
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const balance = () => payments.balance(ada, agent)
const as = ({ token }: Person) => ({ as: token })
const collect = () => souk.work(['debt-plans'])
const inDays = (days: number) => after(souk.clock.now(), days * day).toISOString()
const parts = (...amounts: number[]) =>
  amounts.map((amount, index) => ({ amount, dueAt: inDays((index + 1) * 2) }))
const agree = (installments = parts(1000, 1000, 1000), by = finance) =>
  souk.call('agreeDebtPlan', { agentId: agent.id, installments, reason: 'Agreed by email.' }, as(by))
const endPlan = (by = finance) => souk.call('endDebtPlan', { agentId: agent.id, reason: 'Replaced.' }, as(by))
const states = async () => {
  const rows = await souk.context.database
    .selectFrom('debt_plans as p')
    .innerJoin('debt_installments as i', 'i.plan_id', 'p.id')
    .select(['p.state as plan', 'i.state'])
    .where('p.agent_id', '=', idOf(agent))
    .orderBy('p.id')
    .orderBy('i.number')
    .execute()
  return [rows[0]?.plan, ...rows.map(({ state }) => state)]
}
const hire = async () => {
  const { agent: provider } = await createTestAgent(souk)
  const terms = { price: { amount: 500, currency: 'USD' } }
  const message = { role: 'ROLE_USER', parts: text('Please'), metadata: marketMetadata({ terms }) }
  const input = { name: provider.name, message, configuration: { returnImmediately: true } }
  return (await souk.call('sendMessage', input, { as: ada.token, agent: agent.id })).status
}

/** A debt in another currency with a plan of one installment, from before a change of `CURRENCY`. Returns the plan. */
async function oweEuros(amount: bigint): Promise<string> {
  return souk.context.store.write(async (tx) => {
    const { book, processor } = tx.settings
    const wallet = { book, currency: 'EUR', agentId: idOf(agent) } as const
    const spent = {
      ...wallet,
      processor,
      paymentId: 'none',
      amount,
      available: 0n,
      refundId: `${agent.id} EUR`,
    }
    await post(tx, refundToCard(spent), { actor: 'system' })
    const id = newId('dpl', tx.now)
    const due_at = after(tx.now, day)
    const dates = { due_at, created_at: tx.now, updated_at: tx.now }
    await insertPlan(tx, { id, agent_id: wallet.agentId, book, currency: 'EUR', state: 'active', ...dates }, [
      { plan_id: id, number: 1, amount, due_at, state: 'due' },
    ])
    return id
  })
}

/** Mails to the owner about plans, newest first. */
const planMails = async () => {
  await souk.work(['mails'])
  const mails = (await souk.mails()).filter(
    ({ to, subject }) => to === ada.email && subject.includes('ayment plan'),
  )
  return mails.map(({ subject, text: body }) => ({ subject, body }))
}

describe('listDebts', () => {
  it('shows the plan of each currency', async () => {
    const euro = await oweEuros(2000n)
    const { plan } = (await agree(parts(1000, 2000))).data
    const { items } = (await souk.call('listDebts', { limit: 100 }, as(finance))).data
    expect(items.filter(({ agentId }) => agentId === agent.id)).toMatchObject([
      {
        owed: { amount: 2000, currency: 'EUR' },
        plan: { id: euro, installments: [{ amount: { amount: 2000, currency: 'EUR' }, state: 'due' }] },
      },
      { owed: { amount: 3000, currency: 'USD' }, plan },
    ])
  })

  it('types installments as the database returns them', async () => {
    await agree()
    const plans = await souk.context.store.read((reader) => activePlansOf(reader, [idOf(agent)]))
    const installments = plans.flatMap((plan) => plan.installments)
    expect(installments.map(({ amount, due_at: due }) => [amount, due instanceof Date])).toEqual(
      Array.from({ length: 3 }, () => [1000n, true]),
    )
  })
})

describe('agreeDebtPlan', () => {
  it('lets the wallet spend and keep new money, but not pay out', async () => {
    expect(await hire()).toBe(403)
    const { plan } = (await agree()).data
    expect(plan).toMatchObject({ state: 'active', installments: [{ state: 'due' }, {}, {}], endedAt: null })
    expect(await balance()).toMatchObject({ restricted: false, owed: 3000, debtPlan: plan })
    const [mail] = await planMails()
    expect(mail?.subject).toBe(`Payment plan for the debt of “${agent.name}”`)
    expect(mail?.body).toContain('Debt: $30.00\nInstallments: 3\n')
    expect(mail?.body).toMatch(/First installment: \w+ \d+, \d{4} at [\d:]+ [AP]M \(UTC\)/u)
    expect(mail?.body).toContain(`/as/${agent.name}/money`)
    const { items } = (await souk.call('listDebts', { limit: 100 }, asOperator)).data
    expect(items.find(({ agentId }) => agentId === agent.id)?.plan).toEqual(plan)
    await payments.topUp(ada, agent, 2000)
    expect(await balance()).toMatchObject({ available: 2000, owed: 3000 })
    expect(await hire()).toBe(200)
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent, 'sandbox_bank_ok')
    const payout = await souk.call(
      'requestPayout',
      { amount: 5000, currency: 'USD' },
      { as: ada.token, agent: agent.id },
    )
    expect([payout.status, payout.body['error']]).toEqual([
      403,
      'This wallet has a debt with an active payment plan.',
    ])
  })

  it.each([
    ['a wrong sum', () => parts(1000, 1000), '"installments" must add up to the debt.'],
    [
      'a date in the past',
      () => [{ amount: 3000, dueAt: inDays(-1) }],
      '"installments" must be in the future, each after the one before.',
    ],
    [
      'dates out of order',
      () => parts(1000, 2000).toReversed(),
      '"installments" must be in the future, each after the one before.',
    ],
    [
      'a late end',
      () => [{ amount: 3000, dueAt: inDays(1200) }],
      '"installments" must end within three years.',
    ],
  ])('refuses %s', async (_name, installments, error) => {
    const refused = await agree(installments())
    expect([refused.status, refused.body['error']]).toEqual([422, error])
  })

  it('refuses agents without debt, a second plan, and other roles', async () => {
    const other = await souk.agent(await souk.person())
    const input = { agentId: other.id, installments: parts(1), reason: 'x' }
    expect((await souk.call('agreeDebtPlan', input, as(finance))).status).toBe(409)
    expect((await souk.call('agreeDebtPlan', { ...input, agentId: 'agt_none' }, as(finance))).status).toBe(
      404,
    )
    expect((await agree(undefined, await souk.operator('support'))).status).toBe(403)
    const admin = await souk.operator('admin')
    const both = await Promise.all([agree(), agree(undefined, admin)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('the worker of installments', () => {
  it('takes each installment at its date, and completes the plan', async () => {
    await agree()
    await payments.topUp(ada, agent, 5000)
    await collect()
    expect(await balance()).toMatchObject({ available: 5000, owed: 3000 })
    souk.clock.advance(2 * day)
    await Promise.all([collect(), collect()])
    expect(await balance()).toMatchObject({ available: 4000, owed: 2000 })
    for (let rest = 0; rest < 2; rest++) {
      souk.clock.advance(2 * day)
      await collect()
    }
    expect(await balance()).toMatchObject({ available: 2000, owed: 0, restricted: false, debtPlan: null })
    expect(await states()).toEqual(['completed', 'paid', 'paid', 'paid'])
    expect((await planMails())[0]?.subject).toMatch(/has ended: the debt is repaid$/)
    const { items } = (await souk.call('listActivity', { kind: 'repay' }, { as: ada.token, agent: agent.id }))
      .data
    expect(items.map(({ amount }) => amount).filter((amount) => amount < 0)).toEqual([-1000, -1000, -1000])
  })

  it('waits three days for the money, then ends the plan and repays with what is there', async () => {
    await agree()
    await payments.topUp(ada, agent, 700)
    souk.clock.advance(2 * day)
    await collect()
    souk.clock.advance(3 * day - hour)
    await collect()
    expect(await balance()).toMatchObject({ available: 700, restricted: false })
    souk.clock.advance(hour)
    await collect()
    expect(await states()).toEqual(['broken', 'missed', 'canceled', 'canceled'])
    expect(await balance()).toMatchObject({ available: 0, owed: 2300, restricted: true, debtPlan: null })
    const [mail] = await planMails()
    expect(mail?.subject).toMatch(/has ended: an installment was missed$/)
    expect(mail?.body).toContain('Remaining debt: $23.00')
    expect(await hire()).toBe(403)
  })

  it('takes an installment that is covered within the three days', async () => {
    await agree()
    souk.clock.advance(3 * day)
    await collect()
    await payments.topUp(ada, agent, 1000)
    souk.clock.advance(hour)
    await collect()
    expect(await states()).toEqual(['active', 'paid', 'due', 'due'])
  })

  it('completes the plan if the rest of the debt is written off', async () => {
    await agree()
    await payments.topUp(ada, agent, 5000)
    const input = { agentId: agent.id, amount: 2500, reason: 'Settled.' }
    expect((await souk.call('writeOffDebt', input, as(finance))).status).toBe(200)
    souk.clock.advance(2 * day)
    await collect()
    expect(await balance()).toMatchObject({ available: 4500, owed: 0 })
    expect(await states()).toEqual(['completed', 'paid', 'canceled', 'canceled'])
  })
})

describe('endDebtPlan', () => {
  it('restricts the wallet again', async () => {
    expect((await endPlan()).status).toBe(409)
    await agree()
    const { plan } = (await endPlan()).data
    expect(plan).toMatchObject({ state: 'ended', endedAt: expect.any(String) })
    expect(plan.installments.map(({ state }) => state)).toEqual(['canceled', 'canceled', 'canceled'])
    expect(await balance()).toMatchObject({ restricted: true, debtPlan: null })
    expect((await endPlan()).status).toBe(409)
    expect((await agree()).status).toBe(200)
  })
})
