import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour } from '../../src/lib/clock.ts'
import { platformBalances } from '../../src/money/ledger/roll-up-queries.ts'
import { hold } from '../../src/money/ledger/recipes.ts'
import { newTrade, posted } from '../../src/money/ledger/test-facts.ts'
import { appealDispute, decideDispute } from '../../src/money/processor/sandbox/disputes.ts'
import { testCards } from '../../src/money/processor/sandbox/instruments.ts'
import type { DisputeSnapshot } from '../../src/money/processor/snapshots.ts'
import { applyChargeback } from '../../src/money/payments/apply/apply-chargeback.ts'
import { scanBalanceTransactions } from '../../src/money/payments/poll/scan-balance-transactions.ts'
import { idOf, createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let agent: Agent
let paymentId: string
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
/** Tops up 5000 and holds 3000 of it for a task. */
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
  await payments.topUp(ada, agent, 5000)
  await posted(souk, hold({ ...newTrade(), clientId: idOf(agent), amount: 3000n }))
  const { id } = await souk.context.database
    .selectFrom('payments')
    .select('id')
    .where('agent_id', '=', idOf(agent))
    .executeTakeFirstOrThrow()
  paymentId = id
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const usd = (amount: bigint) => ({ amount, currency: 'USD' })

function eventsOf(
  status: DisputeSnapshot['status'],
  withdrawn: bigint,
  reinstated = 0n,
  appeal: DisputeSnapshot['appeal'] = 'none',
): Promise<void> {
  const snapshot = {
    ref: `dp_${paymentId}`,
    paymentRef: 'unknown',
    paymentId,
    status,
    appeal,
    amount: usd(5000n),
    withdrawn: usd(withdrawn),
    reinstated: usd(reinstated),
    fee: usd(1500n),
  }
  return souk.context.store.write((tx) => applyChargeback(tx, snapshot))
}

const balance = () => payments.balance(ada, agent)
const fees = async () => {
  const rows = await souk.context.store.read((reader) => platformBalances(reader, 'sandbox'))
  return rows.find(({ kind }) => kind === 'processor_fees')?.balance ?? 0n
}

describe('a chargeback', () => {
  it('charges its fee once even if it arrives in parts and repeatedly', async () => {
    const before = await fees()
    await eventsOf('open', 1500n)
    expect(await balance()).toMatchObject({ available: 500, owed: 0, restricted: true })
    for (let count = 0; count < 2; count++) await eventsOf('open', 5000n)
    expect(await balance()).toMatchObject({ available: 0, owed: 3000 })
    expect(before - (await fees())).toBe(1500n)
  })

  it('returns the money when won and settles the debt first', async () => {
    await eventsOf('open', 5000n)
    for (let count = 0; count < 2; count++) await eventsOf('won', 5000n, 5000n)
    expect(await balance()).toMatchObject({ available: 2000, owed: 0, restricted: false })
  })

  it('leaves a debt when lost, which restricts the wallet until it is repaid', async () => {
    await eventsOf('open', 5000n)
    await eventsOf('lost', 5000n)
    expect(await balance()).toMatchObject({ available: 0, owed: 3000, restricted: true })
    await payments.topUp(ada, agent, 1000)
    expect(await balance()).toMatchObject({ available: 0, owed: 2000, restricted: true })
    await payments.topUp(ada, agent, 2500)
    expect(await balance()).toMatchObject({ available: 500, owed: 0, restricted: false })
  })

  it('stays closed when outdated events arrive later', async () => {
    await eventsOf('open', 5000n)
    await eventsOf('won', 5000n, 5000n)
    await eventsOf('open', 5000n)
    await eventsOf('open', 1500n)
    expect(await balance()).toMatchObject({ available: 2000, owed: 0, restricted: false })
    await eventsOf('won', 5000n, 5000n)
    expect(await balance()).toMatchObject({ available: 2000, owed: 0, restricted: false })
  })
})

describe('an inquiry', () => {
  const recorded = async () => {
    const { database } = souk.context
    const chargebacks = await database
      .selectFrom('chargebacks')
      .select('state')
      .where('agent_id', '=', idOf(agent))
      .execute()
    const entries = await database
      .selectFrom('audit_entries')
      .select('action')
      .where('action', '=', 'chargeback.opened')
      .where('target', '=', agent.id)
      .execute()
    const events = await database
      .selectFrom('events')
      .select('kind')
      .where('kind', '=', 'chargeback.opened')
      .where('agent_id', '=', idOf(agent))
      .execute()
    return { chargebacks, entries: entries.length, events: events.length }
  }

  it('is not reported as a chargeback when it is closed or prevented', async () => {
    await eventsOf('inquiry', 0n)
    for (let count = 0; count < 2; count++) await eventsOf('won', 0n)
    await souk.work(['event-relay'])
    expect(await recorded()).toEqual({ chargebacks: [], entries: 0, events: 0 })
    expect(await balance()).toMatchObject({ available: 2000, restricted: false })
  })

  it('is reported when it becomes a chargeback, even if nothing was withdrawn', async () => {
    await eventsOf('inquiry', 0n)
    await eventsOf('open', 0n)
    expect(await balance()).toMatchObject({ available: 2000, restricted: true })
    await eventsOf('won', 0n)
    await souk.work(['event-relay'])
    expect(await recorded()).toEqual({ chargebacks: [{ state: 'won' }], entries: 1, events: 1 })
    expect(await balance()).toMatchObject({ available: 2000, restricted: false })
  })
})

describe('a chargeback that was lost and is appealed', () => {
  const atRisk = { available: 0, owed: 3000, restricted: true }
  const state = async () =>
    souk.context.database
      .selectFrom('chargebacks')
      .select(['state', 'appeal'])
      .where('agent_id', '=', idOf(agent))
      .executeTakeFirstOrThrow()
  beforeEach(async () => {
    await eventsOf('open', 5000n)
    await eventsOf('lost', 5000n)
  })

  it('is reopened, polled, and returned when the appeal is won', async () => {
    for (let count = 0; count < 2; count++) await eventsOf('open', 5000n, 0n, 'open')
    expect([await state(), await balance()]).toMatchObject([{ state: 'open', appeal: 'open' }, atRisk])
    for (let count = 0; count < 2; count++) await eventsOf('won', 5000n, 5000n, 'decided')
    expect(await state()).toEqual({ state: 'won', appeal: 'decided' })
    expect(await balance()).toMatchObject({ available: 2000, owed: 0, restricted: false })
  })

  it('stays lost when the appeal is lost, even if the appeal event arrives late', async () => {
    await eventsOf('open', 5000n, 0n, 'open')
    await eventsOf('lost', 5000n, 0n, 'decided')
    await eventsOf('open', 5000n, 0n, 'open')
    expect([await state(), await balance()]).toMatchObject([{ state: 'lost', appeal: 'decided' }, atRisk])
  })

  it('is not reopened by an event from before the verdict', async () => {
    await eventsOf('open', 5000n)
    expect(await state()).toEqual({ state: 'lost', appeal: 'none' })
  })

  it('is reopened when the first verdict arrives late', async () => {
    await eventsOf('open', 5000n, 0n, 'open')
    await eventsOf('lost', 5000n)
    await eventsOf('open', 5000n, 0n, 'open')
    expect(await state()).toEqual({ state: 'open', appeal: 'open' })
  })
})

/** Test card whose payments are charged back. */
const disputing = testCards.find(({ disputes }) => disputes?.length === 0)?.number ?? ''

describe('a chargeback without an event', () => {
  const unheard = () =>
    souk.context.database.deleteFrom('sandbox_events').where('type', 'like', 'dispute.%').execute()
  const look = () => souk.work(['chargebacks', 'balance-transactions'])

  it.each([
    ['won', { available: 7000, owed: 0, restricted: false }],
    ['lost', { available: 2000, owed: 0, restricted: false }],
  ] as const)('is found in the balance transactions and polled until it is %s', async (verdict, after) => {
    await look()
    await payments.topUp(ada, agent, 5000, disputing)
    souk.clock.advance(hour)
    await souk.work(['sandbox'])
    await unheard()
    await look()
    expect(await balance()).toMatchObject({ available: 2000, owed: 0, restricted: true })
    const { ref } = await souk.context.database
      .selectFrom('chargebacks')
      .select('ref')
      .where('agent_id', '=', idOf(agent))
      .executeTakeFirstOrThrow()
    await decideDispute(souk.context.store, { ref, verdict })
    await unheard()
    await look()
    expect(await balance()).toMatchObject({ restricted: true })
    souk.clock.advance(day + 1)
    await look()
    expect(await balance()).toMatchObject(after)
  })

  it('is returned when an appeal is won, although it was lost before', async () => {
    const { store } = souk.context
    await look()
    await payments.topUp(ada, agent, 5000, disputing)
    souk.clock.advance(hour)
    await payments.settle()
    const { ref } = await souk.context.database
      .selectFrom('chargebacks')
      .select('ref')
      .where('agent_id', '=', idOf(agent))
      .executeTakeFirstOrThrow()
    await decideDispute(store, { ref, verdict: 'lost' })
    await payments.settle()
    expect(await balance()).toMatchObject({ available: 2000, owed: 0 })
    await appealDispute(store, ref)
    await decideDispute(store, { ref, verdict: 'won' })
    await unheard()
    souk.clock.advance(hour)
    await look()
    expect(await balance()).toMatchObject({ available: 7000, owed: 0 })
  })

  it('is found after a long downtime, although the processor fails in the first scan', async () => {
    await look()
    await payments.topUp(ada, agent, 5000, disputing)
    souk.clock.advance(hour)
    await souk.work(['sandbox'])
    await unheard()
    souk.clock.advance(35 * day)
    const chargebacks = () =>
      souk.context.database
        .selectFrom('chargebacks')
        .select(['state', 'withdrawn'])
        .where('agent_id', '=', idOf(agent))
        .execute()
    const { ports } = souk.context
    const fetchDispute = () => Promise.reject(new Error('no connection'))
    const failing = { ...ports, processor: { ...ports.processor, fetchDispute } }
    await scanBalanceTransactions({ ...souk.context, ports: failing })
    expect(await chargebacks()).toEqual([])
    souk.clock.advance(hour)
    await look()
    expect(await chargebacks()).toEqual([{ state: 'open', withdrawn: 5000n }])
  })
})
