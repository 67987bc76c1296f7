import { randomBytes } from 'node:crypto'
import type { Organization, Role } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../src/lib/clock.ts'
import { startSouk, type Person, type Souk } from './harness.ts'

let souk: Souk
let cast: Record<'coOwner' | 'admin' | 'finance' | 'member' | 'stranger', Person>
beforeAll(async () => {
  souk = await startSouk()
  cast = {
    coOwner: await souk.person({ displayName: 'Co-owner' }),
    admin: await souk.person({ displayName: 'Admin' }),
    finance: await souk.person({ displayName: 'Finance' }),
    member: await souk.person({ displayName: 'Member' }),
    stranger: await souk.person({ displayName: 'Stranger' }),
  }
})
afterAll(() => souk.stop())

const newHandle = () => `org-${randomBytes(6).toString('hex')}`

interface House {
  id: string
  organization: Organization
  owner: Person
}

/** An organization whose only member is a new owner. */
async function house(): Promise<House> {
  const owner = await souk.person({ displayName: 'Owner' })
  const fields = { handle: newHandle(), displayName: 'Acme Labs' }
  const { organization } = (await souk.call('createOrganization', fields, { as: owner.token })).data
  return { id: organization.id, organization, owner }
}

async function join({ id, owner }: House, person: Person, role: Role): Promise<Person> {
  const answer = await souk.call('addMember', { id, userId: person.user.id, role }, { as: owner.token })
  expect(answer.status).toBe(200)
  return person
}

/** An organization with somebody in every role. */
async function fullHouse(): Promise<House> {
  const made = await house()
  await join(made, cast.coOwner, 'owner')
  await join(made, cast.admin, 'admin')
  await join(made, cast.finance, 'finance')
  await join(made, cast.member, 'member')
  return made
}

async function invite({ id, owner }: House, to: { email?: string; userId?: string }, role: Role = 'member') {
  return (await souk.call('inviteMember', { id, role, ...to }, { as: owner.token })).data.invitation
}

const respond = (person: Person, invitationId: string, accept = true) =>
  souk.call('respondToInvitation', { invitationId, accept }, { as: person.token })

const activeAgent = async (person: Person) =>
  (await souk.call('getMe', {}, { as: person.token })).data.user.activeAgentId

/** Who moved the clock by weeks has to sign in again. */
async function signIn(person: Person): Promise<Person> {
  const { token } = (await souk.call('createSession', { email: person.email, password: person.password })).data
  return { ...person, token }
}

async function deedsOn(target: string): Promise<string[]> {
  const { database } = souk.context
  const rows = await database.selectFrom('audit_entries').select('action').where('target', '=', target).execute()
  return rows.map(({ action }) => action)
}

describe('createOrganization', () => {
  it('makes the caller its owner', async () => {
    const person = await souk.person()
    const fields = { handle: newHandle(), displayName: 'Acme', website: 'https://acme.example.com' }
    const { organization } = (await souk.call('createOrganization', fields, { as: person.token })).data
    expect(organization).toMatchObject({ ...fields, description: '', memberCount: 1, agentCount: 0, role: 'owner' })
    const mine = await souk.call('listMyOrganizations', {}, { as: person.token })
    expect(mine.data.items).toEqual([organization])
    expect(await deedsOn(organization.id)).toEqual(['organization.created'])
  })

  it.each([
    ['the handle of an agent', 409, { handle: 'known-agent' }],
    ['a look-alike', 409, { handle: 'knownagent' }],
    ['a reserved handle', 422, { handle: 'admin' }],
    ['direction-changing characters', 422, { displayName: 'Acme\u202e' }],
    ['a blank name', 400, { displayName: '  ' }],
    ['a script as website', 400, { website: 'javascript:alert(1)' }],
  ])('refuses %s with %i', async (_why, status, fields) => {
    await souk.call('createMyAgent', { name: 'known-agent' }, { as: cast.stranger.token })
    const input = { handle: newHandle(), displayName: 'Acme', ...fields }
    expect((await souk.call('createOrganization', input, { as: cast.stranger.token })).status).toBe(status)
  })

  it('lets a person own a hundred, also when more are asked for at once', async () => {
    const { token } = await souk.person()
    const create = () => souk.call('createOrganization', { handle: newHandle(), displayName: 'One' }, { as: token })
    const answers = await Promise.all(Array.from({ length: 103 }, create))
    const made = answers.filter(({ status }) => status === 200)
    expect([made.length, answers.filter(({ status }) => status === 409).length]).toEqual([100, 3])
    await souk.call('deleteOrganization', { id: made[0]?.data.organization.id ?? '' }, { as: token })
    expect((await create()).status).toBe(200)
  })
})

describe('getOrganization', () => {
  it('shows everybody the profile and only members a role', async () => {
    const { id, organization, owner } = await house()
    const key = await souk.key(owner, await souk.agent(owner))
    for (const [as, role] of [[undefined, null], [cast.stranger.token, null], [key, null], [owner.token, 'owner']] as const) {
      const byId = await souk.call('getOrganization', { id }, { as })
      const byHandle = await souk.call('getOrganizationByHandle', { handle: organization.handle }, { as })
      expect(byId.data.organization).toEqual({ ...organization, role })
      expect(byHandle.data).toEqual(byId.data)
    }
  })

  it.each(['org_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'org_', 'usr_1', 'nonsense', '../x', '%'])('does not know %s', async (id) => {
    expect((await souk.call('getOrganization', { id })).status).toBe(404)
    expect((await souk.call('getOrganizationByHandle', { handle: id })).status).toBe(404)
    expect((await souk.call('listMembers', { id }, { as: cast.member.token })).status).toBe(404)
    expect((await souk.call('deleteOrganization', { id }, { as: cast.member.token })).status).toBe(404)
  })
})

describe('listOrganizations', () => {
  it('finds by the beginning of the handle and of words of the name, sorted by handle', async () => {
    const { token } = await souk.person()
    for (const [handle, displayName] of [['zoo-keepers', 'Lions & Friends'], ['zebra-works', 'Stripes of Zoo'], ['yak-shavers', 'Hair']] as const) {
      await souk.call('createOrganization', { handle, displayName }, { as: token })
    }
    const handles = async (q: string) => (await souk.call('listOrganizations', { q })).data.items.map(({ handle }) => handle)
    expect(await handles('zoo')).toEqual(['zebra-works', 'zoo-keepers'])
    expect(await handles('zoo-k')).toEqual(['zoo-keepers'])
    expect(await handles('  LION frie ')).toEqual(['zoo-keepers'])
    expect(await handles('lions hair')).toEqual([])
    expect(await handles("%' & | ! :* <-> \\")).toEqual([])
  })

  it('pages without gap or repeat', async () => {
    const { token } = await souk.person()
    const made: string[] = []
    for (const letter of ['e', 'a', 'd', 'b', 'c']) {
      const handle = `pager-${letter}-${randomBytes(3).toString('hex')}`
      await souk.call('createOrganization', { handle, displayName: 'Page' }, { as: token })
      made.push(handle)
    }
    for (const list of ['listOrganizations', 'listMyOrganizations'] as const) {
      const seen: string[] = []
      let cursor: string | null | undefined
      do {
        const input = { limit: 2, ...(cursor ? { cursor } : {}), ...(list === 'listOrganizations' ? { q: 'pager' } : {}) }
        const { data } = await souk.call(list, input, { as: token })
        seen.push(...data.items.map(({ handle }) => handle))
        cursor = data.nextCursor
      } while (cursor)
      expect(seen).toEqual(made.toSorted())
    }
  })
})

describe('rights', () => {
  type Attempt = (house: House, as: string) => Promise<{ status: number }>
  const everyone = ['owner', 'admin', 'finance', 'member', 'stranger'] as const
  const newcomer = async () => (await souk.person()).user.id
  const rows: [name: string, may: string, attempt: Attempt][] = [
    ['updateOrganization', 'owner admin', ({ id }, as) => souk.call('updateOrganization', { id, displayName: 'New' }, { as })],
    ['deleteOrganization', 'owner', ({ id }, as) => souk.call('deleteOrganization', { id }, { as })],
    ['listMembers', 'owner admin finance member', ({ id }, as) => souk.call('listMembers', { id }, { as })],
    ['addMember', 'owner admin', async ({ id }, as) => souk.call('addMember', { id, userId: await newcomer(), role: 'admin' }, { as })],
    ['addMember of an owner', 'owner', async ({ id }, as) => souk.call('addMember', { id, userId: await newcomer(), role: 'owner' }, { as })],
    ['updateMember', 'owner admin', ({ id }, as) => souk.call('updateMember', { id, userId: cast.member.user.id, role: 'finance' }, { as })],
    ['updateMember to owner', 'owner', ({ id }, as) => souk.call('updateMember', { id, userId: cast.member.user.id, role: 'owner' }, { as })],
    ['updateMember of an owner', 'owner', ({ id }, as) => souk.call('updateMember', { id, userId: cast.coOwner.user.id, role: 'admin' }, { as })],
    ['removeMember', 'owner admin', async (at, as) => souk.call('removeMember', { id: at.id, userId: (await join(at, await souk.person(), 'admin')).user.id }, { as })],
    ['removeMember of an owner', 'owner', ({ id }, as) => souk.call('removeMember', { id, userId: cast.coOwner.user.id }, { as })],
    ['listInvitations', 'owner admin', ({ id }, as) => souk.call('listInvitations', { id }, { as })],
    ['inviteMember', 'owner admin', ({ id }, as) => souk.call('inviteMember', { id, email: 'new@example.com', role: 'finance' }, { as })],
    ['inviteMember as owner', 'owner', ({ id }, as) => souk.call('inviteMember', { id, email: 'new@example.com', role: 'owner' }, { as })],
    ['withdrawInvitation', 'owner admin', async (at, as) => souk.call('withdrawInvitation', { id: at.id, invitationId: (await invite(at, { email: 'x@example.com' })).id }, { as })],
    ['unassignAgent', 'owner admin', async (at, as) => {
      const agent = await souk.agent(cast.coOwner)
      await souk.call('assignAgent', { id: at.id, agentId: agent.id }, { as: cast.coOwner.token })
      return souk.call('unassignAgent', { id: at.id, agentId: agent.name }, { as })
    }],
  ] // prettier-ignore

  it.each(rows)('%s is for %s', async (_name, may, attempt) => {
    for (const who of everyone) {
      const at = await fullHouse()
      const { token } = who === 'owner' ? at.owner : cast[who]
      expect.soft((await attempt(at, token)).status, who).toBe(may.split(' ').includes(who) ? 200 : 403)
    }
  })

  it.each(rows.filter(([name]) => name !== 'removeMember' && !/nvitation$|^unassign/.test(name)))(
    '%s finds nothing once the organization is deleted',
    async (_name, _may, attempt) => {
      const at = await fullHouse()
      await souk.call('deleteOrganization', { id: at.id }, { as: at.owner.token })
      expect((await attempt(at, at.owner.token)).status).toBe(404)
    },
  )
})
