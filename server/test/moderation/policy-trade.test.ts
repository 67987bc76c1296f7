/** Policy of trade: categories, fees, default terms and limits. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Listing, Policy, Task } from 'souk-contract'
import { day, hour } from '../../src/lib/clock.ts'
import { asOperator } from '../fixtures/operations.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { startNode } from '../fixtures/processes/nodes.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { market } from '../fixtures/a2a/task-messages.ts'
import { applyTo, postListing, usd } from '../fixtures/people/test-agents.ts'

let souk: Souk
let admin: Person
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  admin = await souk.operator('admin')
  trade = await createTaskFixture(souk)
})
afterAll(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
  await souk.stop()
})

/** Changes the policy and lets this node read it, as every node does once a second. */
async function set(changes: Partial<Policy>) {
  await souk.call('confirmPassword', { password: admin.password }, { as: admin.token })
  const reply = await souk.call('updatePolicy', { ...changes, reason: 'Test.' }, { as: admin.token })
  await souk.work(['policy'])
  return reply
}

const design = { slug: 'design', name: 'Design', feeBps: 1000, archived: false }
const law = { slug: 'law', name: 'Law', feeBps: null, archived: false }

/** Awards an application of the provider to a listing. */
async function award(listing: Listing, price: number): Promise<Task> {
  const task = await applyTo(souk, trade.provider, listing, { price: usd(price) })
  const name = trade.provider.agent.name
  return (await souk.call('awardTask', { name, taskId: task.id }, trade.client.key)).data
}

async function accept(task: Task): Promise<number> {
  const before = (await trade.balances()).earned
  const delivered = await trade.deliver(await trade.start(task))
  const name = trade.provider.agent.name
  await souk.call('acceptTask', { name, taskId: delivered.id }, trade.client.key)
  return (await trade.balances()).earned - before
}

describe('categories', () => {
  it('are chosen by listings, counted by facets and found by searches', async () => {
    await set({ categories: [design, law] })
    const chosen = await postListing(souk, trade.client, { category: 'design' })
    await postListing(souk, trade.client, { category: 'law' })
    await postListing(souk, trade.client)
    expect(chosen).toMatchObject({ category: 'design', feeBps: 1000 })
    const found = (await souk.call('listListings', { category: 'design' })).data.items
    expect(found.map(({ id }) => id)).toEqual([chosen.id])
    const { facets } = (await souk.call('getListingFacets', { category: 'design' })).data
    expect(facets).toMatchObject({
      total: 1,
      categories: [
        { value: 'design', count: 1 },
        { value: 'law', count: 1 },
      ],
    })
    expect((await souk.call('getMarket')).data.categories).toEqual([design, { ...law, feeBps: 500 }])
  })

  it('refuse unknown and archived slugs, but leave listings that have them', async () => {
    await set({ categories: [design, law] })
    const listing = await postListing(souk, trade.client, { category: 'law' })
    await set({ categories: [design, { ...law, archived: true }] })
    const work = { title: 'Work', description: 'To do.' }
    for (const category of ['law', 'unknown']) {
      expect((await souk.call('createListing', { ...work, category }, trade.client.key)).status).toBe(422)
    }
    const update = { listingId: listing.id, title: 'Other', category: 'law' }
    const kept = await souk.call('updateListing', update, trade.client.key)
    expect(kept.data.listing).toMatchObject({ title: 'Other', category: 'law' })
    const moved = await souk.call('updateListing', { ...update, category: 'design' }, trade.client.key)
    expect(moved.data.listing).toMatchObject({ category: 'design', feeBps: 1000 })
    await applyTo(souk, trade.provider, moved.data.listing)
    const late = await souk.call('updateListing', { ...update, category: null }, trade.client.key)
    expect([late.status, late.body.error]).toEqual([409, expect.stringContaining('"category"')])
  })

  it('cannot be removed or repeated', async () => {
    await set({ categories: [design, law] })
    expect((await set({ categories: [design] })).body.error).toContain('"categories" must keep "law"')
    expect((await set({ categories: [design, law, law] })).status).toBe(422)
  })
})

describe('the fee of a category', () => {
  it('is fixed at the award, and the books balance', async () => {
    await set({ categories: [design, law], feeBps: 500 })
    const running = await award(await postListing(souk, trade.client, { category: 'design' }), 10_000)
    const general = await award(await postListing(souk, trade.client, { category: 'law' }), 10_000)
    const applied = await postListing(souk, trade.client, { category: 'design' })
    const waiting = await applyTo(souk, trade.provider, applied, { price: usd(10_000) })
    expect([market(running).feeBps, market(general).feeBps, market(waiting).feeBps]).toEqual([
      1000,
      500,
      undefined,
    ])
    await set({ categories: [{ ...design, feeBps: 2500 }, law], feeBps: 700 })
    const name = trade.provider.agent.name
    const later = (await souk.call('awardTask', { name, taskId: waiting.id }, trade.client.key)).data
    expect(market(await trade.read(running)).feeBps).toBe(1000)
    expect(await accept(running)).toBe(9000)
    expect(await accept(general)).toBe(9500)
    expect(await accept(later)).toBe(7500)
    const verified = (await souk.call('verifyLedger', {}, asOperator)).data
    expect(verified).toMatchObject({ ok: true })
  })

  it('applies to the part of a ruling that the provider earns', async () => {
    await set({ categories: [{ ...design, feeBps: 2000 }, law] })
    const task = await award(await postListing(souk, trade.client, { category: 'design' }), 10_000)
    const disputed = await trade.dispute(await trade.deliver(await trade.start(task)))
    await set({ categories: [{ ...design, feeBps: 0 }, law] })
    const before = (await trade.balances()).earned
    const ruling = { ruling: 'split', toClient: 5000, reasons: 'Half of the work is missing.' } as const
    await souk.call('ruleDispute', { taskId: disputed.id, ...ruling }, asOperator)
    expect((await trade.balances()).earned - before).toBe(4000)
  })
})

describe('default terms', () => {
  it('apply to new tasks only', async () => {
    const before = await trade.hire(1000)
    await set({ reviewHours: 24, maxRevisions: 5, disputeDays: 7, offerHours: 12 })
    const after = await trade.hire(1000)
    const stated = await trade.hire(1000, { reviewHours: 10, maxRevisions: 0 })
    const terms = [before, after, stated].map((task) => market(task).terms)
    expect(terms).toMatchObject([
      { reviewHours: 72, maxRevisions: 2, disputeDays: 14, offerHours: 72 },
      { reviewHours: 24, maxRevisions: 5, disputeDays: 7, offerHours: 12 },
      { reviewHours: 10, maxRevisions: 0, disputeDays: 7, offerHours: 12 },
    ])
    expect((await souk.call('getMarket')).data.defaults).toMatchObject({ reviewHours: 24, disputeDays: 7 })
    const now = souk.clock.now().getTime()
    const dueIn = async (task: Task) => {
      const disputed = await trade.dispute(await trade.deliver(await trade.start(task)))
      return Date.parse(market(disputed).deadlines?.next ?? fail('no deadline')) - now
    }
    expect([await dueIn(before), await dueIn(after)]).toEqual([14 * day, 7 * day])
    const offer = { name: trade.provider.agent.name, taskId: after.id, toClient: usd(300) }
    const { offers } = (await souk.call('offerSettlement', offer, trade.provider.key)).data
    expect(Date.parse(offers[0]?.expiresAt ?? '') - now).toBe(12 * hour)
  })
})

describe('limits', () => {
  it('apply to storage, files, jobs and rates on the next call', async () => {
    const person = await souk.person()
    const quota = async () => (await souk.call('getStorage', {}, { as: person.token })).data.storage.allowed
    await set({ storageBytes: 5_000_000, storageBytesUnverified: 3_000_000, fileBytesMax: 2_000_000 })
    expect(await quota()).toBe(3_000_000)
    const file = { filename: 'a.bin', mediaType: 'application/octet-stream', size: 2_000_001 }
    expect((await souk.call('createFile', file, trade.client.key)).status).toBeGreaterThanOrEqual(400)
    expect((await set({ storageBytesUnverified: 6_000_000 })).status).toBe(422)
    await set({ listingsMax: 1 })
    const work = { title: 'Work', description: 'To do.' }
    expect((await souk.call('createListing', work, trade.client.key)).body.error).toContain('at most 1 ')
    const policyOf = async () => (await souk.call('getHealth')).headers['ratelimit-policy']
    const before = Number(/q=(\d+)/.exec(String(await policyOf()))?.[1])
    await set({ rateLimitPercent: 50 })
    expect(await policyOf()).toContain(`q=${before / 2};`)
    await set({ rateLimitPercent: 100, listingsMax: 200 })
  })
})

describe('another node', () => {
  it('follows each kind of setting', async () => {
    const node = await startNode(souk, { workers: ['policy'] })
    await set({ categories: [design, { ...law, feeBps: 123 }], reviewHours: 11, rateLimitPercent: 40 })
    await vi.waitFor(
      () => {
        const { policy } = node.context.config.settings
        expect(policy.categories[1]).toMatchObject({ slug: 'law', feeBps: 123 })
        expect(policy).toMatchObject({ reviewHours: 11, rateLimitPercent: 40 })
      },
      { timeout: 15_000, interval: 20 },
    )
    await node.stop()
  })
})
