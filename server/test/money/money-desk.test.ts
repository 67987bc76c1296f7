import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../src/lib/clock.ts'
import { clearingAccount, platformAccount } from '../../src/money/ledger/accounts.ts'
import { correct, hold } from '../../src/money/ledger/recipes.ts'
import { posted, usd } from '../../src/money/ledger/test-facts.ts'
import { testCards } from '../../src/money/processor/sandbox/instruments.ts'
import { refundByProcessor } from '../../src/money/processor/sandbox/refunds.ts'
import { asOperator, operatorToken } from '../fixtures/operations.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { signIn } from '../fixtures/people/organizations.ts'
import {
  createPaymentActions,
  goodCard,
  idOf,
  type PaymentActions,
} from '../fixtures/money/payment-actions.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let agent: Agent
let finance: Person
let admin: Person
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
  finance = await souk.operator('finance')
  admin = await souk.operator('admin')
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const as = ({ token }: Person) => ({ as: token })
const balance = () => payments.balance(ada, agent)
let trades = 0
const spend = (amount: bigint) =>
  posted(souk, hold({ ...usd, taskId: `task_desk${++trades}`, clientId: idOf(agent), amount }))
const send = () => souk.work(['refund-orders', 'sandbox', 'sandbox-events', 'processor-events'])
const cardThat = (has: (card: (typeof testCards)[number]) => boolean) =>
  testCards.find(has)?.number ?? fail('no such card')
const lastPayment = async () => {
  const { items } = (await souk.call('listPayments', { agentId: agent.id }, asOperator)).data
  return items[0] ?? fail('no payment')
}
const refund = async (input: { amount?: number } = {}, by = finance) =>
  souk.call('refundPayment', { paymentId: (await lastPayment()).id, reason: 'Asked for.', ...input }, as(by))

describe('refundPayment', () => {
  it('takes the money from the wallet immediately, and sends it by a worker', async () => {
    await payments.topUp(ada, agent, 5000)
    const { data } = await refund({ amount: 1500 })
    expect(data.action).toMatchObject({ kind: 'refund', state: 'executed', amount: { amount: 1500 } })
    expect(await balance()).toMatchObject({ available: 3500, owed: 0 })
    expect(await lastPayment()).toMatchObject({ refundState: 'requested', refunded: { amount: 1500 } })
    await send()
    expect(await lastPayment()).toMatchObject({
      refundState: 'sent',
      refunded: { amount: 1500 },
      refundable: { amount: 3500 },
    })
    await payments.settle()
    await send()
    expect(await balance()).toMatchObject({ available: 3500, owed: 0 })
    const { items } = (
      await souk.call('listActivity', { kind: 'refund' }, { as: ada.token, agent: agent.id })
    ).data
    expect(items).toMatchObject([{ amount: -1500 }])
  })

  it('refuses money that is spent or held, and more than the payment', async () => {
    await payments.topUp(ada, agent, 5000)
    await spend(3000n)
    const short = await refund({ amount: 2001 })
    expect([short.status, short.body['code']]).toEqual([402, 'insufficient-funds'])
    expect((await refund({ amount: 2000 })).status).toBe(200)
    expect((await refund({ amount: 5001 })).status).toBe(422)
    expect(await balance()).toMatchObject({ available: 0, owed: 0 })
  })

  it('refunds once if two operators refund concurrently', async () => {
    await payments.topUp(ada, agent, 5000)
    await payments.topUp(ada, agent, 5000)
    const both = await Promise.all([refund({}, finance), refund({}, admin)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await send()
    expect(await balance()).toMatchObject({ available: 5000 })
  })

  it('returns the money to the wallet if the card refuses the refund', async () => {
    await payments.topUp(
      ada,
      agent,
      5000,
      cardThat(({ refundsFail }) => refundsFail === true),
    )
    await refund()
    await send()
    souk.clock.advance(minute)
    await send()
    expect(await balance()).toMatchObject({ available: 5000, owed: 0 })
    expect(await lastPayment()).toMatchObject({ refunded: { amount: 0 }, refundable: { amount: 5000 } })
  })

  it('returns the money if the processor refuses: its payment was refunded there meanwhile', async () => {
    await payments.topUp(ada, agent, 5000)
    await souk.context.database.updateTable('sandbox_payments').set({ refunded: 5000n }).execute()
    await refund()
    await send()
    expect(await lastPayment()).toMatchObject({ refundState: 'failed', refundFailure: 'cannot_refund' })
    expect(await balance()).toMatchObject({ available: 5000 })
    await souk.context.database.updateTable('sandbox_payments').set({ refunded: 0n }).execute()
  })

  it('refuses support, the token and people who can act as the agent', async () => {
    await payments.topUp(ada, agent, 5000)
    expect((await refund({}, await souk.operator('support'))).status).toBe(403)
    const { id: paymentId } = await lastPayment()
    expect((await souk.call('refundPayment', { paymentId, reason: 'x' }, asOperator)).status).toBe(403)
    const own = await souk.operator('finance')
    agent = await souk.agent(own)
    await payments.topUp(own, agent, 5000)
    const refused = await refund({}, own)
    expect([refused.status, refused.body['error']]).toEqual([
      403,
      'Operators cannot move money of an agent of theirs.',
    ])
  })
})

describe('an action above the limit of the policy', () => {
  it('moves no money until another operator approves it', async () => {
    await payments.topUp(ada, agent, 20_000)
    const { action } = (await refund()).data
    expect(action).toMatchObject({ state: 'pending', decidedBy: null })
    expect(await balance()).toMatchObject({ available: 20_000 })
    const self = await souk.call('approveAction', { actionId: action.id }, as(finance))
    expect([self.status, self.body['error']]).toEqual([
      403,
      'The operator who proposed an action cannot approve it.',
    ])
    expect((await souk.call('listActions', { state: 'pending' }, asOperator)).data.items).toMatchObject([
      action,
    ])
    const approved = await Promise.all(
      [admin, admin].map((by) => souk.call('approveAction', { actionId: action.id }, as(by))),
    )
    expect(approved.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await send()
    expect(await balance()).toMatchObject({ available: 0, owed: 0 })
  })

  it('cannot be split into smaller ones within a day', async () => {
    await payments.topUp(ada, agent, 20_000)
    const states = async (amount: number) => (await refund({ amount })).data.action.state
    expect([await states(6000), await states(4000), await states(100)]).toEqual([
      'executed',
      'executed',
      'pending',
    ])
    souk.clock.advance(day)
    finance = await signIn(souk, finance)
    expect(await states(100)).toBe('executed')
    await send()
  })

  it('stays pending if the money is gone, and ends by a rejection or after a week', async () => {
    await payments.topUp(ada, agent, 20_000)
    const { id: actionId } = (await refund()).data.action
    await spend(15_000n)
    expect((await souk.call('approveAction', { actionId }, as(admin))).status).toBe(402)
    const rejected = await souk.call('rejectAction', { actionId, reason: 'Spent.' }, as(finance))
    expect(rejected.data.action).toMatchObject({ state: 'rejected', decisionReason: 'Spent.' })
    expect((await souk.call('approveAction', { actionId }, as(admin))).status).toBe(409)
    await payments.topUp(ada, agent, 20_000)
    const { id: late } = (await refund()).data.action
    souk.clock.advance(7 * day)
    admin = await signIn(souk, admin)
    const expired = await souk.call('approveAction', { actionId: late }, as(admin))
    expect([expired.status, expired.body['error']]).toEqual([
      409,
      'The action is expired. Only a pending action can be decided.',
    ])
    const { items } = (await souk.call('listActions', { state: 'expired' }, asOperator)).data
    expect(items.map(({ id }) => id)).toContain(late)
  })

  it('needs none if the policy switches it off', async () => {
    await souk.call('updatePolicy', { approvalAbove: null, reason: 'One operator.' }, as(admin))
    await souk.work(['policy'])
    await payments.topUp(ada, agent, 20_000)
    expect((await refund()).data.action.state).toBe('executed')
    await souk.call('updatePolicy', { approvalAbove: 10_000, reason: 'Two.' }, as(admin))
    await souk.work(['policy'])
    await send()
  })
})

describe('writeOffDebt and correctPosting', () => {
  /** Tops up, spends, and loses the payment to the bank of the cardholder. */
  const indebted = async () => {
    await payments.topUp(ada, agent, 5000, goodCard)
    await spend(5000n)
    const { paymentRef } = await lastPayment()
    await souk.context.store.write(async (tx) => {
      const row = await tx
        .selectFrom('sandbox_payments')
        .selectAll()
        .where('id', '=', paymentRef ?? '')
        .executeTakeFirstOrThrow()
      await refundByProcessor(tx, row)
    })
    await payments.settle()
    expect(await balance()).toMatchObject({ available: 0, owed: 5000 })
  }

  it('forgives a debt as a loss of the platform, and brings it back', async () => {
    await indebted()
    const { items } = (await souk.call('listDebts', { limit: 100 }, asOperator)).data
    expect(items).toContainEqual(
      expect.objectContaining({ agentId: agent.id, owed: { amount: 5000, currency: 'USD' } }),
    )
    const input = { agentId: agent.id, amount: 2000, reason: 'Half.' }
    const { action } = (await souk.call('writeOffDebt', input, as(finance))).data
    expect(await balance()).toMatchObject({ owed: 3000 })
    const tooMuch = await souk.call('writeOffDebt', { ...input, amount: 3001 }, as(finance))
    expect(tooMuch.status).toBe(422)
    const posting = `write_off:${action.id}`
    const [row] = (await souk.call('listPostings', { agentId: agent.id, limit: 1 }, asOperator)).data.items
    expect(row).toMatchObject({
      key: posting,
      correctable: true,
      transfers: [
        {
          debit: { kind: 'chargeback_losses', ownerName: null },
          credit: { owner: agent.id, ownerName: `@${agent.name}` },
        },
      ],
      actor: 'operator',
      actorName: null,
    })
    const corrections = await Promise.all(
      [1, 2].map(() => souk.call('correctPosting', { posting, reason: 'Wrong agent.' }, as(finance))),
    )
    expect(corrections.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await balance()).toMatchObject({ owed: 5000 })
    expect((await souk.call('writeOffDebt', { agentId: agent.id, reason: 'All.' }, as(finance))).status).toBe(
      200,
    )
    expect(await balance()).toMatchObject({ owed: 0, restricted: false })
    expect((await souk.call('writeOffDebt', { agentId: agent.id, reason: 'x' }, as(finance))).status).toBe(
      409,
    )
  })

  it('refuses to correct postings of payments and tasks', async () => {
    await payments.topUp(ada, agent, 5000)
    const posting = `top_up:${(await lastPayment()).id}`
    const refused = await souk.call('correctPosting', { posting, reason: 'x' }, as(finance))
    expect([refused.status, refused.body['error']]).toEqual([
      422,
      '"posting" must be a write-off, repayment or conversion; this one is top_up.',
    ])
    expect((await souk.call('correctPosting', { posting: 'none', reason: 'x' }, as(finance))).status).toBe(
      404,
    )
  })
})

describe('takePayoutAction', () => {
  const requested = async () => {
    await payments.earn(agent, 5000)
    await payments.onboard(ada, agent)
    const input = { amount: 5000, currency: 'USD' }
    return (await souk.call('requestPayout', input, { as: ada.token, agent: agent.id })).data.payout.id
  }
  const listed = async (state: 'held' | 'in_progress') => {
    const { items } = (await souk.call('listMarketPayouts', { state, agentId: agent.id }, asOperator)).data
    return items.map(({ id }) => id)
  }
  const act = (payoutId: string, action: 'hold' | 'release' | 'cancel', reason?: string) =>
    souk.call(
      'takePayoutAction',
      { payoutId, action, ...(reason === undefined ? {} : { reason }) },
      as(finance),
    )

  it('holds a payout until it is released', async () => {
    const id = await requested()
    expect((await act(id, 'hold')).status).toBe(400)
    const held = (await act(id, 'hold', 'Stolen card?')).data.payout
    expect(held).toMatchObject({
      held: true,
      holdReason: 'Stolen card?',
      operatorActions: ['cancel', 'release'],
    })
    await payments.settle()
    expect(await listed('held')).toEqual([id])
    expect(await balance()).toMatchObject({ payoutPending: 5000 })
    expect((await act(id, 'hold', 'Again.')).status).toBe(409)
    expect((await act(id, 'release')).data.payout).toMatchObject({ held: false })
    await payments.settle()
    expect(await listed('held')).toEqual([])
    expect(await balance()).toMatchObject({ payoutPending: 0, earnings: 0 })
  })

  it('cancels a held payout, and refuses operators who can act as the agent', async () => {
    const id = await requested()
    await act(id, 'hold', 'Fraud.')
    await souk.call('verifyEmail', { token: await souk.mailedToken(ada.email, /Verify/) })
    await souk.call('addOperator', { email: ada.email, role: 'finance' }, asOperator)
    expect((await souk.call('takePayoutAction', { payoutId: id, action: 'release' }, as(ada))).status).toBe(
      403,
    )
    expect((await act(id, 'cancel')).status).toBe(200)
    expect(await balance()).toMatchObject({ payoutPending: 0, earnings: 5000 })
    expect(await listed('in_progress')).toEqual([])
  })
})

describe('listVerifications', () => {
  it('lists the hourly and daily runs, with violations', async () => {
    await souk.work(['audit-chain'])
    await souk.work(['verifications'])
    await souk.work(['verifications'])
    const { items } = (await souk.call('listVerifications', {}, asOperator)).data
    expect(items.map(({ kind, ok }) => [kind, ok])).toEqual([
      ['processor', true],
      ['audit', true],
      ['ledger', true],
    ])
    expect(items[0]?.detail).toMatch(/^The processor holds USD .* Difference: /)
    souk.clock.advance(hour)
    const accounts = { debit: platformAccount(usd, 'suspense'), credit: clearingAccount(usd, 'sandbox') }
    const wrong = {
      key: 'test:1',
      kind: 'top_up_fee',
      ref: 'test',
      transfers: [{ ...accounts, amount: 1n }],
    } as const
    await posted(souk, wrong)
    await souk.work(['verifications'])
    expect(souk.loggedErrors.splice(0)).toHaveLength(1)
    const [newest] = (await souk.call('listVerifications', { kind: 'ledger' }, asOperator)).data.items
    expect(newest).toMatchObject({ ok: false, detail: 'Violations: suspense-empty (1).' })
    await posted(souk, correct(wrong))
  })
})

describe('statements', () => {
  const month = () => souk.clock.now().toISOString().slice(0, 7)

  it('sum up the month for the platform: every account, and all of them to zero', async () => {
    await payments.earn(agent, 4000)
    const { items } = (await souk.call('getPlatformStatement', { month: month(), limit: 100 }, asOperator))
      .data
    expect(items.reduce((sum, { closing }) => sum + closing, 0)).toBe(0)
    for (const { opening, credits, debits, closing } of items)
      expect(opening + credits - debits).toBe(closing)
    expect(items).toContainEqual(expect.objectContaining({ account: 'earnings', owner: 'agents' }))
    const { items: later } = (
      await souk.call('getPlatformStatement', { month: '2027-12', limit: 100 }, asOperator)
    ).data
    expect(later.every(({ opening, closing }) => opening === closing)).toBe(true)
    expect((await souk.call('getPlatformStatement', { month: '2026-13' }, asOperator)).status).toBe(400)
  })

  it('show an owner what came in and went out, as CSV too', async () => {
    await payments.topUp(ada, agent, 5000)
    await payments.earn(agent, 4000)
    await refund({ amount: 1000 })
    const input = { month: month(), ownerId: ada.user.id }
    const { items } = (await souk.call('listOwnerStatements', input, asOperator)).data
    expect(items).toEqual([
      {
        ownerId: ada.user.id,
        name: 'Ada',
        currency: 'USD',
        opening: 0,
        toppedUp: 5000,
        spent: 0,
        earned: 4000,
        paidOut: 0,
        reversed: 1000,
        other: 0,
        closing: 8000,
      },
    ])
    const csv = await souk.app.inject({
      url: `/api/admin/statements/${input.month}/owners?ownerId=${ada.user.id}`,
      headers: { accept: 'text/csv', authorization: `Bearer ${operatorToken}` },
    })
    expect(csv.body).toBe(
      `ownerId,name,currency,opening,toppedUp,spent,earned,paidOut,reversed,other,closing\r\n${ada.user.id},Ada,USD,0,5000,0,4000,0,1000,0,8000\r\n`,
    )
    await send()
  })
})
