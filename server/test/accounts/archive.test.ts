/** Archiving an agent must neither strand money nor drop a debt. */
import type { Agent } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { isId } from '../../src/lib/ids.ts'
import { applyChargeback } from '../../src/money/payments/apply/apply-chargeback.ts'
import { idOf, createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { usd } from '../fixtures/people/test-agents.ts'

let souk: Souk
let payments: PaymentActions
let ada: Person
let grace: Person
let agent: Agent
let heir: Agent
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
  grace = await souk.person()
})
beforeEach(async () => {
  ada = await souk.person()
  agent = await souk.agent(ada)
  heir = await souk.agent(ada)
})
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const owner = () => ({ as: ada.token })
const archive = (fields: { moveFundsTo?: string } = {}, by = owner()) =>
  souk.call('removeMyAgent', { agentId: agent.id, ...fields }, by)
const restore = () => souk.call('restoreMyAgent', { agentId: agent.id }, owner())
const blockers = async () =>
  (await souk.call('checkArchive', { agentId: agent.id }, owner())).data.blockers.map(({ kind }) => kind)
const pastAccess = () =>
  souk.context.database
    .selectFrom('past_access')
    .select('user_id')
    .where('agent_id', '=', idOf(agent))
    .execute()
const balance = (of: Agent) => payments.balance(ada, of)

async function archivedDaysAgo(days: number): Promise<void> {
  await souk.context.database
    .updateTable('agents')
    .set({ archived_at: new Date(souk.clock.now().getTime() - days * day) })
    .where('id', '=', idOf(agent))
    .execute()
}

async function chargeBack(status: 'open' | 'won' | 'lost', reinstated = 0n): Promise<void> {
  const { id } = await souk.context.database
    .selectFrom('payments')
    .select('id')
    .where('agent_id', '=', idOf(agent))
    .executeTakeFirstOrThrow()
  const amount = (value: bigint) => ({ amount: value, currency: 'USD' })
  await souk.context.store.write((tx) =>
    applyChargeback(tx, {
      ref: `dp_${id}`,
      paymentRef: 'unknown',
      paymentId: id,
      status,
      appeal: 'none',
      amount: amount(5000n),
      withdrawn: amount(5000n),
      reinstated: amount(reinstated),
      fee: amount(0n),
    }),
  )
}

describe('removeMyAgent', () => {
  it('refuses while there is money and lists the balances', async () => {
    await payments.topUp(ada, agent, 5000)
    await payments.earn(agent, 700)
    const refused = await archive()
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: 'This agent cannot be archived yet: USD 50.00 available, USD 7.00 earned.' },
    ])
    expect(await blockers()).toEqual(['funds', 'funds'])
    expect(await balance(agent)).toMatchObject({ available: 5000, earnings: 700 })
  })

  it('moves each balance to the same kind of balance and archives', async () => {
    await payments.topUp(ada, agent, 5000)
    await payments.earn(agent, 700)
    expect((await archive({ moveFundsTo: heir.name })).status).toBe(200)
    expect(await balance(heir)).toMatchObject({ available: 5000, earnings: 700 })
    const { data } = await souk.call('listActivity', { kind: 'move_funds' }, { ...owner(), agent: heir.id })
    expect(data.items).toMatchObject([
      { balance: 'earnings', amount: 700, counterparty: agent.id },
      { balance: 'available', amount: 5000, counterparty: agent.id },
    ])
    expect((await archive({ moveFundsTo: heir.name })).status).toBe(404)
  })

  it.each([
    ['an agent of another owner', async () => (await souk.agent(grace)).name, 403],
    ['an agent that does not exist', async () => 'unknown-agent', 404],
    ['itself', async () => agent.name, 422],
  ])('refuses to move funds to %s', async (_name, target, status) => {
    await payments.topUp(ada, agent, 5000)
    expect((await archive({ moveFundsTo: await target() })).status).toBe(status)
    expect(await balance(agent)).toMatchObject({ available: 5000 })
  })

  it('refuses to move funds to an archived agent', async () => {
    await payments.topUp(ada, agent, 5000)
    await souk.call('removeMyAgent', { agentId: heir.id }, owner())
    expect((await archive({ moveFundsTo: heir.id })).status).toBe(404)
  })

  it('lets only the owner move funds', async () => {
    await payments.topUp(ada, agent, 5000)
    const organization = await souk.call(
      'createOrganization',
      { handle: `guild-${agent.name}`, displayName: 'Org' },
      owner(),
    )
    const { id } = organization.data.organization
    const userId = grace.user.id
    if (!isId('org', id) || !isId('usr', userId)) return fail('not the ids of an organization and a user')
    await souk.call('assignAgent', { id, agentId: agent.id }, owner())
    await souk.context.database
      .insertInto('members')
      .values({
        organization_id: id,
        user_id: userId,
        role: 'owner',
        created_at: souk.clock.now(),
      })
      .execute()
    const otherAgent = await souk.agent(grace)
    expect((await archive({ moveFundsTo: otherAgent.id }, { as: grace.token })).status).toBe(403)
    expect((await archive({}, { as: grace.token })).status).toBe(403)
    expect(await balance(agent)).toMatchObject({ available: 5000 })
  })

  it('refuses pending work and payouts even if funds are moved', async () => {
    const as = { ...owner(), agent: agent.id }
    await souk.call('startTopUp', usd(1000), as)
    await souk.call('bootstrapAuthority', { ...caps }, as)
    expect(await blockers()).toEqual(['payments', 'card'])
    expect((await archive({ moveFundsTo: heir.id })).status).toBe(409)
  })

  it('refuses with a debt or an open chargeback', async () => {
    await payments.topUp(ada, agent, 5000)
    await chargeBack('open')
    expect(await blockers()).toEqual(['chargebacks'])
    expect((await archive({ moveFundsTo: heir.id })).status).toBe(409)
    await payments.topUp(ada, heir, 100)
    expect(await balance(heir)).toMatchObject({ available: 100 })
  })

  it('charges a later chargeback to the agent that received the funds', async () => {
    await payments.topUp(ada, agent, 5000)
    await archive({ moveFundsTo: heir.id })
    await restore()
    await chargeBack('open')
    expect(await balance(heir)).toMatchObject({ available: 0, owed: 0, restricted: true })
    expect(await balance(agent)).toMatchObject({ owed: 0, restricted: false })
    await chargeBack('won', 5000n)
    expect(await balance(heir)).toMatchObject({ available: 5000, restricted: false })
  })

  it('refuses to move funds into a restricted wallet', async () => {
    await payments.topUp(ada, agent, 5000)
    await chargeBack('open')
    ;[agent, heir] = [heir, agent]
    await payments.topUp(ada, agent, 300)
    expect((await archive({ moveFundsTo: heir.id })).status).toBe(403)
    expect(await balance(agent)).toMatchObject({ available: 300 })
  })

  it('archives once under concurrent calls and loses no concurrent payment', async () => {
    await payments.topUp(ada, agent, 5000)
    await payments.earn(agent, 500)
    const as = { ...owner(), agent: agent.id }
    const responses = await Promise.all([
      archive({ moveFundsTo: heir.id }),
      archive({ moveFundsTo: heir.id }),
      souk.call('fundBalance', { ...usd(500), source: 'earnings' }, as),
      archive({ moveFundsTo: heir.id }),
    ])
    const archived = responses.filter(({ status }, place) => place !== 2 && status === 200)
    expect(archived.length).toBeLessThanOrEqual(1)
    if (archived.length === 0) await archive({ moveFundsTo: heir.id })
    const { available, earnings } = await balance(heir)
    expect(Number(available) + Number(earnings)).toBe(5500)
  })
})

const caps = { maxPerCharge: 1000, maxPerDay: 1000, currency: 'USD' }

describe('restoreMyAgent', () => {
  it('restores an agent with its handle and without keys', async () => {
    const key = await souk.key(ada, agent)
    await archive()
    const { data } = await souk.call('listArchivedAgents', {}, owner())
    expect(data.items).toMatchObject([{ agent: { id: agent.id }, funds: [] }])
    expect((await restore()).data.agent.name).toBe(agent.name)
    expect((await souk.call('getMyAgent', {}, { as: key })).status).toBe(401)
    expect((await souk.call('getAgent', { name: agent.name })).status).toBe(200)
    expect((await restore()).status).toBe(409)
    expect((await souk.call('listArchivedAgents', {}, owner())).data.items).toEqual([])
  })

  it('does not restore links, which stay recorded while the agent is archived', async () => {
    const { code } = (await souk.call('createLinkCode', {}, { ...owner(), agent: agent.id })).data
    expect((await souk.call('linkAgent', { code }, { as: grace.token })).status).toBe(200)
    await archive()
    expect(await pastAccess()).toEqual([{ user_id: grace.user.id }])
    expect((await restore()).status).toBe(200)
    expect(await pastAccess()).toEqual([])
    expect((await souk.call('getMyAgent', {}, { as: grace.token, agent: agent.id })).status).toBe(403)
  })

  it('refuses an agent archived more than 30 days ago', async () => {
    await archive()
    await archivedDaysAgo(30)
    expect((await restore()).status).toBe(410)
  })

  it('requires the owner', async () => {
    await archive()
    const { status } = await souk.call('restoreMyAgent', { agentId: agent.id }, { as: grace.token })
    expect(status).toBe(404)
  })
})

describe('money that an archived agent receives', () => {
  /** The bank returns a payout after the agent was archived. */
  beforeEach(async () => {
    await payments.earn(agent, 700)
    await payments.onboard(ada, agent, 'sandbox_bank_return')
    await souk.call('requestPayout', usd(700), { ...owner(), agent: agent.id })
    let archived = 409
    for (let step = 0; step < 60 && archived === 409; step++) {
      await bankMoves(2000)
      archived = (await archive()).status
    }
    expect(archived).toBe(200)
    for (let step = 0; step < 4; step++) await bankMoves(3000)
  })

  const bankMoves = async (ms: number) => {
    souk.clock.advance(ms)
    await souk.work(['sandbox', 'sandbox-events', 'processor-events', 'payouts'])
  }
  const funds = async () => (await souk.call('listArchivedAgents', {}, owner())).data.items[0]?.funds

  it('is available after a restore', async () => {
    expect(await funds()).toEqual([usd(700)])
    await restore()
    expect(await balance(agent)).toMatchObject({ earnings: 700 })
  })

  it('can be moved by the owner', async () => {
    await archivedDaysAgo(90)
    const move = (to: string, by = owner()) => souk.call('moveArchivedFunds', { agentId: agent.name, to }, by)
    expect((await move(heir.id, { as: grace.token })).status).toBe(404)
    expect((await move((await souk.agent(grace)).id)).status).toBe(403)
    expect((await move(heir.id)).status).toBe(200)
    expect(await balance(heir)).toMatchObject({ earnings: 700 })
    expect(await funds()).toEqual([])
    expect((await souk.call('moveArchivedFunds', { agentId: heir.id, to: heir.id }, owner())).status).toBe(
      409,
    )
  })
})
