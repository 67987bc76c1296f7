import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import {
  createTestOrganization,
  auditActionsOn,
  invite,
  addMember,
  signIn,
  statusesOf,
} from '../fixtures/people/organizations.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

const respond = (person: Person, invitationId: string, accept = true) =>
  souk.call('respondToInvitation', { invitationId, accept }, { as: person.token })

const open = async (person: Person) =>
  (await souk.call('listMyInvitations', {}, { as: person.token })).data.items.map(({ id }) => id)

const verify = async (person: Person) =>
  souk.call('verifyEmail', { token: await souk.mailedToken(person.email, /Verify/) })

describe('inviteMember', () => {
  it('invites an account by id and sends a mail', async () => {
    const organization = await createTestOrganization(souk)
    const person = await souk.person()
    const invitation = await invite(souk, organization, { userId: person.user.id }, 'finance')
    const { id, handle, displayName } = organization.profile
    expect(invitation).toMatchObject({
      organization: { id, handle, displayName },
      email: null,
      userId: person.user.id,
      role: 'finance',
      state: 'pending',
      invitedBy: { id: organization.owner.user.id, displayName: 'Owner' },
      expiresAt: new Date(souk.clock.now().getTime() + 14 * day).toISOString(),
    })
    const mail = (await souk.mails()).find(({ to, subject }) => to === person.email && /Acme/.test(subject))
    expect(mail?.subject).toBe('Invitation to the organization “Acme Labs”')
    expect(mail?.text).toContain(
      '“Owner” invited you to join the organization “Acme Labs” on Souk, with the role finance.',
    )
    expect(await auditActionsOn(souk, invitation.id)).toEqual(['invitation.sent'])
  })

  it.each([
    ['neither', {}, 400],
    ['both', { email: 'x@example.com', userId: 'usr_7zzzzzzzzzzzzzzzzzzzzzzzzz' }, 400],
    ['an unknown id', { userId: 'usr_7zzzzzzzzzzzzzzzzzzzzzzzzz' }, 404],
    ['no id', { userId: 'nonsense' }, 404],
    ['no address', { email: 'nonsense' }, 400],
  ])('refuses %s', async (_why, fields, status) => {
    const { id, owner } = await createTestOrganization(souk)
    const input = { id, role: 'member' as const, ...fields }
    expect((await souk.call('inviteMember', input, { as: owner.token })).status).toBe(status)
    expect((await souk.call('listInvitations', { id }, { as: owner.token })).data.items).toEqual([])
  })

  it('refuses members by id and by verified address only', async () => {
    const organization = await createTestOrganization(souk)
    const member = await addMember(souk, organization, 'member')
    const status = async (to: object) =>
      (
        await souk.call(
          'inviteMember',
          { id: organization.id, role: 'admin', ...to },
          { as: organization.owner.token },
        )
      ).status
    expect(await status({ userId: member.user.id })).toBe(409)
    expect(await status({ email: member.email })).toBe(200)
    const proven = await addMember(souk, organization, 'member', await souk.person({ verified: true }))
    expect(await status({ email: proven.email.toUpperCase() })).toBe(409)
  })

  it('refuses a second open invitation to the same person by id or address', async () => {
    const organization = await createTestOrganization(souk)
    const person = await souk.person({ verified: true })
    const byId = { userId: person.user.id }
    const byEmail = { email: person.email.toUpperCase() }
    const as = organization.owner.token
    for (const first of [byId, byEmail]) {
      const invitation = await invite(souk, organization, first)
      for (const second of [byId, byEmail]) {
        const input = { id: organization.id, role: 'member' as const, ...second }
        expect((await souk.call('inviteMember', input, { as })).status).toBe(409)
      }
      await souk.call('withdrawInvitation', { id: organization.id, invitationId: invitation.id }, { as })
    }
    expect((await invite(souk, organization, byId)).state).toBe('pending')
  })

  it('sends one invitation under two concurrent calls', async () => {
    const organization = await createTestOrganization(souk)
    const admin = await addMember(souk, organization, 'admin')
    const input = { id: organization.id, email: 'twice@example.com', role: 'member' as const }
    const tries = [organization.owner, admin].map(({ token }) =>
      souk.call('inviteMember', input, { as: token }),
    )
    expect(statusesOf(await Promise.all(tries))).toEqual([200, 409])
    expect((await souk.mails()).filter(({ to }) => to === input.email)).toHaveLength(1)
  })
})

describe('listInvitations', () => {
  it('lists invitations in every state, newest first', async () => {
    const organization = await createTestOrganization(souk)
    const { id, owner } = organization
    const people = [await souk.person(), await souk.person()] as const
    const created: string[] = []
    for (const to of [
      { userId: people[0].user.id },
      { userId: people[1].user.id },
      { email: 'a@example.com' },
    ]) {
      created.push((await invite(souk, organization, to)).id)
      souk.clock.advance(1000)
    }
    await respond(people[0], created[0] ?? '')
    await respond(people[1], created[1] ?? '', false)
    await souk.call('withdrawInvitation', { id, invitationId: created[2] ?? '' }, { as: owner.token })
    await invite(souk, organization, { email: 'late@example.com' })
    souk.clock.advance(14 * day)
    await invite(souk, { ...organization, owner: await signIn(souk, owner) }, { email: 'b@example.com' })
    const { token } = await signIn(souk, owner)
    const { items } = (await souk.call('listInvitations', { id }, { as: token })).data
    expect(items.map(({ state }) => state)).toEqual([
      'pending',
      'expired',
      'withdrawn',
      'declined',
      'accepted',
    ])
    expect(items[0]?.email).toBe('b@example.com')
  })
})

describe('listMyInvitations', () => {
  it('lists invitations by verified address, case-insensitively', async () => {
    const organization = await createTestOrganization(souk)
    const person = await souk.person()
    const invitation = await invite(souk, organization, { email: person.email.toUpperCase() })
    expect(invitation.email).toBe(person.email)
    expect(await open(person)).toEqual([])
    expect((await respond(person, invitation.id)).status).toBe(404)
    await verify(person)
    expect(await open(person)).toEqual([invitation.id])
    const moved = { email: `moved-${person.email}`, currentPassword: person.password }
    await souk.call('updateMe', moved, { as: person.token })
    expect(await open(person)).toEqual([])
    expect((await respond(person, invitation.id)).status).toBe(404)
  })

  it('lists own open invitations, newest first', async () => {
    const person = await souk.person()
    const first = await invite(souk, await createTestOrganization(souk), { userId: person.user.id })
    souk.clock.advance(7 * day)
    const later = await signIn(souk, person)
    const second = await invite(souk, await createTestOrganization(souk), { userId: person.user.id })
    const declined = await invite(souk, await createTestOrganization(souk), { userId: person.user.id })
    await respond(later, declined.id, false)
    expect(await open(later)).toEqual([second.id, first.id])
    expect(await open(await souk.person())).toEqual([])
    souk.clock.advance(7 * day)
    expect(await open(await signIn(souk, person))).toEqual([second.id])
  })
})

describe('respondToInvitation', () => {
  it('accepts and grants the role of the invitation', async () => {
    const organization = await createTestOrganization(souk)
    const person = await souk.person({ verified: true })
    const invitation = await invite(souk, organization, { email: person.email }, 'admin')
    const { data } = await respond(person, invitation.id)
    expect(data).toMatchObject({
      invitation: { id: invitation.id, state: 'accepted' },
      member: { user: { id: person.user.id }, role: 'admin' },
    })
    const seen = await souk.call('getOrganization', { id: organization.id }, { as: person.token })
    expect(seen.data.organization).toMatchObject({ role: 'admin', memberCount: 2 })
    expect(await auditActionsOn(souk, invitation.id)).toEqual(['invitation.accepted', 'invitation.sent'])
    expect(await auditActionsOn(souk, organization.id)).toContain('member.added')
  })

  it('declines and changes only the invitation', async () => {
    const organization = await createTestOrganization(souk)
    const person = await souk.person()
    const invitation = await invite(souk, organization, { userId: person.user.id })
    const { data } = await respond(person, invitation.id, false)
    expect(data).toMatchObject({ invitation: { state: 'declined' }, member: null })
    expect((await souk.call('listMembers', { id: organization.id }, { as: person.token })).status).toBe(403)
    expect(await auditActionsOn(souk, invitation.id)).toEqual(['invitation.declined', 'invitation.sent'])
    expect((await respond(person, invitation.id)).status).toBe(409)
  })

  it('keeps the role of a person who has become a member meanwhile', async () => {
    const organization = await createTestOrganization(souk)
    const person = await souk.person()
    const invitation = await invite(souk, organization, { email: person.email }, 'admin')
    await addMember(souk, organization, 'finance', person)
    await souk.call('verifyEmail', { token: await souk.mailedToken(person.email, /Verify/) })
    const { data } = await respond(person, invitation.id)
    expect([data.invitation.state, data.member?.role]).toEqual(['accepted', 'finance'])
  })

  it('refuses a withdrawn, expired or foreign invitation', async () => {
    const organization = await createTestOrganization(souk)
    const person = await souk.person()
    const withdrawn = await invite(souk, organization, { userId: person.user.id })
    const path = { id: organization.id, invitationId: withdrawn.id }
    expect((await respond(await souk.person(), withdrawn.id)).status).toBe(404)
    expect((await respond(organization.owner, withdrawn.id)).status).toBe(404)
    expect((await souk.call('withdrawInvitation', path, { as: organization.owner.token })).status).toBe(200)
    expect((await respond(person, withdrawn.id)).status).toBe(410)
    const expiring = await invite(souk, organization, { userId: person.user.id })
    souk.clock.advance(14 * day)
    const later = await signIn(souk, person)
    expect((await respond(later, expiring.id)).status).toBe(410)
    expect((await respond(later, 'inv_7zzzzzzzzzzzzzzzzzzzzzzzzz')).status).toBe(404)
    expect((await respond(later, 'nonsense')).status).toBe(404)
  })

  it('accepts one of many concurrent responses', async () => {
    for (let round = 0; round < 5; round++) {
      const organization = await createTestOrganization(souk)
      const person = await souk.person()
      const invitation = await invite(souk, organization, { userId: person.user.id })
      const path = { id: organization.id, invitationId: invitation.id }
      const responses = await Promise.all([
        respond(person, invitation.id),
        respond(person, invitation.id, false),
        souk.call('withdrawInvitation', path, { as: organization.owner.token }),
      ])
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      const { data } = await souk.call('getOrganization', { id: organization.id })
      expect(data.organization.memberCount).toBe(responses[0].status === 200 ? 2 : 1)
    }
  })

  it('adds no member to a concurrently deleted organization', async () => {
    const organization = await createTestOrganization(souk)
    const person = await souk.person()
    const invitation = await invite(souk, organization, { userId: person.user.id })
    const [response] = await Promise.all([
      respond(person, invitation.id),
      souk.call('deleteOrganization', { id: organization.id }, { as: organization.owner.token }),
    ])
    expect([200, 410]).toContain(response.status)
    expect((await souk.call('listMyOrganizations', {}, { as: person.token })).data.items).toEqual([])
    expect((await respond(person, invitation.id)).status).toBe(response.status === 200 ? 409 : 410)
  })
})

describe('withdrawInvitation', () => {
  it('withdraws once, and only open invitations of this organization', async () => {
    const [organization, other] = [await createTestOrganization(souk), await createTestOrganization(souk)]
    const person = await souk.person()
    const invitation = await invite(souk, organization, { userId: person.user.id })
    const withdraw = async (id: string, invitationId: string, { token } = organization.owner) =>
      (await souk.call('withdrawInvitation', { id, invitationId }, { as: token })).status
    expect(await withdraw(other.id, invitation.id, other.owner)).toBe(404)
    expect(await withdraw(organization.id, 'nonsense')).toBe(404)
    expect(await withdraw(organization.id, invitation.id)).toBe(200)
    expect(await withdraw(organization.id, invitation.id)).toBe(409)
    const accepted = await invite(souk, organization, { userId: person.user.id })
    await respond(person, accepted.id)
    expect(await withdraw(organization.id, accepted.id)).toBe(409)
    expect(await auditActionsOn(souk, invitation.id)).toEqual(['invitation.sent', 'invitation.withdrawn'])
  })
})
