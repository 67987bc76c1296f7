import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../src/lib/clock.ts'
import { hold } from '../../src/money/ledger/recipes.ts'
import { newName, newTrade, posted } from '../../src/money/ledger/test-facts.ts'
import { testCards } from '../../src/money/processor/sandbox/instruments.ts'
import { refund } from '../../src/money/processor/sandbox/refunds.ts'
import type { RefundSnapshot } from '../../src/money/processor/snapshots.ts'
import { applyRefund } from '../../src/money/payments/apply/apply-refund.ts'
import type { Id } from '../../src/lib/ids.ts'
import {
  goodCard,
  idOf,
  createPaymentActions,
  type PaymentActions,
} from '../fixtures/money/payment-actions.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { signIn } from '../fixtures/people/organizations.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let agent: Agent
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

/** Test card whose refunds fail. */
const refusing = testCards.find(({ refundsFail }) => refundsFail === true)?.number ?? fail('no such card')

const usd = (amount: bigint) => ({ amount, currency: 'USD' })
const balance = () => payments.balance(ada, agent)

async function paid(): Promise<{ id: Id<'pay'>; ref: string }> {
  const { id, payment_ref: ref } = await souk.context.database
    .selectFrom('payments')
    .select(['id', 'payment_ref'])
    .where('agent_id', '=', idOf(agent))
    .executeTakeFirstOrThrow()
  return { id, ref: ref ?? fail('the payment has no name at the processor') }
}

/** Partial refund made at the processor. */
async function refundAtProcessor(amount: bigint): Promise<string> {
  const input = { id: newName('re'), paymentRef: (await paid()).ref, amount: usd(amount) }
  const result = await refund(souk.context.store, input)
  return 'refund' in result ? result.refund.ref : fail(`not given back: ${result.outcome}`)
}

const refundOf = (ref: string) =>
  souk.context.database.selectFrom('refunds').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow()

/** Tops up 5000 and holds 3000 of it for a task. */
async function topUpAndSpend(card = goodCard): Promise<void> {
  await payments.topUp(ada, agent, 5000, card)
  await posted(souk, hold({ ...newTrade(), clientId: idOf(agent), amount: 3000n }))
}

describe('a refund made at the processor', () => {
  it('is debited from the wallet', async () => {
    await topUpAndSpend()
    await refundAtProcessor(1500n)
    await payments.settle()
    expect(await balance()).toMatchObject({ available: 500, owed: 0, restricted: false })
    const { data } = await souk.call('listActivity', { kind: 'refund' }, { as: ada.token, agent: agent.id })
    expect(data.items).toMatchObject([{ kind: 'refund', amount: -1500, balanceAfter: 500 }])
  })

  it('leaves a debt for spent money, which new money repays first', async () => {
    await topUpAndSpend()
    await refundAtProcessor(5000n)
    await payments.settle()
    expect(await balance()).toMatchObject({ available: 0, owed: 3000, restricted: true })
    await payments.topUp(ada, agent, 3100)
    expect(await balance()).toMatchObject({ available: 100, owed: 0, restricted: false })
  })

  it('is credited again when it fails, repaying the debt first', async () => {
    await topUpAndSpend(refusing)
    await refundAtProcessor(5000n)
    await payments.settle()
    expect(await balance()).toMatchObject({ available: 0, owed: 3000 })
    souk.clock.advance(minute)
    await payments.settle()
    expect(await balance()).toMatchObject({ available: 2000, owed: 0, restricted: false })
  })

  it('may be reported before the payment', async () => {
    const as = { as: ada.token, agent: agent.id }
    const { data } = await souk.call('startTopUp', { amount: 5000, currency: 'USD' }, as)
    await payments.complete(data.session, { card: goodCard })
    const { id: paymentRef } = await souk.context.database
      .selectFrom('sandbox_payments')
      .select('id')
      .where('our_id', '=', data.session.id)
      .executeTakeFirstOrThrow()
    await souk.context.database.deleteFrom('sandbox_events').execute()
    await refund(souk.context.store, { id: newName('re'), paymentRef, amount: usd(1500n) })
    await souk.work(['sandbox-events', 'processor-events'])
    expect(await balance()).toMatchObject({ available: 3500, owed: 0 })
  })
})

describe('a repeated or outdated refund event', () => {
  const receive = async (status: RefundSnapshot['status']) => {
    const { id, ref: paymentRef } = await paid()
    const snapshot = { id: undefined, ref: `re_${id}`, paymentRef, status, amount: usd(5000n) }
    await souk.context.store.write((tx) => applyRefund(tx, id, snapshot))
  }

  it.each([
    [
      'received repeatedly',
      ['pending', 'pending', 'succeeded', 'succeeded'],
      'succeeded',
      { available: 0, owed: 3000 },
    ],
    ['received late', ['succeeded', 'pending'], 'succeeded', { available: 0, owed: 3000 }],
    [
      'reported after it failed',
      ['pending', 'failed', 'pending', 'succeeded'],
      'failed',
      { available: 2000, owed: 0 },
    ],
    ['reported only after it failed', ['failed', 'pending'], 'failed', { available: 2000, owed: 0 }],
    ['repeated after a failure', ['succeeded', 'failed', 'failed'], 'failed', { available: 2000, owed: 0 }],
  ] as const)('%s changes nothing', async (_how, statuses, state, after) => {
    await topUpAndSpend()
    for (const status of statuses) await receive(status)
    expect(await balance()).toMatchObject(after)
    expect((await refundOf(`re_${(await paid()).id}`)).state).toBe(state)
  })
})

describe('a refund without an event', () => {
  const unheard = () =>
    souk.context.database.deleteFrom('sandbox_events').where('type', 'like', 'refund.%').execute()
  const look = () => souk.work(['refunds', 'balance-transactions'])

  it('is found in the balance transactions', async () => {
    await look()
    await topUpAndSpend()
    await refundAtProcessor(1500n)
    await unheard()
    souk.clock.advance(hour)
    await look()
    expect(await balance()).toMatchObject({ available: 500, owed: 0 })
  })

  it('is found even if an older node without refund support looked before', async () => {
    await topUpAndSpend()
    await refundAtProcessor(1500n)
    await unheard()
    souk.clock.advance(3 * day)
    await souk.context.database
      .insertInto('movement_looks')
      .values({ book: 'sandbox', seen_up_to: souk.clock.now(), due_at: souk.clock.now() })
      .onConflict((conflict) =>
        conflict.column('book').doUpdateSet({
          seen_up_to: souk.clock.now(),
          refunds_seen_up_to: null,
          due_at: souk.clock.now(),
        }),
      )
      .execute()
    await look()
    ada = await signIn(souk, ada)
    expect(await balance()).toMatchObject({ available: 500, owed: 0 })
  })

  it('is returned by a scan when it fails after its last poll', async () => {
    await look()
    await topUpAndSpend(refusing)
    const ref = await refundAtProcessor(1500n)
    await payments.settle()
    await souk.context.database.updateTable('refunds').set({ due_at: null }).where('ref', '=', ref).execute()
    souk.clock.advance(hour)
    await souk.work(['sandbox'])
    await unheard()
    await look()
    expect(await balance()).toMatchObject({ available: 2000, owed: 0 })
  })

  it('is polled as long as it can still fail', async () => {
    await topUpAndSpend(refusing)
    const ref = await refundAtProcessor(1500n)
    await payments.settle()
    expect(await balance()).toMatchObject({ available: 500 })
    souk.clock.advance(minute)
    await souk.work(['sandbox'])
    await unheard()
    souk.clock.advance(day)
    await look()
    expect(await balance()).toMatchObject({ available: 2000, owed: 0 })
    expect(await dueAt(ref)).toBeNull()
  })

  it('is polled for at most a month', async () => {
    await topUpAndSpend()
    const ref = await refundAtProcessor(1500n)
    await payments.settle()
    expect(await dueAt(ref)).not.toBeNull()
    for (let days = 0; days < 31; days++) {
      souk.clock.advance(day)
      await look()
    }
    expect(await dueAt(ref)).toBeNull()
  })

  const dueAt = async (ref: string) => (await refundOf(ref)).due_at
})
