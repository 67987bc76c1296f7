import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { auditActionsOn, statusesOf } from '../fixtures/people/organizations.ts'
import {
  applyTo,
  fillListingInDatabase,
  createTestAgent,
  postListing,
  usd,
  type ListingFields,
  type TestAgent,
  referenceTo,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const later = (milliseconds: number) => new Date(souk.clock.now().getTime() + milliseconds).toISOString()
const get = (listingId: string, as?: string) => souk.call('getListing', { listingId }, { as })
const requiredFields = { title: 'Translate a letter', description: 'German to English.' }

describe('createListing', () => {
  it('returns all given fields and is public', async () => {
    const fields: ListingFields = {
      ...requiredFields,
      tags: ['german', 'legal'],
      taskType: 'translation',
      budget: usd(12_000),
      terms: { deliverBy: later(day), reviewHours: 24, maxRevisions: 1, onSilence: 'refund' },
    }
    const listing = await postListing(souk, client, fields)
    const now = souk.clock.now().toISOString()
    expect(listing).toEqual({
      ...fields,
      category: null,
      feeBps: 500,
      funded: false,
      id: expect.stringMatching(/^lst_/),
      status: 'open',
      client: {
        ...referenceTo(client.agent),
        reputation: {
          provider: expect.objectContaining({ completed: 0 }),
          client: { settled: 0, acceptRate: null, disputed: 0, rating: { score: null, count: 0 } },
        },
      },
      attachments: [],
      applicationCount: 0,
      awardedTaskId: null,
      createdAt: now,
      updatedAt: now,
      openedAt: now,
    })
    expect((await get(listing.id)).data.listing).toEqual(listing)
    expect(await auditActionsOn(souk, listing.id)).toEqual(['listing.created'])
  })

  it('marks the listing funded while the balance covers the budget', async () => {
    await createPaymentActions(souk).topUp(client.person, client.agent, 5000)
    const statuses = await Promise.all(
      [usd(5000), usd(5001), undefined].map(async (budget) => {
        const { id } = await postListing(souk, client, budget === undefined ? {} : { budget })
        return (await get(id)).data.listing.funded
      }),
    )
    expect(statuses).toEqual([true, false, false])
  })

  it('accepts a listing without tags, type, budget and terms', async () => {
    const listing = await postListing(souk, client)
    expect(listing).toMatchObject({ tags: [], taskType: null, budget: null, terms: {}, status: 'open' })
  })

  it('normalizes the deadline', async () => {
    const listing = await postListing(souk, client, { terms: { deliverBy: '2026-12-01T14:00:00+02:00' } })
    expect(listing.terms).toEqual({ deliverBy: '2026-12-01T12:00:00.000Z' })
  })

  it.each<[string, Partial<ListingFields>, number]>([
    ['a budget of zero', { budget: usd(0) }, 422],
    ['a budget in another currency', { budget: { amount: 5, currency: 'EUR' } }, 422],
    ['a deadline that has passed', { terms: { deliverBy: '2026-11-15T11:59:59Z' } }, 422],
    ['a deadline that is not a valid time', { terms: { deliverBy: '2026-12-31T23:59:60Z' } }, 422],
    ['a deceptive title', { title: 'Pay \u202eeerf' }, 422],
    ['a blank title', { title: ' ' }, 400],
    ['a tag with spaces', { tags: ['two words'] }, 400],
    ['a repeated tag', { tags: ['a', 'a'] }, 400],
    ['a budget with a fraction', { budget: { amount: 1.5, currency: 'USD' } }, 400],
  ])('refuses %s', async (_name, fields, status) => {
    expect((await souk.call('createListing', { ...requiredFields, ...fields }, client.key)).status).toBe(
      status,
    )
  })

  it('requires the scope "spend" for keys', async () => {
    const { key, asPerson } = await createTestAgent(souk, ['read', 'apply', 'deliver'])
    expect((await souk.call('createListing', requiredFields, key)).status).toBe(403)
    expect((await souk.call('createListing', requiredFields, asPerson)).status).toBe(200)
  })

  it('needs an approval if the gate requires it and is then created as requested', async () => {
    await guard({ 'listing.create': { effect: 'requireApproval', above: usd(1000) } })
    expect(
      (await souk.call('createListing', { ...requiredFields, budget: usd(1000) }, client.key)).status,
    ).toBe(200)
    const refused = await souk.call('createListing', { ...requiredFields, budget: usd(1001) }, client.key)
    expect([refused.status, refused.headers['x-error-kind']]).toEqual([403, 'approval-required'])
    const approvalId = 'approvalId' in refused.body ? String(refused.body.approvalId) : ''
    const decided = await souk.call('decideApproval', { approvalId, decision: 'approve' }, client.asPerson)
    expect(decided.data.result).toMatchObject({ listing: { budget: usd(1001), status: 'open' } })
  })

  it('allows two hundred drafts and open listings under concurrent calls', async () => {
    await souk.context.database
      .insertInto('listings')
      .values(Array.from({ length: 198 }, (_, index) => bareListing(index)))
      .execute()
    const tries = Array.from({ length: 5 }, () => souk.call('createListing', requiredFields, client.key))
    expect(statusesOf(await Promise.all(tries))).toEqual([200, 200, 409, 409, 409])
  })
})

/** A draft row as written by `createListing`. */
function bareListing(index: number) {
  const at = souk.clock.now()
  return {
    id: `lst_${client.agent.id.slice(4, 27)}${String(index).padStart(3, '0')}` as const,
    client_id: `agt_${client.agent.id.slice(4)}` as const,
    ...requiredFields,
    tags: [],
    currency: 'USD',
    terms: '{}',
    status: 'draft' as const,
    created_at: at,
    updated_at: at,
  }
}

const guard = (rules: Partial<Record<'listing.create', { effect: 'requireApproval'; above: object }>>) =>
  souk.call(
    'updateApprovalGate',
    { agentId: client.agent.id, version: 0, mode: 'enforce', ...JSON.parse(JSON.stringify({ rules })) },
    { as: client.person.token },
  )

describe('getListing', () => {
  it('returns a draft only to callers who can act as the client', async () => {
    const { id } = await postListing(souk, client, { status: 'draft' })
    expect((await get(id, client.key.as)).data.listing).toMatchObject({ status: 'draft', openedAt: null })
    expect((await get(id, client.person.token)).status).toBe(200)
    const refusals = [
      await get(id),
      await get(id, provider.key.as),
      await get('lst_7zzzzzzzzzzzzzzzzzzzzzzzzz'),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(refusals[0]?.body).toEqual(refusals[2]?.body)
  })

  it('names the awarded task to insiders only', async () => {
    const listing = await postListing(souk, client)
    const task = await applyTo(souk, provider, listing)
    await fillListingInDatabase(souk, listing, task)
    const seen = [
      await get(listing.id),
      await get(listing.id, provider.key.as),
      await get(listing.id, client.key.as),
    ]
    expect(seen.map(({ data }) => data.listing.awardedTaskId)).toEqual([null, null, task.id])
    expect((await get(listing.id, client.person.token)).data.listing.awardedTaskId).toBe(task.id)
    expect(seen[0]?.data.listing).toMatchObject({ status: 'filled', applicationCount: 1 })
  })
})

describe('listMyListings', () => {
  const myListings = async (status?: 'draft' | 'open' | 'filled', trader = client) =>
    (await souk.call('listMyListings', status === undefined ? {} : { status }, trader.key)).data.items.map(
      ({ id }) => id,
    )

  it('lists own listings in every state but deleted, newest first', async () => {
    const draft = await postListing(souk, client, { status: 'draft' })
    const open = await postListing(souk, client)
    const filled = await postListing(souk, client)
    const deleted = await postListing(souk, client)
    await fillListingInDatabase(souk, filled, await applyTo(souk, provider, filled))
    await souk.call('deleteListing', { listingId: deleted.id }, client.key)
    expect(await myListings()).toEqual([filled.id, open.id, draft.id])
    expect([await myListings('draft'), await myListings('open'), await myListings('filled')]).toEqual([
      [draft.id],
      [open.id],
      [filled.id],
    ])
    expect(await myListings(undefined, provider)).toEqual([])
  })

  it('pages without gaps', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.unshift((await postListing(souk, client)).id)
    const seen: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page = await souk.call('listMyListings', { limit: 2, ...(cursor && { cursor }) }, client.key)
      seen.push(...page.data.items.map(({ id }) => id))
      cursor = page.data.nextCursor
    }
    expect(seen).toEqual(ids)
  })
})

describe('updateListing', () => {
  const update = (listingId: string, changes: object, options = client.key) =>
    souk.call('updateListing', { listingId, ...changes }, options)

  it('changes only the given fields', async () => {
    const before = await postListing(souk, client, { tags: ['a'], taskType: 'x', budget: usd(500) })
    souk.clock.advance(1000)
    const { listing } = (await update(before.id, { title: 'New', budget: null })).data
    expect(listing).toEqual({ ...before, title: 'New', budget: null, updatedAt: later(0) })
    expect((await update(before.id, { taskType: null })).data.listing.taskType).toBeNull()
    expect((await update(before.id, {})).status).toBe(400)
    expect(await auditActionsOn(souk, before.id)).toEqual([
      'listing.created',
      'listing.updated',
      'listing.updated',
    ])
  })

  it('publishes a draft once', async () => {
    const { id } = await postListing(souk, client, { status: 'draft' })
    souk.clock.advance(1000)
    const opened = (await update(id, { status: 'open' })).data.listing
    expect(opened).toMatchObject({ status: 'open', openedAt: later(0) })
    souk.clock.advance(1000)
    expect((await update(id, { status: 'open' })).data.listing.openedAt).toBe(opened.openedAt)
    expect((await update(id, { status: 'draft' })).status).toBe(400)
  })

  it('refuses to publish a draft with a past deadline', async () => {
    const { id } = await postListing(souk, client, { status: 'draft', terms: { deliverBy: later(1000) } })
    souk.clock.advance(1000)
    expect((await update(id, { status: 'open' })).status).toBe(422)
    expect((await update(id, { status: 'open', terms: { deliverBy: later(1000) } })).status).toBe(200)
  })

  it('freezes budget, terms and type at the first application, but not the texts', async () => {
    const terms = { reviewHours: 24, deliverBy: later(day) }
    const listing = await postListing(souk, client, { budget: usd(500), terms, taskType: 'x' })
    await applyTo(souk, provider, listing)
    for (const changes of [{ budget: usd(501) }, { budget: null }, { terms: {} }, { taskType: 'y' }]) {
      const refused = await update(listing.id, changes)
      expect([refused.status, refused.body.hint]).toEqual([409, 'Delete the listing and create a new one.'])
    }
    const same = { budget: usd(500), terms: { deliverBy: terms.deliverBy, reviewHours: 24 }, taskType: 'x' }
    expect((await update(listing.id, same)).status).toBe(200)
    const changed = await update(listing.id, { title: 'Clearer', description: 'Better.', tags: ['new'] })
    expect(changed.data.listing).toMatchObject({ title: 'Clearer', budget: usd(500), tags: ['new'] })
  })

  it('keeps the terms fixed when the only application is withdrawn', async () => {
    const listing = await postListing(souk, client, { budget: usd(500) })
    const { id } = await applyTo(souk, provider, listing)
    await souk.context.database
      .updateTable('tasks')
      .set({ phase: 'canceled', reason: 'withdrawn', due_at: null })
      .where('id', '=', `task_${id.slice(5)}`)
      .execute()
    expect((await get(listing.id)).data.listing.applicationCount).toBe(0)
    expect((await update(listing.id, { budget: usd(100) })).status).toBe(409)
  })

  it('refuses filled and deleted listings', async () => {
    const listing = await postListing(souk, client)
    await fillListingInDatabase(souk, listing, await applyTo(souk, provider, listing))
    expect((await update(listing.id, { title: 'x' })).status).toBe(409)
    const gone = await postListing(souk, client)
    await souk.call('deleteListing', { listingId: gone.id }, client.key)
    expect((await update(gone.id, { title: 'x' })).status).toBe(404)
  })

  it('requires the client as acting agent', async () => {
    const open = await postListing(souk, client)
    const draft = await postListing(souk, client, { status: 'draft' })
    const other = await souk.agent(client.person)
    const asOther = { as: client.person.token, agent: other.id }
    expect((await update(open.id, { title: 'x' }, provider.key)).status).toBe(403)
    expect((await update(draft.id, { title: 'x' }, provider.key)).status).toBe(404)
    expect((await update(draft.id, { title: 'x' }, asOther)).status).toBe(403)
    expect((await update(draft.id, { title: 'x' }, client.asPerson)).status).toBe(200)
  })

  it('applies the gate to a raised budget and to publishing', async () => {
    const draft = await postListing(souk, client, { budget: usd(5000), status: 'draft' })
    const open = await postListing(souk, client, { budget: usd(500) })
    await guard({ 'listing.create': { effect: 'requireApproval', above: usd(1000) } })
    expect((await update(open.id, { budget: usd(1001) })).headers['x-error-kind']).toBe('approval-required')
    expect((await update(draft.id, { status: 'open' })).headers['x-error-kind']).toBe('approval-required')
    expect((await update(open.id, { budget: usd(1000) })).status).toBe(200)
    expect((await update(draft.id, { budget: usd(4000) })).status).toBe(200)
    expect((await update(draft.id, { status: 'open' }, client.asPerson)).status).toBe(200)
  })
})

describe('deleteListing', () => {
  const remove = (listingId: string, options = client.key) =>
    souk.call('deleteListing', { listingId }, options)

  it('hides the listing from everyone, including its client', async () => {
    const { id } = await postListing(souk, client)
    expect((await remove(id)).data).toEqual({ done: true })
    expect([(await get(id, client.key.as)).status, (await remove(id)).status]).toEqual([404, 404])
    expect(await auditActionsOn(souk, id)).toEqual(['listing.created', 'listing.deleted'])
  })

  it('refuses to delete a listing after an award', async () => {
    const listing = await postListing(souk, client)
    await fillListingInDatabase(souk, listing, await applyTo(souk, provider, listing))
    expect((await remove(listing.id)).status).toBe(409)
    expect((await get(listing.id)).status).toBe(200)
  })

  it('requires the client', async () => {
    const { id } = await postListing(souk, client)
    expect((await remove(id, provider.key)).status).toBe(403)
    expect((await get(id)).status).toBe(200)
  })
})
