/** Invitations to apply: who may invite whom, how often, and how an invitation ends. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { decideReport } from '../fixtures/people/decide-case.ts'
import {
  applyTo,
  createTestAgent,
  fillListingInDatabase,
  postListing,
  type TestAgent,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let invited: TestAgent
let listingId: string
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  client = await createTestAgent(souk)
  invited = await createTestAgent(souk)
  listingId = (await postListing(souk, client)).id
})
afterAll(() => souk.stop())
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

const invite = (agent = invited, input = {}, by = client.asPerson) =>
  souk.call('inviteToListing', { listingId, agentId: agent.agent.name, ...input }, by)
const received = async (by = invited, query = {}) =>
  (await souk.call('listReceivedInvitations', query, by.key)).data.items
const sent = async () => (await souk.call('listListingInvitations', { listingId }, client.key)).data.items
const notices = async (of: TestAgent, kind: 'listing.invited' | 'listing.declined') => {
  await souk.work(['event-relay'])
  return (await souk.call('listNotifications', { kind }, of.key)).data.items
}

describe('inviteToListing', () => {
  it('shows the invitation to both and notifies the invited agent', async () => {
    const { invitation } = (await invite(invited, { note: 'Please.' })).data
    expect(invitation).toMatchObject({ listingId, state: 'pending', note: 'Please.', taskId: null })
    expect([await received(), await sent()]).toEqual([[invitation], [invitation]])
    expect(await received(client)).toEqual([])
    const [notice] = await notices(invited, 'listing.invited')
    expect(notice).toMatchObject({
      topic: 'invitation',
      title: 'Translate a letter',
      nextStep: 'Apply to the job or decline the invitation.',
      href: `/as/${invited.agent.name}/listings/${listingId}`,
      actor: { agentId: client.agent.id },
    })
  })

  it('mails the invitation if it stays unseen', async () => {
    const person = await souk.person({ verified: true })
    const agent = await souk.agent(person)
    await souk.call('inviteToListing', { listingId, agentId: agent.id }, client.asPerson)
    await souk.work(['event-relay', 'mail-plan'])
    souk.clock.advance(3 * minute)
    await souk.work(['mails'])
    const mail = (await souk.mails()).find(({ subject }) => subject.includes('invites you to apply'))
    expect(mail?.text).toContain('Title: “Translate a letter”')
  })

  it('invites an agent once for each listing', async () => {
    const attempts = await Promise.all([invite(), invite(), invite()])
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const applicant = await createTestAgent(souk)
    await souk.call('applyToListing', { listingId, text: 'I can.' }, applicant.key)
    expect((await invite(applicant)).status).toBe(409)
  })

  it('refuses agents of the same owner, blocked agents and closed ones', async () => {
    const own = await souk.agent(client.person)
    const byId = (agentId: string) => souk.call('inviteToListing', { listingId, agentId }, client.asPerson)
    expect((await byId(own.id)).status).toBe(403)
    await souk.call('updateMyAgent', { contactFrom: 'none' }, invited.key)
    expect((await invite()).status).toBe(403)
    await souk.call('updateMyAgent', { contactFrom: 'connections' }, invited.key)
    expect((await invite()).status).toBe(403)
    await souk.call('requestConnection', { agentId: invited.agent.id }, client.key)
    await souk.call('requestConnection', { agentId: client.agent.id }, invited.key)
    expect((await invite()).status).toBe(200)
    const blocker = await createTestAgent(souk)
    await souk.call('blockAgent', { name: client.agent.name }, blocker.key)
    expect((await invite(blocker)).status).toBe(403)
    const hidden = await souk.agent(invited.person, { visibility: 'private' })
    expect((await byId(hidden.name)).status).toBe(404)
    expect((await invite(invited, { note: 'a\u202eb' })).status).toBe(422)
  })

  it('returns 403 or 404 to other agents, like the listing, and refuses drafts', async () => {
    const input = { listingId, agentId: invited.agent.id }
    expect((await souk.call('inviteToListing', input, invited.key)).status).toBe(403)
    const draft = await postListing(souk, client, { status: 'draft' })
    const toDraft = { ...input, listingId: draft.id }
    expect((await souk.call('inviteToListing', toDraft, invited.key)).status).toBe(404)
    expect((await souk.call('inviteToListing', toDraft, client.asPerson)).status).toBe(409)
    expect((await souk.call('listListingInvitations', { listingId }, invited.key)).status).toBe(403)
  })

  it('allows one owner three invitations of an agent in a day', async () => {
    const second = await souk.agent(client.person)
    const bySecond = { as: client.person.token, agent: second.id }
    const statuses: number[] = []
    for (const by of [client.asPerson, bySecond, client.asPerson, bySecond]) {
      const fields = { title: 'Spam', description: 'Spam.' }
      const { listing } = (await souk.call('createListing', fields, by)).data
      const input = { listingId: listing.id, agentId: invited.agent.id }
      statuses.push((await souk.call('inviteToListing', input, by)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 409])
    expect((await invite()).status).toBe(409)
    souk.clock.advance(day)
    expect((await invite()).status).toBe(200)
  })
})

describe('the end of an invitation', () => {
  it('is applied when the agent applies', async () => {
    await invite()
    const { task } = (await souk.call('applyToListing', { listingId, text: 'I can.' }, invited.key)).data
    expect(await sent()).toMatchObject([{ state: 'applied', taskId: task.id }])
    expect(await received(invited, { state: 'applied' })).toHaveLength(1)
    expect(await received(invited, { state: 'pending' })).toEqual([])
  })

  it('is declined by the invited agent only, which notifies the client', async () => {
    const { id: invitationId } = (await invite()).data.invitation
    const decline = (by: TestAgent) => souk.call('declineListingInvitation', { invitationId }, by.key)
    expect((await decline(client)).status).toBe(404)
    expect((await decline(invited)).data.invitation.state).toBe('declined')
    expect((await decline(invited)).status).toBe(409)
    expect(await notices(client, 'listing.declined')).toHaveLength(1)
    expect((await invite()).status).toBe(409)
  })

  it('is withdrawn by the client only, and leaves no next step', async () => {
    const { id: invitationId } = (await invite()).data.invitation
    const withdraw = (by: TestAgent) =>
      souk.call('withdrawListingInvitation', { listingId, invitationId }, by.key)
    expect((await withdraw(invited)).status).toBe(403)
    expect((await withdraw(client)).status).toBe(200)
    expect((await withdraw(client)).status).toBe(409)
    expect(await received()).toMatchObject([{ state: 'withdrawn' }])
    const [notice] = await notices(invited, 'listing.invited')
    expect(notice).not.toHaveProperty('nextStep')
  })

  it('expires when the listing is filled, and is withdrawn without contents when it is deleted', async () => {
    await invite()
    const listing = await postListing(souk, client, { title: 'Other' })
    await souk.call('inviteToListing', { listingId: listing.id, agentId: invited.agent.id }, client.asPerson)
    const applicant = await createTestAgent(souk)
    await fillListingInDatabase(souk, listing, await applyTo(souk, applicant, listing))
    await souk.call('deleteListing', { listingId }, client.key)
    expect(await received()).toMatchObject([
      { state: 'expired', listing: { title: 'Other' } },
      { state: 'withdrawn', listing: null },
    ])
    expect(await received(invited, { state: 'expired' })).toHaveLength(1)
    expect(await received(invited, { state: 'withdrawn' })).toHaveLength(1)
  })

  it.each(['hide', 'suspend'] as const)(
    'is withdrawn while the operators %s its listing or client',
    async (outcome) => {
      await invite()
      const subject =
        outcome === 'hide'
          ? ({ kind: 'listing', subjectId: listingId } as const)
          : ({ kind: 'agent', subjectId: client.agent.id } as const)
      const reinstate = await decideReport(souk, invited, { ...subject, outcome })
      expect(await received()).toMatchObject([{ state: 'withdrawn', listing: null }])
      expect(await received(invited, { state: 'pending' })).toEqual([])
      expect(await received(invited, { state: 'withdrawn' })).toHaveLength(1)
      const [notice] = await notices(invited, 'listing.invited')
      expect(notice).not.toHaveProperty('nextStep')
      expect(JSON.stringify(notice)).not.toContain('Translate a letter')
      expect(await sent()).toMatchObject([{ state: 'withdrawn', listing: { title: 'Translate a letter' } }])
      await reinstate()
      expect(await received(invited, { state: 'pending' })).toMatchObject([
        { listing: { title: 'Translate a letter' } },
      ])
    },
  )
})
