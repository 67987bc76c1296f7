import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../../src/db/transact.ts'
import { day, hour, minute } from '../../src/lib/clock.ts'
import { isId, type Id } from '../../src/lib/ids.ts'
import { advance } from '../../src/money/processor/sandbox/advance.ts'
import { applyBankPayout, applyReversal, applyTransfer } from '../../src/money/payouts/apply-payout.ts'
import { applyRefusal } from '../../src/money/payouts/apply-refusal.ts'
import { leaseDuePayouts } from '../../src/money/payouts/queries.ts'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
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
  await payments.earn(agent, 5000)
  await payments.onboard(ada, agent)
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const request = (amount = 5000) =>
  souk.call('requestPayout', { amount, currency: 'USD' }, { as: ada.token, agent: agent.id })

/** Requests a payout and lets a worker claim it. */
async function taken(amount?: number): Promise<Id<'pout'>> {
  const { id } = (await request(amount)).data.payout
  await souk.context.store.write(leaseDuePayouts)
  return isId('pout', id) ? id : fail('not the id of a payout')
}

/** An event of the processor about it. */
const about = (id: Id<'pout'>, amount = 5000n) => ({
  id,
  ref: `ref_${id}`,
  accountRef: 'account',
  amount: { amount, currency: 'USD' },
  reversed: { amount: 0n, currency: 'USD' },
  failureCode: undefined,
  failureMessage: undefined,
})
/** Event that the account cannot be paid. */
const refuse = (tx: Tx, id: Id<'pout'>) =>
  applyRefusal(
    tx,
    { id, state: 'sending', attempt: 1 },
    { refusal: { class: 'fail', code: 'account_not_ready', message: 'The account is closed.' } },
  )
const write = (change: (tx: Tx) => Promise<void>) => souk.context.store.write(change)

describe('a payout', () => {
  it('returns its money once when it is refused and then reported as reversed', async () => {
    const id = await taken()
    await write((tx) => refuse(tx, id))
    for (let count = 0; count < 2; count++) await write((tx) => applyReversal(tx, id))
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 5000, payoutPending: 0 })
  })

  it('reported as refused after sending does not take the money of another payout', async () => {
    const id = await taken(3000)
    await write((tx) => applyTransfer(tx, { ...about(id, 3000n), status: 'sent' }))
    await request(2000)
    for (let count = 0; count < 2; count++) await write((tx) => refuse(tx, id))
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 0, payoutPending: 2000 })
  })

  it('stays returned regardless of later events', async () => {
    const id = await taken()
    await write((tx) => applyTransfer(tx, { ...about(id), status: 'reversed' }))
    for (const status of ['in_transit', 'paid', 'failed'] as const) {
      await write((tx) => applyBankPayout(tx, { ...about(id), status }))
      const { data } = await souk.call('getPayout', { payoutId: id }, { as: ada.token, agent: agent.id })
      expect(data.payout.status).toBe('returned')
    }
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 5000, payoutPending: 0 })
  })

  it('stays paid when an outdated response arrives', async () => {
    const id = await taken()
    await write((tx) => applyTransfer(tx, { ...about(id), status: 'sent' }))
    for (const status of ['paid', 'in_transit', 'pending'] as const) {
      await write((tx) => applyBankPayout(tx, { ...about(id), status }))
      const { data } = await souk.call('getPayout', { payoutId: id }, { as: ada.token, agent: agent.id })
      expect(data.payout.status).toBe('paid')
    }
  })

  it('stays paid and is polled daily when the processor no longer shows it', async () => {
    const { id } = (await request()).data.payout
    for (let minutes = 0; minutes < 4; minutes++) {
      await payments.settle()
      souk.clock.advance(minute)
    }
    await souk.context.database.deleteFrom('sandbox_payouts').where('our_id', '=', id).execute()
    souk.clock.advance(day)
    await souk.work(['payouts'])
    const row = await souk.context.database
      .selectFrom('payouts')
      .select(['state', 'due_at'])
      .where('id', '=', isId('pout', id) ? id : fail('no id'))
      .executeTakeFirstOrThrow()
    expect(row.state).toBe('paid')
    expect(row.due_at?.getTime()).toBeGreaterThanOrEqual(souk.clock.now().getTime() + day)
    ada = await signIn(souk, ada)
  })

  it('returned by the bank is restored to earnings even without an event', async () => {
    await payments.onboard(ada, agent, 'sandbox_bank_return')
    const { id } = (await request()).data.payout
    const workOn = async (days: number, workers: readonly string[]) => {
      for (let hours = 0; hours < days * 24; hours += 6) {
        souk.clock.advance(6 * hour)
        await souk.work([...workers])
      }
      ada = await signIn(souk, ada)
    }
    const status = async () =>
      (await souk.call('getPayout', { payoutId: id }, { as: ada.token, agent: agent.id })).data.payout.status
    // No events are delivered, so everything is learned by polling.
    await workOn(4, ['sandbox', 'payouts'])
    await workOn(16, ['sandbox', 'payouts'])
    expect(await status()).toBe('returned')
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 5000, payoutPending: 0 })
  })

  it.each([1, 2, 3])('is sent once even if all nodes are down for a month after %i steps', async (steps) => {
    souk.clock.advance(minute)
    await souk.work(['sandbox'])
    // Responses for this amount are lost, so that no step is known to be done.
    const { id } = (await request(1013)).data.payout
    for (let step = 0; step < steps; step++) {
      await souk.work(['payouts'])
      souk.clock.advance(3 * minute)
    }
    // The processor's idempotency keys and events have expired by now.
    souk.clock.advance(31 * day)
    while ((await advance(souk.context)) > 0);
    for (let hours = 0; hours < 8; hours++) {
      await payments.settle()
      souk.clock.advance(7 * minute)
    }
    for (const table of ['sandbox_transfers', 'sandbox_payouts'] as const) {
      const rows = souk.context.database.selectFrom(table).select('id').where('our_id', '=', id)
      expect(await rows.execute(), table).toHaveLength(1)
    }
    ada = await signIn(souk, ada)
    const { data } = await souk.call('getPayout', { payoutId: id }, { as: ada.token, agent: agent.id })
    expect(data.payout.status).toBe('paid')
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 3987, payoutPending: 0 })
  })

  it('is refused while a chargeback is open, regardless of earnings', async () => {
    await payments.topUp(ada, agent, 2000, '4000000000000259')
    for (let days = 0; days < 3; days++) {
      souk.clock.advance(day)
      await payments.settle()
    }
    ada = await signIn(souk, ada)
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 5000, restricted: true })
    expect((await request()).status).toBe(403)
    expect(await payments.balance(ada, agent)).toMatchObject({ earnings: 5000, payoutPending: 0 })
  })
})
