import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { auditActionsOn, statusesOf } from '../fixtures/people/organizations.ts'
import { withoutProvenance } from '../fixtures/a2a/task-messages.ts'
import {
  applyTo,
  archiveInDatabase,
  fillListingInDatabase,
  marketOf,
  createTestAgent,
  postListing,
  usd,
  type TestAgent,
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
const apply = (listingId: string, fields: object = { text: 'I can do it.' }, options = provider.key) =>
  souk.call('applyToListing', { listingId, ...fields }, options)
const marketsOf = async (listingId: string) => {
  const { items } = (await souk.call('listListingTasks', { listingId }, client.key)).data
  return items.map((task) => marketOf(task))
}

describe('applyToListing', () => {
  it('opens a task on the terms of the listing', async () => {
    const listing = await postListing(souk, client, { budget: usd(500), terms: { reviewHours: 24 } })
    const task = await applyTo(souk, provider, listing)
    expect(task).toMatchObject({
      id: expect.stringMatching(/^task_/),
      status: { state: 'TASK_STATE_SUBMITTED' },
    })
    expect(marketOf(task)).toMatchObject({
      phase: 'applied',
      role: 'provider',
      listingId: listing.id,
      client: { agentId: client.agent.id },
      provider: { agentId: provider.agent.id },
      terms: { price: usd(500), reviewHours: 24, maxRevisions: 2, onSilence: 'accept' },
      allowedActions: ['message', 'cancel'],
    })
    expect(task.history).toMatchObject([{ role: 'ROLE_AGENT', parts: [{ text: 'I can do it.' }] }])
    const { data } = await souk.call('getListing', { listingId: listing.id })
    expect(data.listing.applicationCount).toBe(1)
    expect(await auditActionsOn(souk, task.id)).toEqual(['task.applied'])
  })

  it('accepts another price and other terms', async () => {
    const listing = await postListing(souk, client, {
      budget: usd(500),
      terms: { reviewHours: 24, onSilence: 'refund' },
    })
    const terms = { reviewHours: 48, deliverBy: later(day) }
    const task = await applyTo(souk, provider, listing, { price: usd(700), terms })
    expect(marketOf(task)).toMatchObject({ terms: { ...terms, price: usd(700), onSilence: 'refund' } })
  })

  it('offers free work if neither side names a price', async () => {
    const task = await applyTo(souk, provider, await postListing(souk, client))
    expect(marketOf(task)).toHaveProperty('terms')
    expect(marketOf(task)).not.toHaveProperty('terms.price')
  })

  it('accepts parts of every kind in place of a text', async () => {
    const listing = await postListing(souk, client)
    const parts = [
      { text: 'See:' },
      { data: { years: 10 } },
      { url: 'https://example.com/me', mediaType: 'text/html' },
    ]
    const task = await applyTo(souk, provider, listing, { parts })
    expect(withoutProvenance(task.history?.[0]?.parts)).toEqual(parts)
  })

  it.each([
    ['neither text nor parts', {}, 400],
    ['both text and parts', { text: 'a', parts: [{ text: 'a' }] }, 400],
    ['a part with two contents', { parts: [{ text: 'a', url: 'https://example.com' }] }, 400],
    ['a part with an unknown field', { parts: [{ text: 'a', kind: 'text' }] }, 400],
    ['an empty list of parts', { parts: [] }, 400],
    ['a price of zero', { text: 'a', price: usd(0) }, 422],
    ['a price in another currency', { text: 'a', price: { amount: 1, currency: 'EUR' } }, 422],
    ['a deadline too far ahead', { text: 'a', terms: { deliverBy: '9999-01-01T00:00:00Z' } }, 422],
    ['a deadline that has passed', { text: 'a', terms: { deliverBy: '2026-11-15T12:00:00.000Z' } }, 422],
  ])('refuses %s', async (_name, fields, status) => {
    const { id } = await postListing(souk, client)
    expect((await apply(id, fields)).status).toBe(status)
    const { listing } = (await souk.call('getListing', { listingId: id })).data
    expect(listing.applicationCount).toBe(0)
  })

  it('requires another deadline after that of the listing has passed', async () => {
    const { id } = await postListing(souk, client, { terms: { deliverBy: later(1000) } })
    souk.clock.advance(1000)
    expect((await apply(id)).status).toBe(422)
    expect((await apply(id, { text: 'Later?', terms: { deliverBy: later(day) } })).status).toBe(200)
  })

  it('refuses agents of the same owner', async () => {
    const { id } = await postListing(souk, client)
    const sibling = await souk.agent(client.person)
    const refused = await apply(id, undefined, { as: await souk.key(client.person, sibling) })
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'Agents of the same owner cannot trade with each other.',
    ])
    expect((await apply(id, undefined, client.key)).status).toBe(403)
  })

  it('requires an open listing', async () => {
    const draft = await postListing(souk, client, { status: 'draft' })
    const deleted = await postListing(souk, client)
    const filled = await postListing(souk, client)
    await souk.call('deleteListing', { listingId: deleted.id }, client.key)
    await fillListingInDatabase(souk, filled, await applyTo(souk, await createTestAgent(souk), filled))
    expect((await apply(draft.id)).status).toBe(404)
    expect((await apply(deleted.id)).status).toBe(404)
    expect((await apply(filled.id)).status).toBe(409)
  })

  it('refuses an application to an archived client', async () => {
    const { id } = await postListing(souk, client)
    await archiveInDatabase(souk, client)
    expect((await apply(id)).status).toBe(409)
  })

  it('requires the scope "apply"', async () => {
    const { id } = await postListing(souk, client)
    const as = await souk.key(provider.person, provider.agent, { scopes: ['read', 'spend'] })
    expect((await apply(id, undefined, { as })).status).toBe(403)
    expect((await apply(id, undefined, provider.asPerson)).status).toBe(200)
  })

  it('accepts one application per agent under concurrent calls', async () => {
    const { id } = await postListing(souk, client)
    const other = await createTestAgent(souk)
    const tries = Array.from({ length: 4 }, () => apply(id))
    const responses = await Promise.all([...tries, apply(id, undefined, other.key)])
    expect(statusesOf(responses)).toEqual([200, 200, 409, 409, 409])
    const again = await apply(id)
    expect(again.body.error).toBe('You have already applied to this listing.')
    expect(again.body.hint).toMatch(/task_[0-9a-z]{26}/)
  })

  it('replays the response for the same Idempotency-Key', async () => {
    const { id } = await postListing(souk, client)
    const options = { ...provider.key, headers: { 'idempotency-key': `apply-${id}` } }
    const first = await apply(id, undefined, options)
    const second = await apply(id, undefined, options)
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(second.body).toEqual(first.body)
  })

  it('applies the gate of the applicant, which matches the client by name', async () => {
    const { id } = await postListing(souk, client)
    const gate = { agentId: provider.agent.id, version: 0, mode: 'enforce' as const }
    await souk.call('updateApprovalGate', { ...gate, blocklist: [client.agent.name] }, provider.asPerson)
    expect((await apply(id)).status).toBe(403)
    const rules = { apply: { effect: 'requireApproval' as const } }
    await souk.call('updateApprovalGate', { ...gate, version: 1, blocklist: [], rules }, provider.asPerson)
    const refused = await apply(id)
    expect(refused.headers['x-error-kind']).toBe('approval-required')
    const approvalId = 'approvalId' in refused.body ? String(refused.body.approvalId) : ''
    const decided = await souk.call('decideApproval', { approvalId, decision: 'approve' }, provider.asPerson)
    const task = { id: expect.stringMatching(/^task_/), status: { state: 'TASK_STATE_SUBMITTED' } }
    expect(decided.data).toMatchObject({ approval: { state: 'done' }, result: { task } })
    expect(await marketsOf(id)).toMatchObject([{ phase: 'applied' }])
  })
})

describe('listListingTasks', () => {
  const tasksFor = async (listingId: string, { key }: TestAgent) =>
    (await souk.call('listListingTasks', { listingId }, key)).data.items.map(({ id }) => id)

  it('returns all applications to the client, own ones to an applicant, and none to other agents', async () => {
    const listing = await postListing(souk, client)
    const [second, onlooker] = [await createTestAgent(souk), await createTestAgent(souk)]
    const first = await applyTo(souk, provider, listing)
    const last = await applyTo(souk, second, listing)
    expect(await tasksFor(listing.id, client)).toEqual([last.id, first.id])
    expect(await tasksFor(listing.id, provider)).toEqual([first.id])
    expect(await tasksFor(listing.id, second)).toEqual([last.id])
    expect(await tasksFor(listing.id, onlooker)).toEqual([])
  })

  it('returns each party its own view', async () => {
    const listing = await postListing(souk, client)
    await applyTo(souk, provider, listing)
    expect(await marketsOf(listing.id)).toMatchObject([
      { role: 'client', allowedActions: ['message', 'award', 'cancel'] },
    ])
  })

  it('returns 404 for drafts and deleted listings', async () => {
    const draft = await postListing(souk, client, { status: 'draft' })
    expect(await tasksFor(draft.id, client)).toEqual([])
    expect((await souk.call('listListingTasks', { listingId: draft.id }, provider.key)).status).toBe(404)
    await souk.call('deleteListing', { listingId: draft.id }, client.key)
    expect((await souk.call('listListingTasks', { listingId: draft.id }, client.key)).status).toBe(404)
  })

  it('pages without gaps', async () => {
    const listing = await postListing(souk, client)
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      ids.unshift((await applyTo(souk, await createTestAgent(souk), listing)).id)
    }
    const seen: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const input = { listingId: listing.id, limit: 2, ...(cursor && { cursor }) }
      const page = await souk.call('listListingTasks', input, client.key)
      seen.push(...page.data.items.map(({ id }) => id))
      cursor = page.data.nextCursor
    }
    expect(seen).toEqual(ids)
  })
})

describe('open applications', () => {
  it('end when the listing is deleted', async () => {
    const listing = await postListing(souk, client)
    const task = await applyTo(souk, provider, listing)
    await applyTo(souk, await createTestAgent(souk), listing)
    await souk.call('deleteListing', { listingId: listing.id }, client.key)
    const rows = await phasesAndReasons(listing.id)
    expect(rows).toEqual([
      ['rejected', 'not_selected'],
      ['rejected', 'not_selected'],
    ])
    expect(await auditActionsOn(souk, task.id)).toEqual(['task.applied', 'task.rejected'])
  })

  it('end when another one is awarded', async () => {
    const listing = await postListing(souk, client)
    const chosen = await applyTo(souk, provider, listing)
    await applyTo(souk, await createTestAgent(souk), listing)
    await fillListingInDatabase(souk, listing, chosen)
    expect(await phasesAndReasons(listing.id)).toEqual([
      ['applied', null],
      ['rejected', 'not_selected'],
    ])
    await expect(fillListingInDatabase(souk, listing, chosen)).rejects.toThrow(
      'This listing is no longer open.',
    )
  })

  it('do not survive a concurrently deleted listing', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await postListing(souk, client)
      const remove = () => souk.call('deleteListing', { listingId: id }, client.key)
      const calls = round % 2 === 0 ? [apply(id), remove()] : [remove(), apply(id)]
      const statuses = statusesOf(await Promise.all(calls))
      const rows = await phasesAndReasons(id)
      if (statuses[1] === 404) expect(rows).toEqual([])
      else expect([statuses, rows]).toEqual([[200, 200], [['rejected', 'not_selected']]])
    }
  })

  it('fill a listing once when two are awarded concurrently', async () => {
    const listing = await postListing(souk, client)
    const tasks = [
      await applyTo(souk, provider, listing),
      await applyTo(souk, await createTestAgent(souk), listing),
    ]
    const outcomes = await Promise.allSettled(tasks.map((task) => fillListingInDatabase(souk, listing, task)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const rows = await phasesAndReasons(listing.id)
    expect(rows.filter(([phase]) => phase === 'applied')).toHaveLength(1)
  })
})

async function phasesAndReasons(listingId: string) {
  const tasks = await souk.context.database
    .selectFrom('tasks')
    .select(['phase', 'reason'])
    .where('listing_id', '=', `lst_${listingId.slice(4)}`)
    .orderBy('id')
    .execute()
  return tasks.map(({ phase, reason }) => [phase, reason])
}
