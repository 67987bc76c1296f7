import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import {
  createTestOrganization,
  auditActionsOn,
  invite,
  addMember,
  statusesOf,
} from '../fixtures/people/organizations.ts'

let souk: Souk
let stranger: Person
beforeAll(async () => {
  souk = await startSouk()
  stranger = await souk.person({ displayName: 'Stranger' })
})
afterAll(() => souk.stop())

const unknownIds = ['usr_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'usr_', 'nonsense']

const activeAgent = async ({ token }: Person) =>
  (await souk.call('getMe', {}, { as: token })).data.user.activeAgentId

describe('listMembers', () => {
  it('lists names and roles in order of joining, without addresses', async () => {
    const organization = await createTestOrganization(souk)
    const people = [organization.owner]
    for (const role of ['finance', 'member', 'admin'] as const) {
      souk.clock.advance(1000)
      people.push(await addMember(souk, organization, role))
    }
    const pages = async (cursor?: string): Promise<string[]> => {
      const input = { id: organization.id, limit: 2, ...(cursor === undefined ? {} : { cursor }) }
      const { items, nextCursor } = (await souk.call('listMembers', input, { as: organization.owner.token }))
        .data
      const shown = items.map(({ user, role }) => `${user.id} ${user.displayName} ${role}`)
      return [...shown, ...(nextCursor === null ? [] : await pages(nextCursor))]
    }
    const ids = people.map(({ user }) => user.id)
    expect(await pages()).toEqual([
      `${ids[0]} Owner owner`,
      `${ids[1]} finance finance`,
      `${ids[2]} member member`,
      `${ids[3]} admin admin`,
    ])
    const { body } = await souk.call('listMembers', { id: organization.id }, { as: organization.owner.token })
    expect(JSON.stringify(body)).not.toContain('@')
  })
})

describe('addMember', () => {
  it('refuses an existing member and returns 404 for an unknown account', async () => {
    const organization = await createTestOrganization(souk)
    const { user } = await addMember(souk, organization, 'member')
    const add = (userId: string) =>
      souk.call('addMember', { id: organization.id, userId, role: 'admin' }, { as: organization.owner.token })
    expect((await add(user.id)).status).toBe(409)
    for (const userId of unknownIds) expect((await add(userId)).status).toBe(404)
    expect(await auditActionsOn(souk, organization.id)).toEqual(['member.added', 'organization.created'])
  })

  it('adds no member without consent', async () => {
    const organization = await createTestOrganization(souk)
    const { user, token } = await souk.person()
    const add = { id: organization.id, userId: user.id, role: 'member' as const }
    const { state, invitation } = (await souk.call('addMember', add, { as: organization.owner.token })).data
    expect([state, invitation.state, invitation.userId]).toEqual(['invited', 'pending', user.id])
    expect((await souk.call('listMembers', { id: organization.id }, { as: token })).status).toBe(403)
    const { items } = (await souk.call('listMyInvitations', {}, { as: token })).data
    expect(items.map(({ id }) => id)).toEqual([invitation.id])
    await souk.call('respondToInvitation', { invitationId: invitation.id, accept: false }, { as: token })
    expect((await souk.call('listMembers', { id: organization.id }, { as: token })).status).toBe(403)
  })

  it('invites a person once under two concurrent calls', async () => {
    const organization = await createTestOrganization(souk)
    const admin = await addMember(souk, organization, 'admin')
    const { user } = await souk.person()
    const input = { id: organization.id, userId: user.id, role: 'member' } as const
    const tries = [organization.owner, admin].map(({ token }) => souk.call('addMember', input, { as: token }))
    expect(statusesOf(await Promise.all(tries))).toEqual([200, 409])
  })
})

describe('updateMember', () => {
  it('changes a role with immediate effect', async () => {
    const organization = await createTestOrganization(souk)
    const { user, token } = await addMember(souk, organization, 'member')
    const change = (role: 'admin' | 'owner') =>
      souk.call(
        'updateMember',
        { id: organization.id, userId: user.id, role },
        { as: organization.owner.token },
      )
    expect((await souk.call('listInvitations', { id: organization.id }, { as: token })).status).toBe(403)
    expect((await change('admin')).data.member).toMatchObject({ user: { id: user.id }, role: 'admin' })
    expect((await souk.call('listInvitations', { id: organization.id }, { as: token })).status).toBe(200)
    expect((await change('admin')).status).toBe(200)
    expect(await auditActionsOn(souk, organization.id)).toEqual([
      'member.added',
      'member.role-changed',
      'organization.created',
    ])
  })

  it.each([...unknownIds, 'a stranger'])('returns 404 for %s', async (who) => {
    const organization = await createTestOrganization(souk)
    const userId = who === 'a stranger' ? stranger.user.id : who
    const as = organization.owner.token
    expect(
      (await souk.call('updateMember', { id: organization.id, userId, role: 'admin' }, { as })).status,
    ).toBe(404)
    expect((await souk.call('removeMember', { id: organization.id, userId }, { as })).status).toBe(404)
  })
})

describe('the last owner', () => {
  it('cannot step down, leave or be removed, until there is another', async () => {
    const organization = await createTestOrganization(souk)
    const { id, owner } = organization
    const userId = owner.user.id
    const admin = await addMember(souk, organization, 'admin')
    const stepDown = () => souk.call('updateMember', { id, userId, role: 'member' }, { as: owner.token })
    const refused = await stepDown()
    expect([refused.status, refused.body.hint]).toEqual([
      409,
      'Make another member an owner first, or delete the organization.',
    ])
    expect((await souk.call('removeMember', { id, userId }, { as: owner.token })).status).toBe(409)
    expect((await souk.call('removeMember', { id, userId }, { as: admin.token })).status).toBe(403)
    await souk.call('updateMember', { id, userId: admin.user.id, role: 'owner' }, { as: owner.token })
    expect((await stepDown()).data.member.role).toBe('member')
    expect((await souk.call('removeMember', { id, userId }, { as: owner.token })).status).toBe(200)
  })

  it('remains when all owners leave concurrently in different ways', async () => {
    for (let round = 0; round < 5; round++) {
      const organization = await createTestOrganization(souk)
      const { id, owner } = organization
      const [second, third] = [
        await addMember(souk, organization, 'owner'),
        await addMember(souk, organization, 'owner'),
      ]
      const responses = await Promise.all([
        souk.call('removeMember', { id, userId: owner.user.id }, { as: owner.token }),
        souk.call('updateMember', { id, userId: second.user.id, role: 'member' }, { as: second.token }),
        souk.call('removeMember', { id, userId: third.user.id }, { as: third.token }),
      ])
      expect(statusesOf(responses)).toEqual([200, 200, 409])
      const roles = await souk.context.database
        .selectFrom('members')
        .select('user_id')
        .where('role', '=', 'owner')
        .where(
          'user_id',
          'in',
          [owner, second, third].map(({ user }) => `usr_${user.id.slice(4)}` as const),
        )
        .execute()
      expect(roles).toHaveLength(1)
    }
  })

  it('remains when two owners remove each other concurrently', async () => {
    const organization = await createTestOrganization(souk)
    const { id, owner } = organization
    const second = await addMember(souk, organization, 'owner')
    const responses = await Promise.all([
      souk.call('removeMember', { id, userId: second.user.id }, { as: owner.token }),
      souk.call('removeMember', { id, userId: owner.user.id }, { as: second.token }),
    ])
    expect(statusesOf(responses)).toEqual([200, 403])
  })
})

describe('removeMember', () => {
  it('lets every member leave once', async () => {
    const organization = await createTestOrganization(souk)
    for (const role of ['admin', 'finance', 'member'] as const) {
      const { user, token } = await addMember(souk, organization, role)
      const leave = () => souk.call('removeMember', { id: organization.id, userId: user.id }, { as: token })
      expect((await leave()).status).toBe(200)
      expect((await souk.call('listMembers', { id: organization.id }, { as: token })).status).toBe(403)
      expect((await leave()).status).toBe(404)
    }
    expect(
      (await auditActionsOn(souk, organization.id)).filter((action) => action === 'member.removed'),
    ).toHaveLength(3)
  })

  it('unassigns the agents of the leaver and ends the leaver’s access to other agents', async () => {
    const organization = await createTestOrganization(souk)
    const { id, owner } = organization
    const [admin, member] = [
      await addMember(souk, organization, 'admin'),
      await addMember(souk, organization, 'member'),
    ]
    const [remaining, taken] = [await souk.agent(owner), await souk.agent(admin)]
    await souk.call('assignAgent', { id, agentId: remaining.id }, { as: owner.token })
    await souk.call('assignAgent', { id, agentId: taken.id }, { as: admin.token })
    await souk.call('selectAgent', { agentId: remaining.id }, { as: admin.token })
    await souk.call('selectAgent', { agentId: taken.id }, { as: member.token })
    await souk.call('removeMember', { id, userId: admin.user.id }, { as: owner.token })
    const left = (await souk.call('listAssignedAgents', { id }, { as: owner.token })).data.items
    expect(left.map((agent) => agent.id)).toEqual([remaining.id])
    expect([await activeAgent(admin), await activeAgent(member)]).toEqual([null, null])
    expect(await activeAgent(owner)).toBe(remaining.id)
  })

  it('keeps access that exists for another reason', async () => {
    const organization = await createTestOrganization(souk)
    const { id, owner } = organization
    const member = await addMember(souk, organization, 'member')
    const [personal, shared] = [await souk.agent(member), await souk.agent(owner)]
    await souk.call('assignAgent', { id, agentId: shared.id }, { as: owner.token })
    const leave = () => souk.call('removeMember', { id, userId: member.user.id }, { as: member.token })
    await leave()
    expect(await activeAgent(member)).toBe(personal.id)
    const { code } = (await souk.call('createLinkCode', {}, { as: owner.token, agent: shared.id })).data
    await souk.call('linkAgent', { code }, { as: member.token })
    await addMember(souk, organization, 'member', member)
    await souk.call('selectAgent', { agentId: shared.id }, { as: member.token })
    await leave()
    expect(await activeAgent(member)).toBe(shared.id)
  })

  it('withdraws open invitations of the person', async () => {
    const organization = await createTestOrganization(souk)
    const person = await souk.person()
    await addMember(souk, organization, 'member', person)
    const invitation = await invite(souk, organization, { email: person.email })
    await souk.call(
      'removeMember',
      { id: organization.id, userId: person.user.id },
      { as: organization.owner.token },
    )
    await souk.call('verifyEmail', { token: await souk.mailedToken(person.email, /Verify/) })
    const answer = { invitationId: invitation.id, accept: true }
    expect((await souk.call('respondToInvitation', answer, { as: person.token })).status).toBe(410)
  })
})

describe('listAssignedAgents', () => {
  it('lists all agents to members and public ones to other people, newest first', async () => {
    const organization = await createTestOrganization(souk)
    const { id, owner } = organization
    const member = await addMember(souk, organization, 'member')
    const skill = { id: 'de', name: 'German', description: 'Texts.', tags: ['de'], private: true }
    const first = await souk.agent(owner, { skills: [skill] })
    souk.clock.advance(1000)
    const hidden = await souk.agent(owner, { visibility: 'private' })
    souk.clock.advance(1000)
    const last = await souk.agent(owner)
    for (const agentId of [last.id, first.id, hidden.id]) {
      await souk.call('assignAgent', { id, agentId }, { as: owner.token })
    }
    const list = async (as: string | undefined) =>
      (await souk.call('listAssignedAgents', { id }, { as })).data.items
    for (const as of [owner.token, member.token]) {
      const agents = await list(as)
      expect(agents.map((agent) => agent.id)).toEqual([last.id, hidden.id, first.id])
      expect(agents[2]?.skills).toHaveLength(1)
    }
    for (const as of [stranger.token, await souk.key(owner, first), undefined]) {
      const agents = await list(as)
      expect(agents.map((agent) => agent.id)).toEqual([last.id, first.id])
      expect(agents[1]?.skills).toEqual([])
    }
  })
})

describe('assignAgent', () => {
  it('lets members act as the agent according to their role', async () => {
    const organization = await createTestOrganization(souk)
    const { id, owner } = organization
    const agent = await souk.agent(owner, { visibility: 'private' })
    const as = owner.token
    const response = await souk.call('assignAgent', { id, agentId: agent.name }, { as })
    expect(response.data.agent.id).toBe(agent.id)
    for (const role of ['owner', 'admin', 'finance', 'member'] as const) {
      const { token } = await addMember(souk, organization, role)
      const { items } = (await souk.call('listMyAgents', {}, { as: token })).data
      expect(items.map((item) => [item.agent.id, item.role])).toEqual([[agent.id, `organization-${role}`]])
      const keys = await souk.call('listKeys', { agentId: agent.id }, { as: token })
      expect(keys.status).toBe(role === 'owner' || role === 'admin' ? 200 : 403)
    }
    expect(await auditActionsOn(souk, agent.id)).toEqual(['agent.assigned', 'agent.created'])
  })

  it('accepts own unassigned agents', async () => {
    const [organization, other] = [await createTestOrganization(souk), await createTestOrganization(souk)]
    const admin = await addMember(souk, organization, 'admin')
    await addMember(souk, other, 'admin', admin)
    const [personal, gone] = [await souk.agent(admin), await souk.agent(admin)]
    await souk.call('removeMyAgent', { agentId: gone.id }, { as: admin.token })
    const foreign = await souk.agent(stranger)
    const hidden = await souk.agent(stranger, { visibility: 'private' })
    const inside = await souk.agent(organization.owner, { visibility: 'private' })
    await souk.call(
      'assignAgent',
      { id: organization.id, agentId: inside.id },
      { as: organization.owner.token },
    )
    const assign = (id: string, agentId: string) =>
      souk.call('assignAgent', { id, agentId }, { as: admin.token })
    expect((await assign(organization.id, foreign.id)).status).toBe(403)
    expect((await assign(organization.id, inside.id)).status).toBe(403)
    expect((await assign(organization.id, hidden.id)).status).toBe(404)
    expect((await assign(organization.id, gone.id)).status).toBe(404)
    expect((await assign(organization.id, 'no-such-agent')).status).toBe(404)
    const both = await Promise.all([assign(organization.id, personal.id), assign(other.id, personal.id)])
    expect(statusesOf(both)).toEqual([200, 409])
    expect((await assign(organization.id, personal.id)).status).toBe(409)
  })

  it('does not assign a concurrently archived agent', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, owner } = await createTestOrganization(souk)
      const agent = await souk.agent(owner)
      await Promise.all([
        souk.call('assignAgent', { id, agentId: agent.id }, { as: owner.token }),
        souk.call('removeMyAgent', { agentId: agent.id }, { as: owner.token }),
      ])
      const left = (await souk.call('listAssignedAgents', { id }, { as: owner.token })).data.items
      expect(left).toEqual([])
    }
  })
})

describe('unassignAgent', () => {
  it('allows the owner of the agent in any role', async () => {
    const organization = await createTestOrganization(souk)
    const { id, owner } = organization
    const admin = await addMember(souk, organization, 'admin')
    const [open, hidden] = [await souk.agent(admin), await souk.agent(admin, { visibility: 'private' })]
    for (const { id: agentId } of [open, hidden]) {
      await souk.call('assignAgent', { id, agentId }, { as: admin.token })
    }
    await souk.call('updateMember', { id, userId: admin.user.id, role: 'member' }, { as: owner.token })
    const member = await addMember(souk, organization, 'member')
    await souk.call('selectAgent', { agentId: hidden.id }, { as: member.token })
    const unassign = async (person: Person, agentId: string) =>
      (await souk.call('unassignAgent', { id, agentId }, { as: person.token })).status
    expect(await unassign(stranger, open.id)).toBe(403)
    expect(await unassign(stranger, hidden.id)).toBe(404)
    expect(await unassign(member, hidden.id)).toBe(403)
    expect(await unassign(owner, 'no-such-agent')).toBe(404)
    expect(await unassign(admin, hidden.name)).toBe(200)
    expect(await unassign(admin, hidden.name)).toBe(404)
    expect(await activeAgent(member)).toBeNull()
    expect(await auditActionsOn(souk, hidden.id)).toContain('agent.unassigned')
  })
})
