import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { lockAgents } from '../../src/resources/agents/archive/queries.ts'
import { createEventReader } from '../fixtures/clients/event-reader.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { lockWaiters } from '../fixtures/database/lock-waiters.ts'
import type { CallResult, CallOptions } from '../fixtures/operations.ts'
import {
  addMember,
  auditActionsOn,
  createTestOrganization,
  type TestOrganization,
} from '../fixtures/people/organizations.ts'
import { text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { createTestAgent, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let origin: string
let ada: TestAgent
let grace: Person
beforeAll(async () => {
  souk = await startSouk()
  origin = await souk.app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(async () => {
  ada = await createTestAgent(souk)
  grace = await souk.person({ displayName: 'Grace' })
})
afterAll(async () => {
  expect(souk.loggedErrors).toEqual([])
  await souk.stop()
})

const codeOf = async (as: CallOptions) => (await souk.call('createLinkCode', {}, as)).data.code
const redeem = (code: string, person = grace) => souk.call('linkAgent', { code }, { as: person.token })
const link = async (person = grace): Promise<CallOptions> => {
  expect((await redeem(await codeOf(ada.asPerson), person)).status).toBe(200)
  return { as: person.token, agent: ada.agent.id }
}
const remove = (userId: string, by: CallOptions = ada.asPerson) =>
  souk.call('removeAgentPerson', { agentId: ada.agent.id, userId }, by)
const decide = ({ body }: CallResult<unknown>, decision: 'approve' | 'deny' = 'approve', by = ada.person) =>
  souk.call('decideApproval', { approvalId: String(body['approvalId']), decision }, { as: by.token })
const setGate = async (gate: object) => {
  const agentId = ada.agent.id
  const { version } = (await souk.call('getApprovalGate', { agentId }, ada.asPerson)).data.gate
  expect((await souk.call('updateApprovalGate', { agentId, version, ...gate }, ada.asPerson)).status).toBe(
    200,
  )
}
const kindOf = ({ headers }: CallResult<unknown>) => headers['x-error-kind']

/** A code requested by a key and approved by the owner. */
async function approvedCode(): Promise<string> {
  const { data } = await decide(await souk.call('createLinkCode', {}, ada.key))
  const { result } = data
  if (typeof result !== 'object' || result === null || !('code' in result)) throw new Error('no code')
  return String(result.code)
}

describe('createLinkCode', () => {
  it('requires an approval for keys regardless of the gate and returns the code to the approver', async () => {
    const refused = await souk.call('createLinkCode', {}, ada.key)
    expect([refused.status, kindOf(refused), refused.body['failedRule']]).toEqual([
      403,
      'approval-required',
      'always',
    ])
    expect(JSON.stringify(refused.body)).not.toMatch(/\w{4}-\w{4}-\w{4}/)
    const again = await souk.call('createLinkCode', {}, ada.key)
    expect(again.body['approvalId']).toBe(refused.body['approvalId'])
    const decided = await decide(refused)
    expect(decided.data).toMatchObject({
      approval: { state: 'done', action: 'link' },
      result: { code: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) },
    })
    expect((await decide(refused)).status).toBe(409)
    expect((await souk.call('createLinkCode', {}, ada.key)).status).toBe(403)
  })

  it('creates a usable code after approval', async () => {
    expect((await redeem(await approvedCode())).data).toMatchObject({ role: 'operator' })
  })

  it('creates no code after denial', async () => {
    const refused = await souk.call('createLinkCode', {}, ada.key)
    expect((await decide(refused, 'deny')).data.result).toBeNull()
  })

  it.each([
    ['owner', 200],
    ['admin', 200],
    ['finance', 403],
    ['member', 403],
  ] as const)('gives an organization %s the status %i', async (role, status) => {
    const organization = await createTestOrganization(souk)
    const agent = await souk.agent(organization.owner)
    await souk.call(
      'assignAgent',
      { id: organization.id, agentId: agent.id },
      { as: organization.owner.token },
    )
    const as = { as: (await addMember(souk, organization, role)).token, agent: agent.id }
    expect((await souk.call('createLinkCode', {}, as)).status).toBe(status)
  })

  it('refuses linked people', async () => {
    const response = await souk.call('createLinkCode', {}, await link())
    expect([response.status, kindOf(response)]).toEqual([403, 'forbidden'])
  })
})

describe('a link code', () => {
  it('ends with the key that requested it', async () => {
    const code = await approvedCode()
    const agentId = ada.agent.id
    const [key] = (await souk.call('listKeys', { agentId }, ada.asPerson)).data.items
    await souk.call('deactivateKey', { agentId, kid: key?.kid ?? '' }, ada.asPerson)
    expect((await redeem(code)).status).toBe(410)
  })

  it('write permission through the kill switch, permanently', async () => {
    const code = await codeOf(ada.asPerson)
    await setGate({ killSwitch: true })
    expect((await redeem(code)).status).toBe(410)
    await setGate({ killSwitch: false })
    expect((await redeem(code)).status).toBe(410)
  })

  it('ends with the session that created it', async () => {
    const { email, password } = ada.person
    const { token } = (await souk.call('createSession', { email, password })).data
    const code = await codeOf({ as: token, agent: ada.agent.id })
    await souk.call('endCurrentSession', {}, { as: token })
    expect((await redeem(code)).status).toBe(410)
  })

  it('ends with the role of the member who created it', async () => {
    const organization = await createTestOrganization(souk)
    const agent = await souk.agent(organization.owner)
    const owner = { as: organization.owner.token }
    await souk.call('assignAgent', { id: organization.id, agentId: agent.id }, owner)
    const admin = await addMember(souk, organization, 'admin')
    const code = await codeOf({ as: admin.token, agent: agent.id })
    await souk.call('removeMember', { id: organization.id, userId: admin.user.id }, owner)
    expect((await redeem(code)).status).toBe(410)
  })
})

describe('linkAgent', () => {
  it('notifies the owner and is recorded in the audit log', async () => {
    await link()
    await souk.work(['event-relay'])
    const { items } = (await souk.call('listNotifications', {}, ada.asPerson)).data
    const links = items.filter(({ data }) => data['what'] === 'link')
    expect(links).toMatchObject([
      {
        kind: 'authority.granted',
        data: { what: 'link', id: grace.user.id, grantedBy: ada.person.user.id },
      },
    ])
    expect(await auditActionsOn(souk, ada.agent.id)).toContain('agent.linked')
  })
})

describe('a linked person', () => {
  it('is subject to the gate and can read but not decide their own requests', async () => {
    const as = await link()
    const other = await createTestAgent(souk)
    await setGate({ mode: 'enforce', rules: { 'message.firstContact': { effect: 'requireApproval' } } })
    const message = { parts: text('Hello') }
    const sent = { name: other.agent.name, message, configuration: { returnImmediately: true } }
    const refused = await souk.call('sendMessage', sent, as)
    expect([refused.status, refused.body['failedRule']]).toEqual([403, 'rule:message.firstContact'])
    const approvalId = String(refused.body['approvalId'])
    const { approval } = (await souk.call('getApproval', { approvalId }, { as: grace.token })).data
    expect(approval).toMatchObject({ keyId: null, userId: grace.user.id })
    expect((await souk.call('listApprovals', {}, { as: grace.token })).data.items).toHaveLength(1)
    expect((await decide(refused, 'approve', grace)).status).toBe(403)
    expect((await decide(refused)).data.approval.state).toBe('done')
    expect((await souk.call('listTasks', { name: other.agent.name }, ada.key)).data.tasks).toHaveLength(1)
  })

  it('is subject to deny rules and lists', async () => {
    const as = await link()
    const other = await createTestAgent(souk)
    const { id: listingId } = await postListing(souk, other)
    const apply = () => souk.call('applyToListing', { listingId, text: 'Me', price: usd(500) }, as)
    await setGate({ mode: 'enforce', rules: { apply: { effect: 'deny' } } })
    expect((await apply()).status).toBe(403)
    await setGate({ rules: {}, blocklist: [other.agent.name] })
    expect((await apply()).status).toBe(403)
    await setGate({ blocklist: [] })
    expect((await apply()).status).toBe(200)
  })

  it('cannot spend', async () => {
    const as = await link()
    const other = await createTestAgent(souk)
    const message = { parts: text('Hello'), metadata: marketMetadata({ terms: { price: usd(500) } }) }
    const hired = await souk.call('sendMessage', { name: other.agent.name, message }, as)
    expect([hired.status, hired.headers['x-error-kind']]).toEqual([403, 'forbidden'])
    expect((await souk.call('getBalance', {}, as)).status).toBe(403)
  })
})

describe('a link of an organization admin', () => {
  interface Fixture {
    readonly organization: TestOrganization
    readonly admin: Person
    readonly as: CallOptions
  }
  async function linkByAdmin(): Promise<Fixture> {
    const organization = await createTestOrganization(souk)
    await addMember(souk, organization, 'owner', ada.person)
    await assign(organization)
    const admin = await addMember(souk, organization, 'admin')
    expect((await redeem(await codeOf({ as: admin.token, agent: ada.agent.id }))).status).toBe(200)
    return { organization, admin, as: { as: grace.token, agent: ada.agent.id } }
  }
  const byOwner = ({ owner }: TestOrganization) => ({ as: owner.token })
  const assign = (organization: TestOrganization) =>
    souk.call('assignAgent', { id: organization.id, agentId: ada.agent.id }, { as: ada.person.token })
  const setRole = ({ organization, admin }: Fixture, role: 'admin' | 'finance') =>
    souk.call('updateMember', { id: organization.id, userId: admin.user.id, role }, byOwner(organization))

  const losses: Readonly<Record<string, (fixture: Fixture) => readonly (() => Promise<unknown>)[]>> = {
    'is demoted': (fixture) => [() => setRole(fixture, 'finance'), () => setRole(fixture, 'admin')],
    'is removed': ({ organization, admin }) => [
      () => souk.call('removeMember', { id: organization.id, userId: admin.user.id }, byOwner(organization)),
      () => addMember(souk, organization, 'admin', admin),
    ],
    'loses the agent': ({ organization }) => [
      () => souk.call('unassignAgent', { id: organization.id, agentId: ada.agent.id }, byOwner(organization)),
      () => assign(organization),
    ],
  }

  it.each(Object.entries(losses))('ends for good when the granter %s', async (_loss, stepsOf) => {
    const fixture = await linkByAdmin()
    await setGate({ mode: 'enforce', rules: { 'listing.create': { effect: 'requireApproval' } } })
    const refused = await souk.call('createListing', { title: 'Do it', description: 'Well.' }, fixture.as)
    await souk.call('selectAgent', { agentId: ada.agent.id }, { as: grace.token })
    const stream = await createEventReader(`${origin}/api/dashboard/stream`, grace.token)
    const [lose = expect.fail(), restore = expect.fail()] = stepsOf(fixture)
    await lose()
    await stream.ended
    expect((await souk.call('getMyAgent', {}, fixture.as)).status).toBe(403)
    await restore()
    const { items } = (await souk.call('listAgentPeople', { agentId: ada.agent.id }, ada.asPerson)).data
    expect(items.map(({ person }) => person.id)).toContain(fixture.admin.user.id)
    expect(items.map(({ person }) => person.id)).not.toContain(grace.user.id)
    expect((await souk.call('getMyAgent', {}, fixture.as)).status).toBe(403)
    expect((await souk.call('getMe', {}, { as: grace.token })).data.user.activeAgentId).toBeNull()
    expect((await decide(refused)).status).toBe(409)
    expect(await auditActionsOn(souk, ada.agent.id)).toContain('agent.person-removed')
  })

  it('is refused to a code that is redeemed while its creator is removed', async () => {
    const { organization, admin } = await linkByAdmin()
    const code = await codeOf({ as: admin.token, agent: ada.agent.id })
    const third = await souk.person()
    const redeeming = await souk.context.store.write(async (tx) => {
      await lockAgents(tx, [idOf(ada.agent)])
      const started = redeem(code, third)
      await vi.waitFor(async () => expect(await lockWaiters(souk.context.database)).toHaveLength(1))
      await sql`delete from members where organization_id = ${organization.id} and user_id = ${admin.user.id}`.execute(
        tx,
      )
      return { started }
    })
    expect((await redeeming.started).status).toBe(410)
  })

  it('ends with the account of the granter', async () => {
    const { admin, as } = await linkByAdmin()
    await souk.call('confirmPassword', { password: admin.password }, { as: admin.token })
    expect((await souk.call('deleteMe', {}, { as: admin.token })).status).toBe(200)
    souk.clock.advance(15 * day)
    await souk.work(['account-deletions'])
    const links = souk.context.database.selectFrom('agent_links').selectAll()
    expect(await links.where('agent_id', '=', idOf(ada.agent)).execute()).toEqual([])
    expect((await souk.call('getMyAgent', {}, as)).status).not.toBe(200)
  })

  it.each(['owner', 'another admin'])(
    'leaves the link of %s when an admin loses the role',
    async (granter) => {
      const fixture = await linkByAdmin()
      const third = await souk.person()
      const other = await addMember(souk, fixture.organization, 'admin')
      const by = granter === 'owner' ? ada.person : other
      expect((await redeem(await codeOf({ as: by.token, agent: ada.agent.id }), third)).status).toBe(200)
      await setRole(fixture, 'finance')
      expect((await souk.call('getMyAgent', {}, { as: third.token, agent: ada.agent.id })).status).toBe(200)
    },
  )
})

describe('listAgentPeople', () => {
  it('lists every kind of access of each person, strongest first', async () => {
    const organization = await createTestOrganization(souk)
    await addMember(souk, organization, 'admin', ada.person)
    await souk.call('assignAgent', { id: organization.id, agentId: ada.agent.id }, { as: ada.person.token })
    await addMember(souk, organization, 'member', grace)
    const third = await souk.person()
    await link(third)
    const input = { agentId: ada.agent.name }
    const { items } = (await souk.call('listAgentPeople', input, ada.asPerson)).data
    const rows = items.map(({ person, role, removable, organization: through, grantedBy }) => [
      person.id,
      role,
      removable,
      through?.handle ?? null,
      grantedBy,
    ])
    const { handle } = organization.profile
    expect(rows).toEqual([
      [ada.person.user.id, 'owner', false, null, null],
      [organization.owner.user.id, 'organization-owner', false, handle, null],
      [ada.person.user.id, 'organization-admin', false, handle, null],
      [grace.user.id, 'organization-member', false, handle, null],
      [third.user.id, 'operator', true, null, ada.person.user.id],
    ])
    const pages: string[] = []
    let cursor: string | undefined
    do {
      const page = { ...input, limit: 2, ...(cursor === undefined ? {} : { cursor }) }
      const { data } = await souk.call('listAgentPeople', page, ada.asPerson)
      pages.push(...data.items.map(({ role }) => role))
      cursor = data.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(pages).toEqual(items.map(({ role }) => role))
    for (const person of [grace, third]) {
      expect((await souk.call('listAgentPeople', input, { as: person.token })).status).toBe(403)
    }
    expect((await souk.call('listAgentPeople', input, { as: (await souk.person()).token })).status).toBe(404)
  })
})

describe('removeAgentPerson', () => {
  it('ends calls and streams and denies pending requests of the person', async () => {
    const as = await link()
    await setGate({ mode: 'enforce', rules: { 'listing.create': { effect: 'requireApproval' } } })
    const listing = { title: 'Do it', description: 'Well.' }
    const refused = await souk.call('createListing', listing, as)
    const url = `${origin}/api/dashboard/stream`
    await souk.call('selectAgent', { agentId: ada.agent.id }, { as: grace.token })
    const stream = await createEventReader(url, grace.token)
    expect((await remove(grace.user.id)).status).toBe(200)
    expect((await souk.call('getMyAgent', {}, as)).status).toBe(403)
    await stream.ended
    expect((await souk.call('getMe', {}, { as: grace.token })).data.user.activeAgentId).toBeNull()
    const approvalId = String(refused.body['approvalId'])
    expect((await souk.call('getApproval', { approvalId }, { as: grace.token })).status).toBe(404)
    expect((await souk.call('getApproval', { approvalId }, ada.asPerson)).data.approval.state).toBe('denied')
    expect((await decide(refused)).status).toBe(409)
    expect(await auditActionsOn(souk, ada.agent.id)).toContain('agent.person-removed')
  })

  it('is not needed after the granter lost the right to manage the agent', async () => {
    const organization = await createTestOrganization(souk)
    await addMember(souk, organization, 'admin', ada.person)
    await souk.call('assignAgent', { id: organization.id, agentId: ada.agent.id }, { as: ada.person.token })
    const admin = await addMember(souk, organization, 'admin')
    const as = { as: grace.token, agent: ada.agent.id }
    expect((await redeem(await codeOf({ as: admin.token, agent: ada.agent.id }))).status).toBe(200)
    expect((await souk.call('getMyAgent', {}, as)).status).toBe(200)
    const member = { id: organization.id, userId: admin.user.id }
    await souk.call('updateMember', { ...member, role: 'member' }, { as: organization.owner.token })
    expect((await souk.call('getMyAgent', {}, as)).status).toBe(403)
    await link()
    expect((await souk.call('getMyAgent', {}, as)).status).toBe(200)
  })

  it('refuses owners and members and returns 404 for other people', async () => {
    const organization = await createTestOrganization(souk)
    await addMember(souk, organization, 'admin', ada.person)
    await souk.call('assignAgent', { id: organization.id, agentId: ada.agent.id }, { as: ada.person.token })
    const member = await addMember(souk, organization, 'member')
    expect((await remove(ada.person.user.id)).status).toBe(409)
    const refused = await remove(member.user.id)
    expect([refused.status, refused.body['hint']]).toEqual([409, expect.stringMatching(/organization/)])
    expect((await remove(grace.user.id)).status).toBe(404)
    const third = await souk.person()
    await link(third)
    expect((await remove(third.user.id, { as: third.token })).status).toBe(403)
    expect((await remove(third.user.id, { as: member.token })).status).toBe(403)
  })

  it('does not run an approved request of a person who was removed after making it', async () => {
    const as = await link()
    await setGate({ mode: 'enforce', rules: { 'listing.create': { effect: 'requireApproval' } } })
    const refused = await souk.call('createListing', { title: 'Do it', description: 'Well.' }, as)
    await souk.call('removeMyAgent', { agentId: ada.agent.id }, { as: grace.token })
    expect((await decide(refused)).status).toBe(409)
    expect((await souk.call('listMyListings', {}, ada.asPerson)).data.items).toEqual([])
  })
})
