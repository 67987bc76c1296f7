/** Earnings from a client with an undecided chargeback must not be paid out. */
import type { Ruling, Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyChargeback } from '../../src/money/payments/apply/apply-chargeback.ts'
import type { DisputeSnapshot } from '../../src/money/processor/snapshots.ts'
import { day } from '../../src/lib/clock.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { marketMetadata, text } from '../fixtures/a2a/task-messages.ts'
import { usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
})
/** The client tops up 10000; each task costs 4000, of which the provider earns 3800. */
beforeEach(async () => {
  trade = await createTaskFixture(souk, 10_000)
  await trade.payments.onboard(trade.provider.person, trade.provider.agent)
})
afterEach(async () => {
  expect(await trade.payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const amount = (value: bigint) => ({ amount: value, currency: 'USD' })

async function report(
  status: DisputeSnapshot['status'],
  withdrawn = 10_000n,
  reinstated = 0n,
  appeal: DisputeSnapshot['appeal'] = 'none',
): Promise<void> {
  const { id } = await souk.context.database
    .selectFrom('payments')
    .select('id')
    .where('agent_id', '=', idOf(trade.client.agent))
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const snapshot = {
    ref: `dp_${id}`,
    paymentRef: 'unknown',
    paymentId: id,
    status,
    appeal,
    amount: amount(10_000n),
    withdrawn: amount(withdrawn),
    reinstated: amount(reinstated),
    fee: amount(1500n),
  }
  await souk.context.store.write((tx) => applyChargeback(tx, snapshot))
}

const open = () => report('open')
const won = () => report('won', 10_000n, 10_000n)
const lost = () => report('lost')

const balance = async ({ key }: TestAgent) => (await souk.call('getBalance', {}, key)).data.balance
const earned = async () => {
  const { earnings, pending, pendingReason } = await balance(trade.provider)
  return { earnings, pending, pendingReason }
}
const delivered = async (price = 4000, terms: object = {}) => trade.deliver(await trade.hire(price, terms))
const accept = ({ id }: Task) =>
  souk.call('acceptTask', { name: trade.provider.agent.name, taskId: id }, trade.client.key)
const payOut = (value: number) => souk.call('requestPayout', usd(value), trade.provider.asPerson)

const held = { earnings: 0, pending: 3800, pendingReason: 'client-chargeback' }
const payable = { earnings: 3800, pending: 0, pendingReason: null }

const ways: [string, (task: Task) => Promise<unknown>][] = [
  ['the client accepts', accept],
  [
    'the review period ends in silence',
    async () => {
      souk.clock.advance(4 * day)
      await souk.work(['task-timeouts'])
    },
  ],
  ['an operator releases the disputed funds', (task) => rule(task, 'release')],
]

async function rule(task: Task, ruling: Ruling, toClient?: number): Promise<unknown> {
  await trade.dispute(task)
  const share = toClient === undefined ? {} : { toClient }
  return (
    await souk.call('ruleDispute', { taskId: task.id, ruling, ...share, reasons: 'As agreed.' }, asOperator)
  ).data
}

describe('earnings from a client with an open chargeback', () => {
  it.each(ways)('are on hold until the decision when %s', async (_name, pay) => {
    const task = await delivered()
    await open()
    await pay(task)
    expect(await earned()).toEqual(held)
    expect((await payOut(100)).status).toBe(402)
    const converted = await souk.call('fundBalance', { ...usd(100), source: 'earnings' }, trade.provider.key)
    expect(converted.status).toBe(402)
    await won()
    expect(await earned()).toEqual(payable)
    expect((await payOut(3800)).status).toBe(200)
  })

  it('are on hold only for the provider’s share of a settlement', async () => {
    const task = await delivered()
    await open()
    await trade.dispute(task)
    const address = { name: trade.provider.agent.name, taskId: task.id }
    const { key } = trade.client
    const { offers } = (await souk.call('offerSettlement', { ...address, toClient: usd(1000) }, key)).data
    const offerId = offers[0]?.offerId ?? ''
    await souk.call('acceptSettlement', { ...address, offerId }, trade.provider.key)
    expect(await earned()).toMatchObject({ earnings: 0, pending: 2850 })
    expect(await balance(trade.client)).toMatchObject({ owed: 3000 })
  })

  it('are on hold only for the provider’s share of a split', async () => {
    const task = await delivered()
    await open()
    await rule(task, 'split', 1000)
    expect(await earned()).toMatchObject({ earnings: 0, pending: 2850 })
    expect(await balance(trade.client)).toMatchObject({ owed: 3000 })
  })

  it('cover the debt of the client when lost, and the rest becomes payable', async () => {
    const tasks = [await delivered(), await delivered()]
    await open()
    for (const task of tasks) await accept(task)
    expect(await earned()).toMatchObject({ earnings: 0, pending: 7600 })
    await trade.payments.topUp(trade.client.person, trade.client.agent, 3000)
    expect(await balance(trade.client)).toMatchObject({ available: 0, owed: 5000 })
    await lost()
    expect(await earned()).toEqual({ earnings: 2600, pending: 0, pendingReason: null })
    expect(await balance(trade.client)).toMatchObject({ owed: 0, restricted: false })
  })

  it('appear in the activity of the provider', async () => {
    const task = await delivered()
    await open()
    await accept(task)
    const { data } = await souk.call('listActivity', { kind: 'earnings_hold' }, trade.provider.key)
    expect(data.items).toMatchObject([
      { balance: 'earnings_pending', amount: 3800, reference: task.id },
      { balance: 'earnings', amount: -3800, reference: task.id },
    ])
  })

  it('are on hold until every chargeback of the client is decided', async () => {
    const task = await delivered()
    await open()
    await accept(task)
    await souk.context.database
      .insertInto('chargebacks')
      .values({
        ref: `other_${task.id}`,
        payment_id: (await firstPayment()).id,
        agent_id: idOf(trade.client.agent),
        book: 'sandbox',
        state: 'open',
        amount: 1n,
        currency: 'USD',
        created_at: souk.clock.now(),
        updated_at: souk.clock.now(),
      })
      .execute()
    await won()
    expect(await earned()).toEqual(held)
  })
})

const firstPayment = () =>
  souk.context.database
    .selectFrom('payments')
    .select('id')
    .where('agent_id', '=', idOf(trade.client.agent))
    .executeTakeFirstOrThrow()

describe('a chargeback that opens after the work was paid', () => {
  it('holds only the amount the client owes', async () => {
    await accept(await delivered())
    await open()
    expect(await balance(trade.client)).toMatchObject({ available: 0, owed: 4000 })
    expect(await earned()).toEqual(held)
    for (let count = 0; count < 2; count++) await open()
    expect(await earned()).toEqual(held)
    await won()
    expect(await earned()).toEqual(payable)
  })

  it('does not hold earnings from other clients or paid-out earnings', async () => {
    await accept(await delivered())
    expect((await payOut(3800)).status).toBe(200)
    await trade.payments.earn(trade.provider.agent, 5000)
    await open()
    expect(await earned()).toEqual({ earnings: 5000, pending: 0, pendingReason: null })
  })

  it('takes the held earnings when lost', async () => {
    await accept(await delivered())
    await open()
    await lost()
    expect(await earned()).toEqual({ earnings: 0, pending: 0, pendingReason: null })
    expect(await balance(trade.client)).toMatchObject({ owed: 200 })
  })
})

describe('a lost chargeback', () => {
  it('is covered by later payments of the client up to the debt', async () => {
    const task = await delivered()
    await open()
    await lost()
    await trade.payments.topUp(trade.client.person, trade.client.agent, 3000)
    expect(await balance(trade.client)).toMatchObject({ owed: 1000 })
    await accept(task)
    expect(await earned()).toEqual({ earnings: 2800, pending: 0, pendingReason: null })
    expect(await balance(trade.client)).toMatchObject({ owed: 0 })
  })

  it('repays the providers when won on appeal', async () => {
    await accept(await delivered())
    await open()
    await lost()
    expect([await earned(), await balance(trade.client)]).toMatchObject([{ earnings: 0 }, { owed: 200 }])
    await report('open', 10_000n, 0n, 'open')
    expect(await balance(trade.client)).toMatchObject({ restricted: true })
    for (let count = 0; count < 2; count++) await report('won', 10_000n, 10_000n, 'decided')
    expect(await earned()).toEqual({ earnings: 3800, pending: 0, pendingReason: null })
    expect(await balance(trade.client)).toMatchObject({ available: 6000, owed: 0, restricted: false })
    const { data } = await souk.call('listActivity', { kind: 'earnings_restore' }, trade.provider.key)
    expect(data.items).toMatchObject([{ balance: 'earnings', amount: 3800 }])
  })

  it('holds nothing once the client has repaid it', async () => {
    const task = await delivered()
    await open()
    await lost()
    await trade.payments.topUp(trade.client.person, trade.client.agent, 4000)
    await accept(task)
    expect(await earned()).toEqual(payable)
  })
})

describe('a chargeback of a client that was archived and moved its funds', () => {
  /** Archives the agent and moves its funds to a new one of the same owner. */
  async function succeed({ person, agent }: TestAgent): Promise<TestAgent> {
    const heir = await souk.agent(person)
    const input = { agentId: agent.id, moveFundsTo: heir.id }
    expect((await souk.call('removeMyAgent', input, { as: person.token })).status).toBe(200)
    const key = { as: await souk.key(person, heir) }
    return { person, agent: heir, key, asPerson: { as: person.token, agent: heir.id } }
  }

  it('restricts the heir during an appeal, and repays the providers when it is won', async () => {
    await accept(await delivered())
    await open()
    await lost()
    await trade.payments.topUp(trade.client.person, trade.client.agent, 300)
    const heir = await succeed(trade.client)
    expect(await balance(heir)).toMatchObject({ available: 100, owed: 0, restricted: false })
    await report('open', 10_000n, 0n, 'open')
    expect(await balance(heir)).toMatchObject({ restricted: true })
    for (let count = 0; count < 2; count++) await report('won', 10_000n, 10_000n, 'decided')
    expect(await earned()).toEqual(payable)
    expect(await balance(heir)).toMatchObject({ available: 6300, owed: 0, restricted: false })
  })

  it('holds the earnings that any of its holders paid since the payment', async () => {
    const heir = await succeed(trade.client)
    const message = { parts: text('Please do it'), metadata: marketMetadata({ terms: { price: usd(4000) } }) }
    const input = {
      name: trade.provider.agent.name,
      message,
      configuration: { returnImmediately: true },
    }
    const { task } = (await souk.call('sendMessage', input, heir.key)).data
    if (task === undefined) throw new Error('no task')
    await trade.deliver(task)
    await souk.call('acceptTask', { name: trade.provider.agent.name, taskId: task.id }, heir.key)
    expect(await earned()).toEqual(payable)
    const last = await succeed(heir)
    await open()
    expect(await balance(last)).toMatchObject({ available: 0, owed: 4000, restricted: true })
    expect(await earned()).toEqual(held)
    await lost()
    expect(await balance(last)).toMatchObject({ owed: 200 })
    await trade.payments.topUp(last.person, last.agent, 300)
    const third = await succeed(last)
    await report('open', 10_000n, 0n, 'open')
    await report('won', 10_000n, 10_000n, 'decided')
    expect(await earned()).toEqual(payable)
    expect(await balance(third)).toMatchObject({ available: 6300, owed: 0, restricted: false })
  })
})

describe('a chargeback concurrent with acceptances', () => {
  it('holds all accepted earnings, before or after it', async () => {
    const tasks: Task[] = []
    for (let count = 0; count < 8; count++) tasks.push(await delivered(1200))
    await Promise.all([...tasks.slice(0, 4).map(accept), open(), ...tasks.slice(4).map(accept)])
    const { earnings, pending } = await earned()
    expect(earnings + pending).toBe(8 * 1140)
    const { owed } = await balance(trade.client)
    // Earnings paid before it opened are held up to the debt, later ones in full.
    expect(pending).toBeGreaterThanOrEqual(Math.min(owed, 8 * 1140))
  })
})
