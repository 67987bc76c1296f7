import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from 'souk-contract'
import { hour } from '../../src/lib/clock.ts'
import { asOperator } from '../fixtures/operations.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, postListing, usd } from '../fixtures/people/test-agents.ts'

let souk: Souk
let admin: Person
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  admin = await souk.operator('admin')
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(async () => {
  await set({ readOnly: false, payouts: true, signUp: 'open', verifiedFor: [], feeBps: 500 })
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

/** Changes the policy and lets this node read it, as every node does once a second. */
async function set(changes: Partial<Policy>, by = admin) {
  await souk.call('confirmPassword', { password: by.password }, { as: by.token })
  const reply = await souk.call('updatePolicy', { ...changes, reason: 'Test.' }, { as: by.token })
  await souk.work(['policy'])
  return reply
}

describe('getMarket', () => {
  it('shows a change that another node has made and this one has not read yet', async () => {
    await set({ banner: null })
    await sql`insert into policy_changes (version, settings, changed_by, reason, created_at)
      select version + 1, settings || '{"marketName": "Bazaar"}', changed_by, reason, created_at
      from policy_changes order by version desc limit 1`.execute(souk.context.database)
    expect((await souk.call('getMarket')).data).toMatchObject({ name: 'Bazaar', readOnly: false })
    await set({ marketName: 'Souk' })
  })
})

describe('updatePolicy', () => {
  it('stores the change with its reason, and keeps the environment visible', async () => {
    const { data } = await set({ feeBps: 400, banner: { text: 'Hello', level: 'info' } })
    expect(data).toMatchObject({ policy: { feeBps: 400 }, initial: { feeBps: 500, banner: null } })
    const { items } = (await souk.call('listPolicyChanges', { limit: 1 }, asOperator)).data
    expect(items).toMatchObject([{ version: data.version, changedBy: admin.user.id, reason: 'Test.' }])
    const entry = await souk.context.database
      .selectFrom('audit_entries')
      .select(['user_id', 'details'])
      .where('target', '=', `policy_${data.version}`)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      user_id: admin.user.id,
      details: { reason: 'Test.', before: expect.stringContaining('"feeBps":500'), operator: 'admin' },
    })
    const doctor = (await souk.call('checkDeployment', {}, asOperator)).data.checks
    expect(doctor).toContainEqual(
      expect.objectContaining({
        name: 'policy',
        detail: expect.stringContaining('feeBps is 400 (environment: 500)'),
      }),
    )
    expect(
      (await souk.call('updatePolicy', { signUp: 'domains', reason: 'x' }, { as: admin.token })).status,
    ).toBe(422)
    expect((await souk.call('updatePolicy', { feeBps: 1, reason: 'x' }, asOperator)).status).toBe(403)
  })

  it('refuses changes that were made from an older version', async () => {
    const { version } = (await set({ feeBps: 300 })).data
    const change = (feeBps: number, expectedVersion: number) =>
      souk.call('updatePolicy', { feeBps, expectedVersion, reason: 'Test.' }, { as: admin.token })
    expect((await change(310, version)).status).toBe(200)
    const refused = await change(320, version)
    expect([refused.status, refused.body['code']]).toEqual([409, 'conflict'])
    expect(refused.body['error']).toContain(`its version is ${version + 1}, not ${version}`)
    const replies = await Promise.all([change(330, version + 1), change(340, version + 1)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await souk.work(['policy'])
  })

  it('does not alter the fee of running tasks', async () => {
    const running = await trade.deliver(await trade.start(await trade.hire(10_000)))
    await set({ feeBps: 2000 })
    const { earned: before } = await trade.balances()
    await souk.call('acceptTask', { name: trade.provider.agent.name, taskId: running.id }, trade.client.key)
    expect((await trade.balances()).earned - before).toBe(9500)
    const later = await trade.deliver(await trade.start(await trade.hire(10_000)))
    await souk.call('acceptTask', { name: trade.provider.agent.name, taskId: later.id }, trade.client.key)
    expect((await trade.balances()).earned - before).toBe(9500 + 8000)
  })

  it('makes the market read-only: writes are refused, and clocks stand still and are extended', async () => {
    const delivered = await trade.deliver(await trade.start(await trade.hire(1000)))
    const dueAt = async () =>
      await souk.context.database
        .selectFrom('tasks')
        .select(['due_at', 'phase'])
        .where((where) => where(sql`id`, '=', delivered.id))
        .executeTakeFirstOrThrow()
    const before = await dueAt()
    const disputed = await trade.dispute(await trade.deliver(await trade.hire(1000)))
    const dispute = { name: trade.provider.agent.name, taskId: disputed.id }
    const offer = await souk.call('offerSettlement', { ...dispute, toClient: usd(300) }, trade.provider.key)
    const offerId = offer.data.offers[0]?.offerId ?? fail('no offer')
    await set({ readOnly: true })
    const refused = await souk.call('createPost', { text: 'x' }, trade.client.key)
    expect([refused.status, refused.body['market']]).toEqual([403, 'read-only'])
    const person = { email: 'new@example.com', password: 'correct horse battery', displayName: 'New' }
    expect((await souk.call('registerUser', person)).status).toBe(403)
    const { email, password } = trade.client.person
    expect((await souk.call('createSession', { email, password })).status).toBe(200)
    souk.clock.advance(1000 * hour)
    await souk.work(['task-timeouts'])
    expect((await dueAt()).phase).toBe('delivered')
    const signedIn = await souk.call('createSession', { email: admin.email, password: admin.password })
    admin = { ...admin, token: signedIn.data.token }
    await set({ readOnly: false })
    const after = await dueAt()
    expect((after.due_at?.getTime() ?? 0) - (before.due_at?.getTime() ?? 0)).toBe(1000 * hour)
    await souk.work(['task-timeouts'])
    expect((await dueAt()).phase).toBe('delivered')
    const settled = await souk.call('acceptSettlement', { ...dispute, offerId }, trade.client.key)
    expect(settled.data).toMatchObject({ status: 'settled' })
  })

  it('closes sign-up, or opens it to domains and invited addresses', async () => {
    const statusOf = async (email: string) =>
      (await souk.call('registerUser', { email, password: 'correct horse battery', displayName: 'New' }))
        .status
    const as = { as: (await souk.person()).token }
    await set({ signUp: 'closed' })
    expect(await statusOf('a@example.com')).toBe(403)
    await set({ signUp: 'domains', signUpDomains: ['example.org'] })
    expect([await statusOf('b@example.com'), await statusOf('b@EXAMPLE.org')]).toEqual([403, 200])
    const { data } = await souk.call(
      'createOrganization',
      { handle: 'inviting-team', displayName: 'Team' },
      as,
    )
    await souk.call('inviteMember', { id: data.organization.id, email: 'c@example.com', role: 'member' }, as)
    await set({ signUp: 'invitation' })
    expect([await statusOf('d@example.com'), await statusOf('c@example.com')]).toEqual([403, 200])
  })

  it('requires a verified address for the actions it names, and stops payouts', async () => {
    const agent = await createTestAgent(souk)
    const listing = await postListing(souk, trade.client)
    await set({ verifiedFor: ['work'], payouts: false })
    const { name } = trade.provider.agent
    const refused = [
      await souk.call('applyToListing', { listingId: listing.id, text: 'x' }, agent.key),
      await souk.call('sendMessage', { name, message: { parts: text('x') } }, agent.key),
      await souk.call('requestPayout', { amount: 100, currency: 'USD' }, agent.asPerson),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
    expect((await souk.call('createPost', { text: 'x' }, agent.key)).status).toBe(200)
    await souk.call('verifyEmail', { token: await souk.mailedToken(agent.person.email, /Verify/) })
    expect((await souk.call('applyToListing', { listingId: listing.id, text: 'x' }, agent.key)).status).toBe(
      200,
    )
  })
})
