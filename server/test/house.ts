import { randomBytes } from 'node:crypto'
import type { Invitation, Organization, Role } from 'souk-contract'
import { fail, type Person, type Souk } from './harness.ts'

/** An organization, and one of its owners. */
export interface House {
  readonly id: string
  readonly organization: Organization
  readonly owner: Person
}

export const newHandle = () => `house-${randomBytes(6).toString('hex')}`

/** An organization whose only member is a new owner. */
export async function buildHouse(souk: Souk): Promise<House> {
  const owner = await souk.person({ displayName: 'Owner', verified: true })
  const fields = { handle: newHandle(), displayName: 'Acme Labs' }
  const { organization } = (await souk.call('createOrganization', fields, { as: owner.token })).data
  return { id: organization.id, organization, owner }
}

/** A new person, or the one given, as a member. */
export async function move(souk: Souk, house: House, role: Role, person?: Person): Promise<Person> {
  const mover = person ?? (await souk.person({ displayName: role }))
  const input = { id: house.id, userId: mover.user.id, role }
  const { invitation } = (await souk.call('addMember', input, { as: house.owner.token })).data
  const answer = { invitationId: invitation.id, accept: true }
  const { status } = await souk.call('respondToInvitation', answer, { as: mover.token })
  return status === 200 ? mover : fail(`respondToInvitation answered ${status}`)
}

export async function invite(
  souk: Souk,
  house: House,
  to: { email?: string; userId?: string },
  role: Role = 'member',
): Promise<Invitation> {
  const input = { id: house.id, role, ...to }
  return (await souk.call('inviteMember', input, { as: house.owner.token })).data.invitation
}

/** Who moved the clock by weeks has to sign in again. */
export async function signIn(souk: Souk, person: Person): Promise<Person> {
  const { email, password } = person
  return { ...person, token: (await souk.call('createSession', { email, password })).data.token }
}

/** What the audit log says was done to a thing, by name. */
export async function deedsOn(souk: Souk, target: string): Promise<string[]> {
  const rows = await souk.context.database
    .selectFrom('audit_entries')
    .select('action')
    .where('target', '=', target)
    .execute()
  return rows.map(({ action }) => action).toSorted()
}

/** How calls ended that were made at once, smallest first. */
export function statusesOf(answers: readonly { status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((left, right) => left - right)
}
