import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FeedItem, Task } from 'souk-contract'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { decideReport } from '../fixtures/people/decide-case.ts'
import { block, connect, makePrivate, readAllPages, publish } from '../fixtures/people/social-actions.ts'
import { text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import {
  applyTo,
  archiveInDatabase,
  createTestAgent,
  postListing,
  usd,
  type TestAgent,
  referenceTo,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let payments: PaymentActions
let payer: TestAgent
let ada: TestAgent
let bob: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
  payer = await createTestAgent(souk)
  await payments.topUp(payer.person, payer.agent, 1_000_000)
})
beforeEach(async () => {
  ;[ada, bob] = [await createTestAgent(souk), await createTestAgent(souk)]
  souk.clock.advance(1000)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const feedOf = async (as: TestAgent, more: object = {}) =>
  (await souk.call('getFeed', more, as.key)).data.items
const kindsOf = async (as: TestAgent) => (await feedOf(as)).map(({ kind }) => kind)
const skilled = async (profile: { tags: string[] }) =>
  void (await souk.call('updateMyAgent', profile, ada.asPerson))

async function hire(provider: TestAgent, amount?: number): Promise<Task> {
  const terms = amount === undefined ? {} : { price: usd(amount) }
  const message = { parts: text('A secret errand'), metadata: marketMetadata({ terms }) }
  const sent = { name: provider.agent.name, message, configuration: { returnImmediately: true } }
  return (await souk.call('sendMessage', sent, payer.key)).data.task ?? expect.fail('no task')
}
async function finish(provider: TestAgent, { id: taskId }: Task): Promise<void> {
  const address = { name: provider.agent.name, taskId }
  await souk.call('deliverTask', { ...address, artifacts: [{ parts: text('Here.') }] }, provider.key)
  await souk.call('acceptTask', address, payer.key)
}

describe('getFeed', () => {
  it('lists own posts and posts of connections, newest first', async () => {
    const before = await publish(souk, bob, { text: 'Before' })
    await connect(souk, ada, bob)
    souk.clock.advance(1)
    const ownPost = await publish(souk, ada, { text: 'Own' })
    await publish(souk, payer, { text: 'From a stranger' })
    expect(await feedOf(ada)).toEqual([
      { kind: 'post', id: ownPost.id, at: ownPost.createdAt, agent: ownPost.author, post: ownPost },
      { kind: 'post', id: before.id, at: before.createdAt, agent: before.author, post: before },
    ])
    await makePrivate(souk, bob)
    expect(await feedOf(ada)).toHaveLength(2)
    await archiveInDatabase(souk, bob)
    expect(await feedOf(ada)).toHaveLength(1)
  })

  it('includes the reaction of the caller and the current counts of a post', async () => {
    const { id: postId } = await publish(souk, ada)
    await souk.call('reactToPost', { postId, kind: 'like' }, ada.key)
    await souk.call('createComment', { postId, text: 'More.' }, ada.key)
    expect(await feedOf(ada)).toMatchObject([{ post: { myReaction: 'like', commentCount: 1 } }])
    await souk.call('deletePost', { postId }, ada.key)
    expect(await feedOf(ada)).toEqual([])
  })

  it.each<[string, object, object]>([
    ['a tag', { tags: ['german'] }, { tags: ['law', 'german'] }],
    ['a task type', { taskTypes: ['translation'] }, { taskType: 'translation' }],
    ['a task type among the tags', { tags: ['translation'] }, { taskType: 'translation' }],
    [
      'the id of a skill',
      { skills: [{ id: 'proofreading', name: 'P', description: 'P', tags: ['x'] }] },
      { tags: ['proofreading'] },
    ],
    [
      'the tag of a skill',
      { skills: [{ id: 'p', name: 'P', description: 'P', tags: ['dutch'], private: true }] },
      { tags: ['dutch'] },
    ],
  ])('includes open listings that match by %s', async (_name, profile, fields) => {
    const client = await createTestAgent(souk)
    const listing = await postListing(souk, client, fields)
    await postListing(souk, client, { tags: ['cooking'] })
    expect(await feedOf(ada)).toEqual([])
    await souk.call('updateMyAgent', profile, ada.asPerson)
    const items = await feedOf(ada)
    expect(items.find(({ id }) => id === listing.id)).toEqual({
      kind: 'listing',
      id: listing.id,
      at: listing.openedAt,
      agent: referenceTo(client.agent),
      listing,
    })
    expect(JSON.stringify(items)).not.toContain('cooking')
    await souk.call('deleteListing', { listingId: listing.id }, client.key)
    expect((await feedOf(ada)).map(({ id }) => id)).not.toContain(listing.id)
  })

  it('excludes listings of the same owner and of archived or blocked agents', async () => {
    const tags = [`tag-${ada.agent.name}`]
    await skilled({ tags })
    const sibling = await souk.agent(ada.person)
    const asSibling = { as: ada.person.token, agent: sibling.id }
    await postListing(souk, ada, { tags })
    await souk.call('createListing', { title: 'T', description: 'D', tags }, asSibling)
    for (const hidden of ['archived', 'blocker', 'blocked']) {
      const client = await createTestAgent(souk)
      await postListing(souk, client, { tags })
      expect(await kindsOf(ada)).toEqual(['listing'])
      if (hidden === 'archived') await archiveInDatabase(souk, client)
      else await (hidden === 'blocker' ? block(souk, client, ada) : block(souk, ada, client))
      expect(await kindsOf(ada)).toEqual([])
    }
  })

  it('includes completed paid work of connections without its content', async () => {
    await connect(souk, ada, bob)
    await finish(bob, await hire(bob))
    const task = await hire(bob, 500)
    expect(await feedOf(ada)).toEqual([])
    await finish(bob, task)
    const items = await feedOf(ada)
    expect(items).toEqual([
      {
        kind: 'work',
        id: expect.stringMatching(/^work_[0-9a-f]{32}$/),
        at: souk.clock.now().toISOString(),
        agent: referenceTo(bob.agent),
        work: { taskType: null, listing: null },
      },
    ])
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`${task.id}|${payer.agent.name}|secret|\\b500\\b`))
    expect(await kindsOf(bob)).toEqual([])
    expect(await kindsOf(payer)).not.toContain('work')
    souk.clock.advance(-1)
    await publish(souk, ada)
    souk.clock.advance(1)
    const { nextCursor } = (await souk.call('getFeed', { limit: 1 }, ada.key)).data
    expect(Buffer.from(nextCursor ?? '', 'base64url').toString()).toContain('work:')
    expect(Buffer.from(nextCursor ?? '', 'base64url').toString()).not.toContain(task.id)
  })

  it('names the listing of completed work and excludes work with blocked agents', async () => {
    await connect(souk, ada, bob)
    const listing = await postListing(souk, payer, { taskType: 'letters', budget: usd(700) })
    const task = await applyTo(souk, bob, listing)
    await souk.call('awardTask', { name: bob.agent.name, taskId: task.id }, payer.key)
    await finish(bob, task)
    const { id, title } = listing
    expect(await feedOf(ada)).toMatchObject([{ work: { taskType: 'letters', listing: { id, title } } }])
    const subject = { kind: 'agent', subjectId: payer.agent.id } as const
    const reinstate = await decideReport(souk, ada, { ...subject, outcome: 'suspend' })
    expect(await feedOf(ada)).toMatchObject([{ work: { taskType: null, listing: null } }])
    await reinstate()
    await block(souk, ada, payer)
    expect(await feedOf(ada)).toEqual([])
  })

  it('includes recommendations of connections, with the task for its parties only', async () => {
    await connect(souk, ada, bob)
    await connect(souk, payer, bob)
    const task = await hire(bob)
    await finish(bob, task)
    const input = { name: bob.agent.name, taskId: task.id, text: 'Quick\u200b and good.' }
    const { recommendation } = (await souk.call('recommendAgent', input, payer.key)).data
    const [item] = await feedOf(ada)
    expect(item).toEqual({
      kind: 'recommendation',
      id: recommendation.id,
      at: recommendation.createdAt,
      agent: referenceTo(bob.agent),
      recommendation: { ...recommendation, taskId: null, flags: ['hidden-characters'] },
    })
    const ofPayer = (await feedOf(payer)).find(({ id }) => id === recommendation.id)
    expect(ofPayer).toMatchObject({ recommendation: { taskId: task.id } })
    await makePrivate(souk, bob)
    expect(await feedOf(ada)).toEqual([])
    await souk.call('updateMyAgent', { visibility: 'public' }, bob.asPerson)
    await block(souk, ada, payer)
    expect(await feedOf(ada)).toEqual([])
  })

  it('excludes an agent after a block or removed connection', async () => {
    const { id: connectionId } = await connect(souk, ada, bob)
    await publish(souk, bob)
    await finish(bob, await hire(bob, 300))
    expect(await kindsOf(ada)).toHaveLength(2)
    await souk.call('removeConnection', { connectionId }, bob.key)
    expect(await kindsOf(ada)).toEqual([])
    await connect(souk, bob, ada)
    expect(await kindsOf(ada)).toHaveLength(2)
    await block(souk, bob, ada)
    expect(await kindsOf(ada)).toEqual([])
  })

  it('pages through all sources without gaps or duplicates under concurrent additions', async () => {
    const tags = [`tag-${ada.agent.name}`]
    await skilled({ tags })
    const others = [bob, await createTestAgent(souk), await createTestAgent(souk)]
    const client = await createTestAgent(souk)
    for (const other of others) await connect(souk, other, ada)
    for (const [index, other] of others.entries()) {
      if (index === 1) souk.clock.advance(1)
      await publish(souk, other)
      await publish(souk, ada)
      await postListing(souk, client, { tags })
      const task = await hire(other, 100)
      await finish(other, task)
      await souk.call('recommendAgent', { name: other.agent.name, text: 'Good.', taskId: task.id }, payer.key)
    }
    const all = await feedOf(ada, { limit: 100 })
    expect(all).toHaveLength(15)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const idsOf = (items: readonly FeedItem[]) => items.map(({ id }) => id)
    for (const limit of [1, 2, 4]) {
      const seen = await readAllPages((more) => souk.call('getFeed', more, ada.key), limit)
      expect(idsOf(seen)).toEqual(idsOf(all))
    }
    const first = (await souk.call('getFeed', { limit: 5 }, ada.key)).data
    souk.clock.advance(1)
    await publish(souk, bob)
    const rest = (await souk.call('getFeed', { limit: 100, cursor: first.nextCursor ?? '' }, ada.key)).data
    expect(idsOf([...first.items, ...rest.items])).toEqual(idsOf(all))
  })

  it('requires an agent and the scope "read"', async () => {
    expect((await souk.call('getFeed', {}, { as: (await souk.person()).token })).status).toBe(400)
    expect((await souk.call('getFeed', {}, (await createTestAgent(souk, ['social'])).key)).status).toBe(403)
  })
})
