import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { asOperator } from '../fixtures/operations.ts'
import { call, startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { createTestOrganization } from '../fixtures/people/organizations.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let trade: TaskFixture
let support: Person
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
  support = await souk.operator('support')
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const as = ({ token }: Person) => ({ as: token })
const search = async (q: string) => (await souk.call('searchMarket', { q }, asOperator)).data.results

describe('searchMarket', () => {
  it('finds people by id, address and name, and agents by handle and card', async () => {
    const person = await souk.person({ displayName: 'Grace_Hopper' })
    const agent = await souk.agent(person)
    const found = { kind: 'user', id: person.user.id, name: 'Grace_Hopper', detail: person.email }
    const hit = { ...found, evasionSuspected: false }
    expect(await search(person.user.id)).toEqual([{ ...hit, matched: 'id' }])
    expect(await search(person.email.toUpperCase())).toEqual([{ ...hit, matched: 'email' }])
    expect(await search('grace_h')).toEqual([{ ...hit, matched: 'name' }])
    expect(await search('graceXh')).toEqual([])
    expect(await search(agent.name)).toMatchObject([{ kind: 'agent', id: agent.id, matched: 'handle' }])
    const authority = { maxPerCharge: 1000, maxPerDay: 1000, currency: 'USD' }
    const { data } = await souk.call('bootstrapAuthority', authority, { as: person.token, agent: agent.id })
    await trade.payments.complete(data.session, { card: '4242424242424242' })
    await trade.payments.settle()
    const details = (await souk.call('getAgentDetails', { agentId: agent.name }, asOperator)).data.agent
    const fingerprint = details.card?.fingerprint ?? ''
    expect(fingerprint).not.toBe('')
    expect(await search(fingerprint)).toMatchObject([{ kind: 'agent', id: agent.id, matched: 'card' }])
  })

  it('finds tasks, payments and organizations by id', async () => {
    const task = await trade.hire(1000)
    const organization = await createTestOrganization(souk)
    expect(await search(task.id)).toMatchObject([{ kind: 'task', id: task.id }])
    expect(await search(organization.id)).toMatchObject([{ kind: 'organization', id: organization.id }])
    const { items } = (await souk.call('listPayments', { limit: 1 }, asOperator)).data
    expect(await search(items[0]?.id ?? '')).toMatchObject([{ kind: 'payment' }])
  })
})

describe('details', () => {
  it('show a person with sessions, agents and cases, and record the reading', async () => {
    const person = await souk.person()
    const agent = await souk.agent(person)
    const input = { kind: 'user', subjectId: person.user.id, reason: 'Seen.' } as const
    const opened = (await souk.call('openCase', input, as(support))).data.case
    const { user } = (await souk.call('getUserDetails', { userId: person.user.id }, as(support))).data
    expect(user).toMatchObject({
      email: person.email,
      emailVerified: false,
      standing: 'good',
      sessions: [{ current: false }],
      agents: [{ id: agent.id, role: 'owner' }],
      cases: [{ id: opened.id }],
    })
    const again = (await souk.call('getUserDetails', { userId: person.user.id }, as(support))).data.user
    expect(again.audit[0]).toMatchObject({ action: 'user.read', userId: support.user.id, actor: 'operator' })
    expect((await souk.call('getUserDetails', { userId: 'usr_x' }, as(support))).status).toBe(404)
  })

  it('show an agent with keys and money, and an organization with members', async () => {
    const { agent, person } = trade.client
    const details = (await souk.call('getAgentDetails', { agentId: agent.id }, as(support))).data.agent
    expect(details).toMatchObject({
      ownerId: person.user.id,
      people: [{ email: person.email, role: 'owner' }],
    })
    expect(details.keys.length).toBeGreaterThan(0)
    const { id: organizationId, owner } = await createTestOrganization(souk)
    const shown = await souk.call('getOrganizationDetails', { organizationId }, as(support))
    expect(shown.data.organization).toMatchObject({ members: [{ email: owner.email, role: 'owner' }] })
  })

  it('show the steps of a task, but no messages', async () => {
    const task = await trade.deliver(await trade.start(await trade.hire(1000)))
    const { data, bytes } = await souk.call('getTaskDetails', { taskId: task.id }, as(support))
    expect(data.task).toMatchObject({ held: { amount: 1000 }, phase: 'delivered' })
    expect(data.task.steps.length).toBeGreaterThan(1)
    expect(bytes.toString()).not.toContain('"parts"')
  })
})

describe('actions on accounts', () => {
  it('end all sessions of a person, and revoke keys', async () => {
    const person = await souk.person()
    const agent = await souk.agent(person)
    const key = await souk.key(person, agent)
    const input = { userId: person.user.id, reason: 'Lost device.' }
    expect((await souk.call('endUserSessions', input, as(support))).data).toEqual({ ended: 1 })
    expect((await souk.call('getMe', {}, as(person))).status).toBe(401)
    expect((await souk.call('getBalance', {}, { as: key })).status).toBe(200)
    const details = (await souk.call('getAgentDetails', { agentId: agent.id }, as(support))).data.agent
    const keyId = details.keys[0]?.kid ?? ''
    await souk.call('revokeKey', { keyId, reason: 'Public.' }, as(support))
    expect((await souk.call('getBalance', {}, { as: key })).status).toBe(401)
    const { items } = (await souk.call('listAuditEntries', { target: keyId, action: 'key.' }, asOperator))
      .data
    expect(items[0]).toMatchObject({
      action: 'key.revoked',
      details: { reason: 'Public.', operator: 'support' },
    })
    expect((await souk.call('endUserSessions', input, as(await souk.operator('auditor')))).status).toBe(403)
  })

  it('send the verification email again, once it is needed', async () => {
    const person = await souk.person()
    const input = { userId: person.user.id }
    const first = await souk.mailedToken(person.email, /Verify/)
    expect((await souk.call('resendVerification', input, as(support))).status).toBe(200)
    const second = await souk.mailedToken(person.email, /Verify/)
    expect(second).not.toBe(first)
    await souk.call('verifyEmail', { token: second })
    expect((await souk.call('resendVerification', input, as(support))).status).toBe(409)
  })
})

describe('listAuditEntries', () => {
  it('names the person who acted, and the person, agent or organization they acted on', async () => {
    const owner = await souk.person({ displayName: 'Grace Hopper' })
    const agent = await souk.agent(owner)
    const { organization } = (
      await souk.call('createOrganization', { handle: 'named-by-audit', displayName: 'Named Ltd' }, as(owner))
    ).data
    await souk.call('endUserSessions', { userId: owner.user.id, reason: 'Lost.' }, as(support))
    const entries = async (target: string, action: string) =>
      (await souk.call('listAuditEntries', { target, action }, asOperator)).data.items
    expect(await entries(agent.id, 'agent.created')).toMatchObject([
      { userName: 'Grace Hopper', targetName: `@${agent.name}` },
    ])
    expect(await entries(organization.id, 'organization.created')).toMatchObject([
      { userName: 'Grace Hopper', targetName: 'Named Ltd' },
    ])
    expect(await entries(owner.user.id, 'sessions.ended')).toMatchObject([
      { userName: support.user.displayName, targetName: 'Grace Hopper' },
    ])
    const details = (
      await souk.call('getOrganizationDetails', { organizationId: organization.id }, asOperator)
    ).data.organization
    expect(details.audit.map(({ userName }) => userName)).toEqual(['Grace Hopper'])
    expect(await entries('none', 'user.')).toEqual([])
  })

  it('filters by person, kind of caller, action and time', async () => {
    souk.clock.advance(1000)
    const since = souk.clock.now()
    await souk.call('suppressAddress', { address: 'x@example.com' }, as(support))
    const input = { userId: support.user.id, from: since.toISOString() }
    const { items } = (await souk.call('listAuditEntries', input, asOperator)).data
    expect(items.map(({ userId }) => userId)).toEqual([support.user.id])
    const before = { userId: support.user.id, to: since.toISOString() }
    const earlier = (await souk.call('listAuditEntries', before, asOperator)).data.items
    expect(earlier.map(({ id }) => id)).not.toContain(items[0]?.id)
    const ofOperators = (await souk.call('listAuditEntries', { ...input, actor: 'operator' }, asOperator))
      .data
    expect(ofOperators.items).toEqual(items)
    expect((await souk.call('listAuditEntries', { ...input, actor: 'user' }, asOperator)).data.items).toEqual(
      [],
    )
    const none = { ...input, action: 'policy.' }
    expect((await souk.call('listAuditEntries', none, asOperator)).data.items).toEqual([])
  })
})

describe('decideAppeal', () => {
  it('counts people in OPERATOR_EMAILS as other operators', async () => {
    const listed = await souk.person({ verified: true })
    await souk.context.database
      .deleteFrom('operators')
      .where(sql`user_id`, '<>', support.user.id)
      .execute()
    const person = await souk.person()
    const opened = { kind: 'user', subjectId: person.user.id, reason: 'x' } as const
    const caseId = (await souk.call('openCase', opened, as(support))).data.case.id
    const warned = await souk.call('decideCase', { caseId, outcome: 'warn', reason: 'x' }, as(support))
    const decisionId = warned.data.case.decisions[0]?.id ?? ''
    await souk.call('appealDecision', { decisionId, text: 'No.' }, as(person))
    const config = { ...souk.context.config, operatorEmails: [listed.email] }
    const app = await buildApp({ ...souk.context, config })
    const appeal = { caseId, outcome: 'upheld', reason: 'x' }
    expect((await call(app, 'decideAppeal', appeal, as(support))).status).toBe(403)
    expect((await call(app, 'decideAppeal', appeal, as(listed))).status).toBe(200)
    await app.close()
  })
})
