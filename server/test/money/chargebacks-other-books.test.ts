/** A chargeback from before a change of processor concerns neither wallets nor earnings of the current book. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { applyRefund } from '../../src/money/payments/apply/apply-refund.ts'
import { riskOf } from '../../src/money/payments/apply/earnings-holds.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  trade = await createTaskFixture(souk, 10_000)
})
afterEach(async () => {
  expect(await trade.payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

async function insertChargeback(state: 'open' | 'lost'): Promise<void> {
  const { database } = souk.context
  const now = souk.clock.now()
  const agent_id = idOf(trade.client.agent)
  const row = { agent_id, book: 'live', currency: 'USD', created_at: now, updated_at: now } as const
  const payment = {
    ...row,
    id: newId('pay', now),
    kind: 'top_up',
    amount: 10_000n,
    state: 'succeeded',
  } as const
  await database.insertInto('payments').values(payment).execute()
  const moved = { payment_id: payment.id, amount: 10_000n, withdrawn: 10_000n }
  await database
    .insertInto('chargebacks')
    .values({ ...row, ...moved, ref: `dp_${payment.id}`, state })
    .execute()
}

/** Refunds the whole top-up at the processor, so that funds held for tasks become a debt. */
async function refundTopUp(): Promise<void> {
  const { id } = await souk.context.database
    .selectFrom('payments')
    .select('id')
    .where('agent_id', '=', idOf(trade.client.agent))
    .where('book', '=', 'sandbox')
    .executeTakeFirstOrThrow()
  const amount = { amount: 10_000n, currency: 'USD' }
  const refund = { id: undefined, ref: `re_${id}`, paymentRef: '', status: 'succeeded', amount } as const
  await souk.context.store.write((tx) => applyRefund(tx, id, refund))
}

const balance = async ({ key }: TestAgent) => (await souk.call('getBalance', {}, key)).data.balance
const accept = (taskId: string) =>
  souk.call('acceptTask', { name: trade.provider.agent.name, taskId }, trade.client.key)

/** As an acceptance sees it, batched and in a transaction. */
async function risks(): Promise<unknown[]> {
  const { store, config } = souk.context
  const { book, currency } = config.settings
  const agentId = idOf(trade.client.agent)
  return store.write(async (tx) => {
    const { rows } = await sql`select client_at_risk(${agentId}, ${book}) as batched`.execute(tx)
    return [...rows, await riskOf(tx, { book, currency, agentId })]
  })
}

describe('a chargeback of another book', () => {
  it('restricts neither the wallet nor the earnings of providers while it is open', async () => {
    const task = await trade.deliver(await trade.hire(4000))
    await insertChargeback('open')
    expect(await balance(trade.client)).toMatchObject({ restricted: false })
    expect(await risks()).toEqual([{ batched: false }, 'none'])
    await accept(task.id)
    expect(await balance(trade.provider)).toMatchObject({ earnings: 3800, pending: 0 })
    await trade.payments.onboard(trade.provider.person, trade.provider.agent)
    expect((await souk.call('requestPayout', usd(3800), trade.provider.asPerson)).status).toBe(200)
    await trade.hire(4000)
    expect(await balance(trade.client)).toMatchObject({ available: 2000, held: 4000 })
  })

  it('takes no earnings of providers for a debt of this book after it was lost', async () => {
    const task = await trade.deliver(await trade.hire(4000))
    await insertChargeback('lost')
    await refundTopUp()
    expect(await balance(trade.client)).toMatchObject({ available: 0, owed: 4000 })
    expect(await risks()).toEqual([{ batched: false }, 'none'])
    await accept(task.id)
    expect(await balance(trade.provider)).toMatchObject({ earnings: 3800, pending: 0 })
    expect(await balance(trade.client)).toMatchObject({ owed: 4000 })
  })
})
