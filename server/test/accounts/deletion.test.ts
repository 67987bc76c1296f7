import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../src/lib/clock.ts'
import { testImages } from '../../src/lib/images/test-images.ts'
import { uploadFile } from '../fixtures/files/file-uploads.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { createTestOrganization, signIn } from '../fixtures/people/organizations.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'

let souk: Souk
let payments: PaymentActions
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
})
afterAll(() => souk.stop())
afterEach(async () => {
  expect(await payments.failedChecks()).toEqual([])
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

const as = ({ token }: Person) => ({ as: token })
const deleted = (person: Person) => souk.call('deleteMe', {}, as(person))
const graceOver = async () => {
  souk.clock.advance(14 * day)
  await souk.work(['account-deletions'])
}

describe('cancelDeletion', () => {
  it('keeps an account in its grace period, which operators see listed', async () => {
    const [support, person] = [await souk.operator('support'), await souk.person()]
    const { deletesAt } = (await deleted(person)).data
    const listed = async () => (await souk.call('listDeletions', { limit: 100 }, asOperator)).data.items
    const { id: userId, displayName } = person.user
    expect(await listed()).toContainEqual({ userId, displayName, email: person.email, deletesAt })
    const input = { userId, reason: 'Asked for by phone.' }
    expect((await souk.call('cancelDeletion', input, as(support))).status).toBe(200)
    expect((await souk.call('cancelDeletion', input, as(support))).status).toBe(409)
    expect((await listed()).map((one) => one.userId)).not.toContain(userId)
    await graceOver()
    expect((await signIn(souk, person)).token).toMatch(/^souk_st_/)
  })
})

describe('deleteMe', () => {
  it('pseudonymizes the account and its agents after 14 days, and keeps ledger and audit log intact', async () => {
    const person = await souk.person({ displayName: 'Ada Lovelace' })
    const agent = await souk.agent(person, { displayName: 'Ada translates' })
    const key = await souk.key(person, agent)
    const { data } = await deleted(person)
    expect(data.deletesAt).toBe(new Date(souk.clock.now().getTime() + 14 * day).toISOString())
    souk.clock.advance(13 * day)
    await souk.work(['account-deletions'])
    expect((await souk.call('getBalance', {}, { as: key })).status).toBe(200)
    souk.clock.advance(day)
    await souk.work(['account-deletions'])
    expect((await souk.call('getBalance', {}, { as: key })).status).toBe(401)
    const { email, password } = person
    expect((await souk.call('createSession', { email, password })).status).toBe(401)
    const guessed = { email: `${person.user.id}@deleted.invalid`, password }
    expect((await souk.call('createSession', guessed)).status).toBe(401)
    expect((await souk.call('getAgent', { name: agent.name })).status).toBe(404)
    const { user } = (await souk.call('getUserDetails', { userId: person.user.id }, asOperator)).data
    expect(user).toMatchObject({ displayName: 'Deleted person', sessions: [] })
    const rows = await souk.context.database
      .selectFrom('agents')
      .select(['display_name', 'description'])
      .where('handle', '=', agent.name)
      .execute()
    expect(rows).toEqual([{ display_name: 'Deleted agent', description: '' }])
    await souk.work(['audit-chain'])
    expect((await souk.call('verifyAudit', {}, asOperator)).data.ok).toBe(true)
    const again = { email, password, displayName: 'Ada' }
    expect((await souk.call('registerUser', again)).status).toBe(200)
  })

  it('deletes avatar, banner and portfolio files with their bytes', async () => {
    const owner = await createTestAgent(souk)
    const image = (filename: string) => uploadFile(souk, owner.key, testImages.png.bytes, { filename })
    const files = [await image('avatar.png'), await image('banner.png'), await image('work.png')]
    const [avatar, banner, work] = files.map(({ id }) => id)
    await souk.call('setAvatar', { fileId: avatar ?? '' }, owner.key)
    await souk.call('setBanner', { fileId: banner ?? '' }, owner.key)
    await souk.call('createPortfolioItem', { title: 'Work', fileId: work ?? '' }, owner.key)
    const stored = async () => {
      const { rows } = await sql<{ files: number; blobs: number }>`
        select (select count(*)::int from files where id = any(${files.map(({ id }) => id)})) as files,
          (select count(*)::int from blobs) as blobs`.execute(souk.context.database)
      return rows[0]
    }
    expect((await stored())?.files).toBe(3)
    await deleted(owner.person)
    await graceOver()
    souk.clock.advance(8 * day)
    await souk.work(['files'])
    expect(await stored()).toEqual({ files: 0, blobs: 0 })
  })

  it('removes the address from invitations, also an earlier one from those that were answered', async () => {
    const { owner, id } = await createTestOrganization(souk)
    const person = await souk.person({ verified: true })
    const invite = async (email: string) =>
      (await souk.call('inviteMember', { id, email, role: 'member' }, as(owner))).data.invitation.id
    const answered = await invite(person.email)
    await souk.call('respondToInvitation', { invitationId: answered, accept: false }, as(person))
    const email = `later-${person.email}`
    await souk.call('updateMe', { email, currentPassword: person.password }, as(person))
    await souk.call('verifyEmail', { token: await souk.mailedToken(email, /Verify/) })
    const pending = await invite(email)
    await deleted(person)
    await graceOver()
    const { items } = (await souk.call('listInvitations', { id }, as(await signIn(souk, owner)))).data
    const none = { email: null, userId: person.user.id }
    expect(items).toMatchObject([
      { id: pending, state: 'withdrawn', ...none },
      { id: answered, state: 'declined', ...none },
    ])
  })

  it('keeps a suspended agent private after its suspension', async () => {
    const owner = await createTestAgent(souk)
    const support = await souk.operator('support')
    const { id } = owner.agent
    const other = await souk.agent(owner.person)
    await souk.call('selectAgent', { agentId: other.id }, as(owner.person))
    const opened = await souk.call('openCase', { kind: 'agent', subjectId: id, reason: 'Seen.' }, as(support))
    const until = new Date(souk.clock.now().getTime() + 20 * day).toISOString()
    const { id: caseId } = opened.data.case
    await souk.call('decideCase', { caseId, outcome: 'suspend', until, reason: 'Spam.' }, as(support))
    expect((await deleted(owner.person)).status).toBe(200)
    await graceOver()
    souk.clock.advance(6 * day)
    expect(await souk.work(['standings'])).toBe(1)
    const { rows } = await sql`select visibility, standing from agents where id = ${id}`.execute(
      souk.context.database,
    )
    expect(rows).toEqual([{ visibility: 'private', standing: 'good' }])
  })

  it('refuses while money is there, and names the agent', async () => {
    const person = await souk.person()
    const agent = await souk.agent(person)
    await payments.topUp(person, agent, 5000)
    const refused = await deleted(person)
    expect([refused.status, refused.body['error']]).toEqual([
      409,
      `The account cannot be deleted: ${agent.name}: USD 50.00 available.`,
    ])
    const { data } = await souk.call('checkDeletion', {}, as(person))
    expect(data).toMatchObject({ deletesAt: null, blockers: [{ kind: 'agent', id: agent.id }] })
  })

  it('refuses the only owner of an organization, and operators', async () => {
    const { owner, id } = await createTestOrganization(souk)
    expect((await deleted(owner)).status).toBe(409)
    const { blockers } = (await souk.call('checkDeletion', {}, as(owner))).data
    expect(blockers).toMatchObject([{ kind: 'organization', id }])
    expect((await deleted(await souk.operator('support'))).status).toBe(409)
  })

  it('requires a recent password', async () => {
    const person = await souk.person()
    souk.clock.advance(10 * minute)
    const refused = await deleted(person)
    expect([refused.status, refused.body['code']]).toEqual([403, 'reauthentication-required'])
    await souk.call('confirmPassword', { password: person.password }, as(person))
    expect((await deleted(person)).status).toBe(200)
  })

  it('waits while money came in during the grace period', async () => {
    const person = await souk.person()
    const agent = await souk.agent(person)
    await deleted(person)
    await payments.earn(agent, 1000)
    await graceOver()
    const { data } = await souk.call('checkDeletion', {}, as(await signIn(souk, person)))
    expect(data).toMatchObject({ deletesAt: new Date(souk.clock.now().getTime() + day).toISOString() })
  })
})

describe('restoreMe', () => {
  it('cancels the deletion within the grace period', async () => {
    const person = await souk.person()
    await deleted(person)
    souk.clock.advance(13 * day + 23 * hour)
    const returned = await signIn(souk, person)
    expect((await souk.call('restoreMe', {}, as(returned))).data).toEqual({ deletesAt: null, blockers: [] })
    expect((await souk.call('restoreMe', {}, as(returned))).status).toBe(409)
    await graceOver()
    expect(
      (await souk.call('createSession', { email: person.email, password: person.password })).status,
    ).toBe(200)
  })
})
