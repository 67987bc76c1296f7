import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import {
  createTestOrganization,
  auditActionsOn,
  invite,
  addMember,
  newHandle,
  type TestOrganization,
} from '../fixtures/people/organizations.ts'

let souk: Souk
let stranger: Person
beforeAll(async () => {
  souk = await startSouk()
  stranger = await souk.person({ displayName: 'Stranger' })
})
afterAll(() => souk.stop())

const unknownIds = ['org_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'org_', 'usr_1', 'nonsense', '../x', '%']

describe('createOrganization', () => {
  it('makes the caller its owner', async () => {
    const person = await souk.person()
    const fields = { handle: newHandle(), displayName: 'Acme', website: 'https://acme.example.com' }
    const { organization } = (await souk.call('createOrganization', fields, { as: person.token })).data
    const counts = { memberCount: 1, agentCount: 0 }
    expect(organization).toMatchObject({ ...fields, ...counts, description: '', role: 'owner' })
    const listed = await souk.call('listMyOrganizations', {}, { as: person.token })
    expect(listed.data.items).toEqual([organization])
    expect(await auditActionsOn(souk, organization.id)).toEqual(['organization.created'])
  })

  it.each([
    ['the handle of an agent', 409, { handle: 'known-agent' }],
    ['a look-alike', 409, { handle: 'knownagent' }],
    ['a reserved handle', 422, { handle: 'admin' }],
    ['direction-changing characters', 422, { displayName: 'Acme\u202e' }],
    ['a blank name', 400, { displayName: '  ' }],
    ['a script as website', 400, { website: 'javascript:alert(1)' }],
  ])('refuses %s with %i', async (_why, status, fields) => {
    await souk.call('createMyAgent', { name: 'known-agent' }, { as: stranger.token })
    const input = { handle: newHandle(), displayName: 'Acme', ...fields }
    expect((await souk.call('createOrganization', input, { as: stranger.token })).status).toBe(status)
  })

  it('allows a hundred per person under concurrent calls', async () => {
    const { token } = await souk.person()
    const create = () =>
      souk.call('createOrganization', { handle: newHandle(), displayName: 'One' }, { as: token })
    const responses = await Promise.all(Array.from({ length: 103 }, create))
    const created = responses.filter(({ status }) => status === 200)
    const refused = responses.filter(({ status }) => status === 409)
    expect([created.length, refused.length]).toEqual([100, 3])
    await souk.call('deleteOrganization', { id: created[0]?.data.organization.id ?? '' }, { as: token })
    expect((await create()).status).toBe(200)
  })
})

describe('getOrganization', () => {
  it('returns the profile to everyone and a role to members only', async () => {
    const { id, profile: organization, owner } = await createTestOrganization(souk)
    const key = await souk.key(owner, await souk.agent(owner))
    const shown = async (as: string | undefined) => {
      const byId = await souk.call('getOrganization', { id }, { as })
      const byHandle = await souk.call('getOrganizationByHandle', { handle: organization.handle }, { as })
      expect(byHandle.data).toEqual(byId.data)
      return byId.data.organization
    }
    expect(await shown(owner.token)).toEqual(organization)
    for (const as of [undefined, stranger.token, key]) {
      expect(await shown(as)).toEqual({ ...organization, role: null })
    }
  })

  it('counts private agents for members only', async () => {
    const { id, owner } = await createTestOrganization(souk)
    for (const visibility of ['public', 'private'] as const) {
      const agent = await souk.agent(owner, { visibility })
      await souk.call('assignAgent', { id, agentId: agent.id }, { as: owner.token })
    }
    const count = async (as: string) =>
      (await souk.call('getOrganization', { id }, { as })).data.organization.agentCount
    expect([await count(owner.token), await count(stranger.token)]).toEqual([2, 1])
  })

  it.each(unknownIds)('returns 404 for %s', async (id) => {
    const as = stranger.token
    expect((await souk.call('getOrganization', { id })).status).toBe(404)
    expect((await souk.call('getOrganizationByHandle', { handle: id })).status).toBe(404)
    expect((await souk.call('listAssignedAgents', { id })).status).toBe(404)
    expect((await souk.call('listMembers', { id }, { as })).status).toBe(404)
    expect((await souk.call('deleteOrganization', { id }, { as })).status).toBe(404)
  })
})

describe('listOrganizations', () => {
  it('searches by prefix of handle and name words, sorted by handle', async () => {
    const { token } = await souk.person()
    const names = { 'zoo-keepers': 'Lions & Friends', 'zebra-works': 'Stripes of Zoo', 'yak-shavers': 'Hair' }
    for (const [handle, displayName] of Object.entries(names)) {
      await souk.call('createOrganization', { handle, displayName }, { as: token })
    }
    const handles = async (q: string) =>
      (await souk.call('listOrganizations', { q })).data.items.map(({ handle }) => handle)
    expect(await handles('zoo')).toEqual(['zebra-works', 'zoo-keepers'])
    expect(await handles('zoo-k')).toEqual(['zoo-keepers'])
    expect(await handles('  LION frie ')).toEqual(['zoo-keepers'])
    expect(await handles('lions hair')).toEqual([])
    expect(await handles("%' & | ! :* <-> \\")).toEqual([])
  })

  it('pages without gaps or duplicates', async () => {
    const { token } = await souk.person()
    const handles: string[] = []
    for (const letter of ['e', 'a', 'd', 'b', 'c']) {
      const handle = `pager-${letter}-${randomBytes(3).toString('hex')}`
      await souk.call('createOrganization', { handle, displayName: 'Page' }, { as: token })
      handles.push(handle)
    }
    const pages = async (cursor?: string): Promise<string[]> => {
      const input = { q: 'pager', limit: 2, ...(cursor === undefined ? {} : { cursor }) }
      const { items, nextCursor } = (await souk.call('listOrganizations', input)).data
      return [...items.map(({ handle }) => handle), ...(nextCursor === null ? [] : await pages(nextCursor))]
    }
    expect(await pages()).toEqual(handles.toSorted())
    const listed = await souk.call('listMyOrganizations', {}, { as: token })
    expect(listed.data.items.map(({ handle }) => handle)).toEqual(handles.toSorted())
  })
})

describe('updateOrganization', () => {
  it('changes only the given fields', async () => {
    const { id, owner } = await createTestOrganization(souk)
    const change = (changes: object) =>
      souk.call('updateOrganization', { id, ...changes }, { as: owner.token })
    await change({ website: 'https://acme.example.com', description: 'Anvils.' })
    souk.clock.advance(1000)
    const { organization } = (await change({ displayName: 'Acme 2', website: null })).data
    expect(organization).toMatchObject({ displayName: 'Acme 2', description: 'Anvils.', website: null })
    expect(organization.updatedAt).toBe(souk.clock.now().toISOString())
    expect((await change({})).status).toBe(400)
    expect((await change({ handle: 'other' })).status).toBe(400)
    expect((await change({ displayName: 'A\u200bcme' })).status).toBe(422)
    expect(await auditActionsOn(souk, id)).toEqual([
      'organization.created',
      'organization.updated',
      'organization.updated',
    ])
  })
})

describe('deleteOrganization', () => {
  it('hides it and keeps its history and its handle', async () => {
    const organization = await createTestOrganization(souk)
    const { id, owner } = organization
    const admin = await addMember(souk, organization, 'admin')
    const invitation = await invite(souk, organization, { userId: stranger.user.id })
    await souk.call('deleteOrganization', { id }, { as: owner.token })
    for (const as of [owner.token, admin.token, undefined]) {
      expect((await souk.call('getOrganization', { id }, { as })).status).toBe(404)
    }
    expect((await souk.call('deleteOrganization', { id }, { as: owner.token })).status).toBe(404)
    expect((await souk.call('listMyOrganizations', {}, { as: admin.token })).data.items).toEqual([])
    expect((await souk.call('listOrganizations', { q: organization.profile.handle })).data.items).toEqual([])
    expect((await souk.call('listMyInvitations', {}, { as: stranger.token })).data.items).toEqual([])
    const answer = { invitationId: invitation.id, accept: true }
    expect((await souk.call('respondToInvitation', answer, { as: stranger.token })).status).toBe(410)
    const { database } = souk.context
    const members = await database
      .selectFrom('members')
      .select('role')
      .where(sql<boolean>`organization_id = ${id}`)
      .execute()
    expect(members.map(({ role }) => role).toSorted()).toEqual(['admin', 'owner'])
    const again = { handle: organization.profile.handle, displayName: 'Again' }
    expect((await souk.call('createOrganization', again, { as: owner.token })).status).toBe(409)
    expect(await auditActionsOn(souk, id)).toContain('organization.deleted')
  })

  it('unassigns its agents and ends access to them', async () => {
    const organization = await createTestOrganization(souk)
    const { id, owner } = organization
    const member = await addMember(souk, organization, 'member')
    const agent = await souk.agent(owner)
    await souk.call('assignAgent', { id, agentId: agent.id }, { as: owner.token })
    await souk.call('selectAgent', { agentId: agent.id }, { as: member.token })
    await souk.call('deleteOrganization', { id }, { as: owner.token })
    const active = async ({ token }: Person) =>
      (await souk.call('getMe', {}, { as: token })).data.user.activeAgentId
    expect([await active(member), await active(owner)]).toEqual([null, agent.id])
    const acting = await souk.call('getMyAgent', {}, { as: member.token, agent: agent.id })
    expect(acting.status).toBe(403)
    const other = await createTestOrganization(souk)
    await addMember(souk, other, 'admin', owner)
    const moved = await souk.call('assignAgent', { id: other.id, agentId: agent.id }, { as: owner.token })
    expect(moved.status).toBe(200)
  })
})

const everyone = ['owner', 'admin', 'finance', 'member', 'stranger'] as const
type Everyone = Record<(typeof everyone)[number] | 'coOwner', Person>
type Attempt = (organization: TestOrganization, as: string, people: Everyone) => Promise<{ status: number }>

const newcomer = async () => (await souk.person()).user.id
const add =
  (role: 'admin' | 'owner'): Attempt =>
  async ({ id }, as) =>
    souk.call('addMember', { id, userId: await newcomer(), role }, { as })
const change =
  (who: 'member' | 'coOwner' | 'finance', role: 'admin' | 'finance' | 'member' | 'owner'): Attempt =>
  ({ id }, as, people) =>
    souk.call('updateMember', { id, userId: people[who].user.id, role }, { as })
const remove =
  (who: 'leaver' | 'coOwner'): Attempt =>
  async (organization, as, { coOwner }) => {
    const { user } = who === 'coOwner' ? coOwner : await addMember(souk, organization, 'admin')
    return souk.call('removeMember', { id: organization.id, userId: user.id }, { as })
  }
const write =
  (role: 'admin' | 'finance' | 'owner'): Attempt =>
  ({ id }, as) =>
    souk.call('inviteMember', { id, email: 'new@example.com', role }, { as })

const withdraw: Attempt = async (organization, as) => {
  const invitation = await invite(souk, organization, { userId: await newcomer() })
  return souk.call('withdrawInvitation', { id: organization.id, invitationId: invitation.id }, { as })
}
const assign: Attempt = async ({ id }, as) => {
  const { agent } = (await souk.call('createMyAgent', { name: newHandle() }, { as })).data
  return souk.call('assignAgent', { id, agentId: agent.id }, { as })
}
const unassign: Attempt = async ({ id }, as, { coOwner }) => {
  const agent = await souk.agent(coOwner)
  await souk.call('assignAgent', { id, agentId: agent.id }, { as: coOwner.token })
  return souk.call('unassignAgent', { id, agentId: agent.name }, { as })
}

const rows: [name: string, roles: string, attempt: Attempt][] = [
  ['getOrganization', everyone.join(' '), ({ id }, as) => souk.call('getOrganization', { id }, { as })],
  [
    'updateOrganization',
    'owner admin',
    ({ id }, as) => souk.call('updateOrganization', { id, website: null }, { as }),
  ],
  ['deleteOrganization', 'owner', ({ id }, as) => souk.call('deleteOrganization', { id }, { as })],
  ['listMembers', 'owner admin finance member', ({ id }, as) => souk.call('listMembers', { id }, { as })],
  ['addMember', 'owner admin', add('admin')],
  ['addMember as owner', 'owner', add('owner')],
  ['updateMember', 'owner admin', change('member', 'admin')],
  ['updateMember to finance', 'owner', change('member', 'finance')],
  ['updateMember of finance', 'owner', change('finance', 'member')],
  ['updateMember to owner', 'owner', change('member', 'owner')],
  ['updateMember of an owner', 'owner', change('coOwner', 'finance')],
  ['removeMember', 'owner admin', remove('leaver')],
  ['removeMember of an owner', 'owner', remove('coOwner')],
  ['listInvitations', 'owner admin', ({ id }, as) => souk.call('listInvitations', { id }, { as })],
  ['inviteMember', 'owner admin', write('admin')],
  ['inviteMember as owner', 'owner', write('owner')],
  ['inviteMember as finance', 'owner', write('finance')],
  ['withdrawInvitation', 'owner admin', withdraw],
  ['listAssignedAgents', everyone.join(' '), ({ id }, as) => souk.call('listAssignedAgents', { id }, { as })],
  ['assignAgent', 'owner admin', assign],
  ['unassignAgent', 'owner', unassign],
]

/** An organization with one member per role. */
async function createWithEveryRole(): Promise<{ organization: TestOrganization; people: Everyone }> {
  const organization = await createTestOrganization(souk)
  const people = {
    owner: organization.owner,
    coOwner: await addMember(souk, organization, 'owner'),
    admin: await addMember(souk, organization, 'admin'),
    finance: await addMember(souk, organization, 'finance'),
    member: await addMember(souk, organization, 'member'),
    stranger,
  }
  return { organization, people }
}

describe('the role in an organization', () => {
  let unchanged: Awaited<ReturnType<typeof createWithEveryRole>> | undefined

  it.each(rows)('%s is allowed for %s', async (name, roles, attempt) => {
    for (const who of everyone) {
      const { organization, people } = (unchanged ??= await createWithEveryRole())
      const { status } = await attempt(organization, people[who].token, people)
      expect.soft(status, who).toBe(roles.split(' ').includes(who) ? 200 : 403)
      // Refusals and reads leave the organization unchanged for the next attempt.
      if (status === 200 && !/^(get|list)/.test(name)) unchanged = undefined
    }
  })
})
