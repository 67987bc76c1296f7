import type { Role } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { createOrganizationFixture, type OrganizationFixture } from '../fixtures/a2a/open-streams.ts'
import { addMember, signIn, statusesOf } from '../fixtures/people/organizations.ts'

let souk: Souk
let place: OrganizationFixture
let admin: Person
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  place = await createOrganizationFixture(souk)
  admin = await addMember(souk, place.organization, 'admin')
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

type Fields = Parameters<Souk['key']>[2]
const create = (by: Person, fields: Fields = {}) =>
  souk.call('createKey', { label: 'test', ...fields, agentId: place.worker.agent.id }, { as: by.token })
const works = async (secret: string) => (await souk.call('getMyAgent', {}, { as: secret })).status === 200
const setRole = (by: Person, of: Person, role: Role) =>
  souk.call('updateMember', { id: place.organization.id, userId: of.user.id, role }, { as: by.token })
const remove = (by: Person, of: Person) =>
  souk.call('removeMember', { id: place.organization.id, userId: of.user.id }, { as: by.token })
const enable = (by: Person, kid: string) =>
  souk.call('enableKey', { agentId: place.worker.agent.id, kid }, { as: by.token })
const notifications = async () => {
  await souk.work(['event-relay'])
  const { items } = (await souk.call('listNotifications', {}, place.worker.asPerson)).data
  return items.map(({ kind, data }) => [kind, data['what'] ?? null, data['id'] ?? data['keyId']])
}

describe('an admin', () => {
  it.each(['spend', 'payout'] as const)('cannot create a key with "%s"', async (scope) => {
    expect((await create(admin, { scopes: ['read', scope] })).status).toBe(403)
  })

  it('creates keys that can neither move nor see money', async () => {
    const { key, secret } = (await create(admin)).data
    expect([key.scopes, key.wallet]).toEqual([['read', 'apply', 'deliver', 'social'], false])
    expect(await works(secret)).toBe(true)
    for (const read of ['getBalance', 'listActivity', 'listPayouts'] as const) {
      expect((await souk.call(read, {}, { as: secret })).status).toBe(403)
    }
  })

  it('cannot grant a role with wallet access', async () => {
    const accomplice = await addMember(souk, place.organization, 'member')
    for (const role of ['finance', 'owner'] as const) {
      const input = { id: place.organization.id, userId: (await souk.person()).user.id, role }
      expect(
        statusesOf([
          await setRole(admin, admin, role),
          await setRole(admin, accomplice, role),
          await souk.call('addMember', input, { as: admin.token }),
          await souk.call('inviteMember', input, { as: admin.token }),
        ]),
      ).toEqual([403, 403, 403, 403])
    }
  })

  it('cannot demote or remove finance or owners, nor unassign agents of other people', async () => {
    const finance = await addMember(souk, place.organization, 'finance')
    const unassign = { id: place.organization.id, agentId: place.worker.agent.id }
    for (const other of [finance, place.organization.owner]) {
      expect((await setRole(admin, other, 'member')).status).toBe(403)
      expect((await remove(admin, other)).status).toBe(403)
    }
    expect((await souk.call('unassignAgent', unassign, { as: admin.token })).status).toBe(403)
  })

  it('can tighten the approval gate but not loosen it', async () => {
    const { agent, person } = place.worker
    const set = (by: Person, version: number, amount: number) => {
      const budgets = [{ window: 'day' as const, max: { amount, currency: 'USD' } }]
      const input = { agentId: agent.id, version, mode: 'enforce' as const, budgets }
      return souk.call('updateApprovalGate', input, { as: by.token })
    }
    expect((await set(person, 0, 1000)).status).toBe(200)
    expect((await set(admin, 1, 5000)).status).toBe(403)
    expect((await set(admin, 1, 500)).status).toBe(200)
    expect((await set(person, 2, 5000)).status).toBe(200)
  })
})

describe('approving a request that spends', () => {
  it('requires an owner; an admin can only deny it', async () => {
    const { agent, person, key } = place.worker
    const rules = { fund: { effect: 'requireApproval' as const } }
    const gate = { agentId: agent.id, version: 0, mode: 'enforce' as const, rules }
    await souk.call('updateApprovalGate', gate, { as: person.token })
    await createPaymentActions(souk).earn(agent, 5000)
    const transfer = { amount: 1000, currency: 'USD', source: 'earnings' as const }
    const { body } = await souk.call('fundBalance', transfer, key)
    const decide = (by: Person, decision: 'approve' | 'deny') =>
      souk.call('decideApproval', { approvalId: String(body['approvalId']), decision }, { as: by.token })
    expect((await decide(admin, 'approve')).status).toBe(403)
    expect((await decide(admin, 'deny')).status).toBe(200)
  })
})

describe('keys of a member who loses the required permission', () => {
  it('stop on removal and can be adopted by an owner within 30 days', async () => {
    const { key, secret } = (await create(admin)).data
    const streaming = await souk.call('streamDashboard', {}, { as: secret })
    expect(streaming.status).toBe(200)
    await remove(place.organization.owner, admin)
    expect(await works(secret)).toBe(false)
    const listed = await souk.call(
      'listKeys',
      { agentId: place.worker.agent.id },
      { as: place.organization.owner.token },
    )
    const found = listed.data.items.find(({ kid }) => kid === key.kid)
    expect([found?.deactivatedAt, typeof found?.disabledAt, typeof found?.enableUntil]).toEqual([
      null,
      'string',
      'string',
    ])
    expect((await enable(admin, key.kid)).status).toBe(404)
    const other = await addMember(souk, place.organization, 'admin')
    expect((await enable(other, key.kid)).status).toBe(403)
    expect((await enable(place.organization.owner, key.kid)).status).toBe(200)
    expect(await works(secret)).toBe(true)
    expect(await notifications()).toEqual(
      expect.arrayContaining([
        ['authority.granted', 'key', key.kid],
        ['key.disabled', null, key.kid],
        ['authority.granted', 'role', admin.user.id],
      ]),
    )
  })

  it('cannot be enabled after 30 days or after deactivation', async () => {
    const [late, ended] = [(await create(admin)).data.key, (await create(admin)).data.key]
    await remove(place.organization.owner, admin)
    await souk.call(
      'deactivateKey',
      { agentId: place.worker.agent.id, kid: ended.kid },
      { as: place.organization.owner.token },
    )
    expect((await enable(place.organization.owner, ended.kid)).status).toBe(409)
    souk.clock.advance(30 * day)
    const owner = await signIn(souk, place.organization.owner)
    expect((await enable(owner, late.kid)).status).toBe(409)
  })

  it('stop on a demotion below their scopes and work otherwise', async () => {
    const owner = await addMember(souk, place.organization, 'owner')
    const ownerKey = (await create(owner)).data.secret
    const adminKey = (await create(admin)).data.secret
    await setRole(place.organization.owner, owner, 'admin')
    expect([await works(ownerKey), await works(adminKey)]).toEqual([false, true])
    await setRole(place.organization.owner, admin, 'member')
    expect(await works(adminKey)).toBe(false)
  })

  it.each(['unassigned', 'deleted'] as const)('stop when the agent is %s', async (how) => {
    const { secret } = (await create(admin)).data
    const { id, owner } = place.organization
    if (how === 'deleted') await souk.call('deleteOrganization', { id }, { as: owner.token })
    else await souk.call('unassignAgent', { id, agentId: place.worker.agent.id }, { as: owner.token })
    expect([await works(secret), await works(place.worker.key.as ?? '')]).toEqual([false, true])
  })

  it('do not survive a concurrent removal', async () => {
    for (let round = 0; round < 8; round++) {
      const racer = await addMember(souk, place.organization, 'admin')
      const [created] = await Promise.all([create(racer), remove(place.organization.owner, racer)])
      if (created.status === 200) expect(await works(created.data.secret)).toBe(false)
      else expect([403, 404]).toContain(created.status)
    }
  })
})

describe('an invitation', () => {
  const inviteBy = async (by: Person, role: Role) => {
    const guest = await souk.person()
    const input = { id: place.organization.id, userId: guest.user.id, role }
    const { invitation } = (await souk.call('addMember', input, { as: by.token })).data
    const accept = () =>
      souk.call('respondToInvitation', { invitationId: invitation.id, accept: true }, { as: guest.token })
    return { accept }
  }

  it('is withdrawn when its sender is removed', async () => {
    const { accept } = await inviteBy(admin, 'member')
    await remove(place.organization.owner, admin)
    expect((await accept()).status).toBe(410)
  })

  it('is withdrawn when the new role of its sender cannot grant it', async () => {
    const owner = await addMember(souk, place.organization, 'owner')
    const [finance, member] = [await inviteBy(owner, 'finance'), await inviteBy(owner, 'member')]
    await setRole(place.organization.owner, owner, 'admin')
    expect([(await finance.accept()).status, (await member.accept()).status]).toEqual([410, 200])
  })

  it('grants nothing that its sender can no longer grant', async () => {
    const { accept } = await inviteBy(place.organization.owner, 'finance')
    await souk.context.database
      .updateTable('members')
      .set({ role: 'admin' })
      .where('user_id', '=', `usr_${place.organization.owner.user.id.slice(4)}`)
      .execute()
    expect((await accept()).status).toBe(410)
  })
})
