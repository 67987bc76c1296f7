import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import {
  addMember,
  auditActionsOn,
  createTestOrganization,
  signIn,
} from '../fixtures/people/organizations.ts'

let souk: Souk
let admin: Person
beforeAll(async () => {
  souk = await startSouk()
  admin = await souk.operator('admin')
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const appoint = async (organizationId: string, { user }: Person, by = admin) => {
  const { token } = await signIn(souk, by)
  const input = { organizationId, userId: user.id, reason: 'The owner is gone.' }
  const { status, body } = await souk.call('appointOwner', input, { as: token })
  return [status, body['error']]
}
const verifiedMember = async (organization: Awaited<ReturnType<typeof createTestOrganization>>) =>
  addMember(souk, organization, 'member', await souk.person({ verified: true }))

describe('appointOwner', () => {
  it('makes a member the owner after the only owner was not seen for 30 days', async () => {
    const organization = await createTestOrganization(souk)
    const member = await verifiedMember(organization)
    const refused = [409, 'An owner of this organization is active.']
    expect(await appoint(organization.id, member)).toEqual(refused)
    souk.clock.advance(29 * day)
    expect(await appoint(organization.id, member)).toEqual(refused)
    souk.clock.advance(2 * day)
    expect(await appoint(organization.id, member)).toEqual([200, undefined])
    const { token } = await signIn(souk, member)
    const { status } = await souk.call(
      'updateOrganization',
      { id: organization.id, displayName: 'New' },
      { as: token },
    )
    expect(status).toBe(200)
    expect(await auditActionsOn(souk, organization.id)).toContain('owner.appointed')
  })

  it('makes a member the owner while the only owner is suspended', async () => {
    const organization = await createTestOrganization(souk)
    const member = await verifiedMember(organization)
    const { token } = await signIn(souk, admin)
    const opened = { kind: 'user', subjectId: organization.owner.user.id, reason: 'Fraud.' } as const
    const { id: caseId } = (await souk.call('openCase', opened, { as: token })).data.case
    const decision = { caseId, outcome: 'suspend', target: 'user', reason: 'Fraud.' } as const
    await souk.call('decideCase', decision, { as: token })
    expect(await appoint(organization.id, member)).toEqual([200, undefined])
  })

  it('refuses strangers to the organization, unverified people and operators who are involved', async () => {
    const organization = await createTestOrganization(souk)
    const unverified = await addMember(souk, organization, 'member', await souk.person({ verified: false }))
    const operator = await souk.operator('admin')
    await addMember(souk, organization, 'member', operator)
    const member = await verifiedMember(organization)
    souk.clock.advance(31 * day)
    const outsider = await souk.person({ verified: true })
    const [status, error] = await appoint(organization.id, outsider)
    expect([status, error]).toEqual([422, 'The person must be a member of this organization.'])
    expect((await appoint(organization.id, unverified))[0]).toBe(422)
    expect((await appoint(organization.id, member, operator))[0]).toBe(403)
    expect((await appoint(organization.id, operator, operator))[0]).toBe(403)
    expect((await appoint('org_01kd3v9m2hf3v8q6w1x5r7t0yz', member))[0]).toBe(404)
  })

  it('gives an organization without members any verified person as its owner', async () => {
    const { id } = await createTestOrganization(souk)
    await sql`delete from members where organization_id = ${id}`.execute(souk.context.database)
    expect(await appoint(id, await souk.person({ verified: true }))).toEqual([200, undefined])
  })
})
