/** Apps spend within their daily limit, and end with the authority that connected them. */
import { marketplaceExtension } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { connectApp, consent, attemptBy, exchange, refresh, registerApp } from '../fixtures/mcp/oauth-app.ts'
import { addMember, createTestOrganization } from '../fixtures/people/organizations.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
  await createPaymentActions(souk).topUp(client.person, client.agent, 100_000)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const hire = (token: string, amount: number) =>
  souk.call(
    'sendMessage',
    {
      name: provider.agent.name,
      message: { parts: text('Hello') },
      configuration: { returnImmediately: true },
      metadata: { [marketplaceExtension]: { terms: { price: usd(amount) } } },
    },
    { as: token },
  )
const connect = (limit: number) =>
  connectApp(souk, client.person, { agentId: client.agent.id, dailyLimit: usd(limit) })
const works = async (token: string) => (await souk.call('getMyAgent', {}, { as: token })).status === 200

describe('the daily limit of an app', () => {
  it('holds for parallel hires, although the gate is off', async () => {
    const { access } = await connect(1000)
    const hired = await Promise.all(Array.from({ length: 4 }, () => hire(access, 400)))
    expect(hired.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403])
    const refused = hired.find(({ status }) => status === 403)
    expect(JSON.stringify(refused?.body)).toContain('budget:app')
    const [app] = (await souk.call('listApps', {}, { as: client.person.token })).data.items
    expect(app?.spentToday).toEqual(usd(800))
  })

  it('lets a person approve more, and starts again the next day', async () => {
    const { access } = await connect(0)
    expect((await hire(access, 300)).status).toBe(403)
    const [approval] = (
      await souk.call('listApprovals', { agentId: client.agent.id, state: 'pending' }, client.asPerson)
    ).data.items
    const decision = { approvalId: approval?.id ?? '', decision: 'approve' as const }
    const decided = await souk.call('decideApproval', decision, client.asPerson)
    expect([decided.status, decided.data.approval.state]).toEqual([200, 'done'])
    const other = await connect(500)
    expect([(await hire(other.access, 500)).status, (await hire(other.access, 100)).status]).toEqual([
      200, 403,
    ])
    souk.clock.advance(day)
    const next = await refresh(souk.app, other.clientId, other.refresh)
    expect((await hire(String(next.body['access_token']), 100)).status).toBe(200)
  })

  it('changes only by a person, and does not apply to other keys', async () => {
    const { access } = await connect(100)
    const [app] = (await souk.call('listApps', {}, { as: client.person.token })).data.items
    const change = { appId: app?.id ?? '', dailyLimit: usd(400) }
    expect((await souk.call('updateApp', change, { as: access })).status).toBe(403)
    expect((await hire(access, 400)).status).toBe(403)
    const changed = await souk.call('updateApp', change, { as: client.person.token })
    expect(changed.data.app.dailyLimit).toEqual(usd(400))
    expect([(await hire(access, 400)).status, (await hire(client.key.as ?? '', 2000)).status]).toEqual([
      200, 200,
    ])
  })
})

describe('an app', () => {
  it('ends when the person who connected it is removed, and cannot be enabled like a key', async () => {
    const organization = await createTestOrganization(souk)
    const agent = await souk.agent(organization.owner)
    await souk.call(
      'assignAgent',
      { id: organization.id, agentId: agent.id },
      { as: organization.owner.token },
    )
    const admin = await addMember(souk, organization, 'admin')
    const {
      access,
      clientId,
      refresh: token,
    } = await connectApp(souk, admin, { agentId: agent.id, scopes: ['read'] })
    expect(await works(access)).toBe(true)
    const listed = (await souk.call('listApps', {}, { as: organization.owner.token })).data.items
    expect(listed.map(({ connectedBy }) => connectedBy)).toEqual([admin.user.id])
    const spending = { agentId: agent.id, scopes: ['spend' as const], dailyLimit: usd(1) }
    const { query } = attemptBy(clientId)
    expect(
      (await souk.call('approveAuthorization', { query, ...spending }, { as: admin.token })).status,
    ).toBe(403)
    await souk.call(
      'removeMember',
      { id: organization.id, userId: admin.user.id },
      { as: organization.owner.token },
    )
    expect(await works(access)).toBe(false)
    expect((await refresh(souk.app, clientId, token)).body['error']).toBe('invalid_grant')
  })

  it('ends when the password changes, even before the code is exchanged', async () => {
    const { person, agent } = await createTestAgent(souk)
    const { access } = await connectApp(souk, person, { agentId: agent.id })
    const attempt = attemptBy(await registerApp(souk))
    const code = await consent(souk, person, attempt.query, { agentId: agent.id })
    const change = { password: 'another long password', currentPassword: person.password }
    expect((await souk.call('updateMe', change, { as: person.token })).data.ended?.apps).toBe(2)
    expect(await works(access)).toBe(false)
    expect((await exchange(souk.app, code, attempt)).body['error']).toBe('invalid_grant')
  })

  it('ends when the agent is archived', async () => {
    const { person, agent } = await createTestAgent(souk)
    const { access } = await connectApp(souk, person, { agentId: agent.id })
    expect(await works(access)).toBe(true)
    expect((await souk.call('removeMyAgent', { agentId: agent.id }, { as: person.token })).status).toBe(200)
    expect(await works(access)).toBe(false)
  })

  it('cannot act while its owner is suspended, even with refreshed tokens', async () => {
    const owner = await createTestAgent(souk)
    await createPaymentActions(souk).topUp(owner.person, owner.agent, 1000)
    const app = await connectApp(souk, owner.person, { agentId: owner.agent.id, dailyLimit: usd(1000) })
    expect((await hire(app.access, 100)).status).toBe(200)
    const support = { as: (await souk.operator('support')).token }
    const subject = { kind: 'user' as const, subjectId: owner.person.user.id, reason: 'Seen.' }
    const { id: caseId } = (await souk.call('openCase', subject, support)).data.case
    const decide = (outcome: 'suspend' | 'reinstate') =>
      souk.call('decideCase', { caseId, outcome, reason: 'As the rules say.' }, support)
    expect((await decide('suspend')).status).toBe(200)
    expect((await hire(app.access, 100)).status).toBe(403)
    const refreshed = await refresh(souk.app, app.clientId, app.refresh)
    const token = String(refreshed.body['access_token'])
    expect((await hire(token, 100)).status).toBe(403)
    expect((await decide('reinstate')).status).toBe(200)
    expect((await hire(token, 100)).status).toBe(200)
  })
})
