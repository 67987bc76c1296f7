import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, minute, second } from '../../src/lib/clock.ts'
import { asOperator } from '../fixtures/operations.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import type { TestAgent } from '../fixtures/people/test-agents.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let trade: TaskFixture
let finance: Person
let ref: string
beforeAll(async () => {
  souk = await startSouk()
})
/** The client tops up, buys and accepts work, and disputes the payment. */
beforeEach(async () => {
  trade = await createTaskFixture(souk)
  finance = await souk.operator('finance')
  ref = await disputed(5000)
})
afterEach(async () => {
  expect(await trade.payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

type Payer = Pick<TestAgent, 'agent' | 'person'>
const disputeCard = '4000000000000259'

async function disputed(amount: number, { person, agent }: Payer = trade.client): Promise<string> {
  await trade.payments.topUp(person, agent, amount, disputeCard)
  if (agent === trade.client.agent) await buyWork()
  await pass(minute)
  const input = { state: 'open', agentId: agent.id } as const
  const { items } = (await souk.call('listChargebacks', input, asOperator)).data
  return items[0]?.ref ?? fail('no chargeback')
}

async function buyWork(): Promise<void> {
  const { id: taskId } = await trade.deliver(await trade.hire(1000))
  await souk.call('acceptTask', { name: trade.provider.agent.name, taskId }, trade.client.key)
}

async function pass(milliseconds: number): Promise<void> {
  souk.clock.advance(milliseconds)
  await souk.work(['evidence'])
  await trade.payments.settle()
}

const as = ({ token }: Person) => ({ as: token })
const show = async () =>
  (await souk.call('getChargeback', { chargebackRef: ref }, asOperator)).data.chargeback
const write = (statement = 'The client accepted the delivery.', by = finance) =>
  souk.call('saveEvidence', { chargebackRef: ref, statement }, as(by))
const send = (by = finance) => souk.call('sendEvidence', { chargebackRef: ref }, as(by))

describe('getChargeback', () => {
  it('gathers the facts of the trade without contents of messages, and records the reading', async () => {
    const { facts, evidence, evidenceState } = await show()
    expect([evidence, evidenceState]).toEqual([null, null])
    expect(facts.customer).toMatchObject({ email: trade.client.person.email })
    expect(facts.tasks[0]).toMatchObject({
      provider: trade.provider.agent.name,
      price: { amount: 1000, currency: 'USD' },
      paid: { amount: 1000, currency: 'USD' },
      phase: 'completed',
      deliveredAt: expect.any(String),
      acceptedAt: expect.any(String),
      artifacts: expect.any(Number),
    })
    const entries = await souk.context.database
      .selectFrom('audit_entries')
      .select('action')
      .where('target', '=', ref)
      .where('action', '=', 'chargeback.read')
      .execute()
    expect(entries).toHaveLength(1)
  })

  it('returns 404 for an unknown ref', async () => {
    for (const chargebackRef of ['dp_none', '%', "'--"])
      expect((await souk.call('getChargeback', { chargebackRef }, asOperator)).status).toBe(404)
  })
})

describe('sendEvidence', () => {
  it('sends a frozen statement with the facts by a worker; the bank accepts it', async () => {
    expect((await write('First.')).data.chargeback.evidence).toMatchObject({ state: 'draft', sentAt: null })
    expect((await write()).status).toBe(200)
    expect((await send()).data.chargeback.evidenceState).toBe('queued')
    expect((await write('Too late.')).status).toBe(409)
    expect((await send()).status).toBe(409)
    await souk.work(['evidence'])
    const sent = await show()
    expect(sent.evidence).toMatchObject({ state: 'sent', sentAt: expect.any(String), failure: null })
    await pass(6 * second)
    expect(await show()).toMatchObject({ state: 'won', evidenceState: 'accepted', facts: sent.facts })
  })

  it('sends what a bank reads: the customer, the service and the steps of the trade', async () => {
    await write()
    await send()
    await souk.work(['evidence'])
    const { evidence } = await souk.context.database
      .selectFrom('sandbox_disputes')
      .select('evidence')
      .where('id', '=', ref)
      .executeTakeFirstOrThrow()
    const { tasks } = (await show()).facts
    expect(JSON.parse(evidence ?? '')).toEqual({
      customerName: trade.client.person.user.displayName,
      customerEmail: trade.client.person.email,
      productDescription: expect.stringContaining(`by ${trade.provider.agent.name} for USD 10.00`),
      serviceDate: tasks[0]?.deliveredAt?.slice(0, 10),
      activityLog: expect.stringContaining('was accepted; USD 10.00 was paid to the provider.'),
      statement: 'The client accepted the delivery.',
    })
  })

  it('shows a rejection by the bank', async () => {
    await write('losing_evidence')
    await send()
    await souk.work(['evidence'])
    await pass(6 * second)
    expect(await show()).toMatchObject({ state: 'lost', evidenceState: 'rejected' })
  })

  it('shows a refusal of the processor, after which it can be changed and sent again', async () => {
    await write()
    await send()
    const { database } = souk.context
    await database.updateTable('sandbox_disputes').set({ evidence: 'x' }).where('id', '=', ref).execute()
    await souk.work(['evidence'])
    expect((await show()).evidence).toMatchObject({
      state: 'failed',
      failure: 'The dispute is decided, or has evidence already.',
    })
    await database.updateTable('sandbox_disputes').set({ evidence: null }).where('id', '=', ref).execute()
    expect((await write('Second.')).data.chargeback.evidence).toMatchObject({ state: 'draft', failure: null })
    await send()
    await souk.work(['evidence'])
    expect((await show()).evidenceState).toBe('sent')
  })

  it('repeats a call whose response was lost, without a second submission', async () => {
    // The sandbox loses the response to a call with this amount after it has acted.
    const person = await souk.person()
    ref = await disputed(5013, { person, agent: await souk.agent(person) })
    await write()
    await send()
    await souk.work(['evidence'])
    expect((await show()).evidenceState).toBe('queued')
    souk.clock.advance(3 * minute)
    await souk.work(['evidence'])
    expect((await show()).evidenceState).toBe('sent')
  })

  it('sends the evidence once if two operators send concurrently', async () => {
    await write()
    const other = await souk.operator('admin')
    const both = await Promise.all([send(), send(other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('needs a statement, and an undecided chargeback', async () => {
    const empty = await send()
    expect([empty.status, empty.body['error']]).toEqual([409, 'There is no evidence yet.'])
    await pass(7 * day)
    await pass(minute)
    finance = await souk.operator('finance')
    const late = await write()
    expect([late.status, late.body['error']]).toEqual([
      409,
      'Evidence can be sent only while the chargeback is open; it is lost.',
    ])
  })

  it('refuses support, auditors, the token and people who can act as the agent', async () => {
    for (const role of ['support', 'auditor'] as const) {
      const other = await souk.operator(role)
      expect([(await write('x', other)).status, (await send(other)).status]).toEqual([403, 403])
    }
    expect((await souk.call('sendEvidence', { chargebackRef: ref }, asOperator)).status).toBe(403)
    const own = await souk.operator('finance')
    ref = await disputed(5000, { person: own, agent: await souk.agent(own) })
    expect((await write('x', own)).body['error']).toBe('Operators cannot move money of an agent of theirs.')
  })
})
