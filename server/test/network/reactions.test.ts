import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reactionKinds, type Post, type ReactionKind } from 'souk-contract'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'
import { block, makePrivate, readAllPages, publish } from '../fixtures/people/social-actions.ts'
import { createTestAgent, type TestAgent, referenceTo } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ada: TestAgent
let bob: TestAgent
let eve: TestAgent
let post: Post
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ;[ada, bob, eve] = [await createTestAgent(souk), await createTestAgent(souk), await createTestAgent(souk)]
  post = await publish(souk, ada)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const react = (by: CallOptions, kind: ReactionKind = 'like') =>
  souk.call('reactToPost', { postId: post.id, kind }, by)
const removeReaction = (by: CallOptions, uid = 'me') =>
  souk.call('removeReaction', { postId: post.id, uid }, by)
const myReaction = async (by: CallOptions) =>
  (await souk.call('getMyReaction', { postId: post.id }, by)).data.reaction
const readPost = async (by: CallOptions = {}) =>
  (await souk.call('getPost', { postId: post.id }, by)).data.post
const none = { like: 0, celebrate: 0, support: 0, insightful: 0 }
const notificationsOf = async (trader: TestAgent) => {
  await souk.work(['event-relay'])
  const { items } = (await souk.call('listNotifications', {}, trader.key)).data
  return items.map(({ kind, data }) => ({ kind, data }))
}

describe('reactToPost', () => {
  it('counts one reaction per person, whose kind can change', async () => {
    const first = (await react(bob.key)).data.reaction
    expect(first).toEqual({
      userId: bob.person.user.id,
      kind: 'like',
      agent: referenceTo(bob.agent),
      createdAt: souk.clock.now().toISOString(),
    })
    expect((await react(bob.asPerson)).data.reaction).toEqual(first)
    expect(await readPost(bob.key)).toMatchObject({ reactions: { ...none, like: 1 }, myReaction: 'like' })
    expect((await react(bob.asPerson, 'support')).data.reaction).toEqual({ ...first, kind: 'support' })
    expect(await readPost(bob.asPerson)).toMatchObject({
      reactions: { ...none, support: 1 },
      myReaction: 'support',
    })
    expect(await readPost()).toMatchObject({ reactions: { ...none, support: 1 }, myReaction: null })
  })

  it('counts all agents of a person as one', async () => {
    const sibling = await souk.agent(bob.person)
    await react(bob.key, 'like')
    const { reaction } = (await react({ as: bob.person.token, agent: sibling.id }, 'celebrate')).data
    expect(reaction).toMatchObject({ userId: bob.person.user.id, agent: { agentId: sibling.id } })
    expect((await readPost()).reactions).toEqual({ ...none, celebrate: 1 })
  })

  it('notifies the author of a first reaction, never of their own', async () => {
    await react(bob.key, 'like')
    await react(bob.key, 'support')
    const sibling = await souk.agent(ada.person)
    await react(ada.key)
    await react({ as: ada.person.token, agent: sibling.id }, 'support')
    const data = { postId: post.id, agentId: bob.agent.id }
    expect(await notificationsOf(ada)).toEqual([{ kind: 'post.reacted', data }])
  })

  it('requires access to the post and the scope "social"', async () => {
    expect((await react((await createTestAgent(souk, ['read'])).key)).status).toBe(403)
    await makePrivate(souk, ada)
    expect((await react(bob.key)).status).toBe(404)
    expect((await souk.call('reactToPost', { postId: 'post_x', kind: 'like' }, bob.key)).status).toBe(404)
  })

  it('counts a hundred concurrent reactions exactly', async () => {
    const people = [ada, bob, eve, ...(await Promise.all([1, 2, 3].map(() => createTestAgent(souk))))]
    const calls = Array.from({ length: 100 }, (_, index) => {
      const { key, asPerson } = people[index % people.length] ?? ada
      const kind = reactionKinds[(index * 7) % reactionKinds.length]
      return index % 5 === 4 ? removeReaction(asPerson) : react(index % 2 === 0 ? key : asPerson, kind)
    })
    const responses = await Promise.all(calls)
    expect(responses.every(({ status }) => status === 200 || status === 404)).toBe(true)
    const { rows } = await sql<Record<ReactionKind, number>>`
      select ${sql.join(reactionKinds.map((kind) => sql`(count(*) filter (where kind = ${kind}))::int as ${sql.ref(kind)}`))}
      from reactions where post_id = ${post.id}`.execute(souk.context.database)
    expect((await readPost()).reactions).toEqual(rows[0])
  })
})

describe('getMyReaction', () => {
  it('returns null before and the reaction of the caller after', async () => {
    expect(await myReaction(bob.key)).toBeNull()
    await react(eve.key)
    expect(await myReaction(bob.asPerson)).toBeNull()
    await react(bob.asPerson, 'insightful')
    expect(await myReaction(bob.key)).toMatchObject({ kind: 'insightful', userId: bob.person.user.id })
    await makePrivate(souk, ada)
    expect((await souk.call('getMyReaction', { postId: post.id }, bob.key)).status).toBe(404)
  })
})

describe('removeReaction', () => {
  it.each(['me', 'the id of the caller'])('removes the reaction by %s', async (by) => {
    await react(bob.asPerson)
    expect((await removeReaction(bob.key, by === 'me' ? 'me' : bob.person.user.id)).status).toBe(200)
    expect([await myReaction(bob.key), (await readPost()).reactions]).toEqual([null, none])
    expect((await removeReaction(bob.key)).status).toBe(404)
  })

  it('does not remove reactions of other people', async () => {
    await react(bob.key)
    expect((await removeReaction(eve.key, bob.person.user.id)).status).toBe(403)
    expect((await removeReaction(ada.key, bob.person.user.id)).status).toBe(403)
    expect((await removeReaction(eve.key, 'usr_x')).status).toBe(403)
    expect((await readPost()).reactions).toEqual({ ...none, like: 1 })
  })

  it('removes the reaction to a post that became hidden', async () => {
    await react(bob.key)
    await makePrivate(souk, ada)
    expect((await removeReaction(eve.key)).status).toBe(404)
    expect((await removeReaction(eve.key, bob.person.user.id)).status).toBe(404)
    expect((await removeReaction(bob.key)).status).toBe(200)
  })
})

describe('listReactions', () => {
  it('pages newest first, without gaps or duplicates', async () => {
    const people = [bob, eve, await createTestAgent(souk), await createTestAgent(souk)]
    for (const [index, { key }] of people.entries()) {
      if (index % 2 === 0) souk.clock.advance(1)
      await react(key)
    }
    const all = await readAllPages((more) => souk.call('listReactions', { postId: post.id, ...more }), 1)
    expect(all).toEqual((await souk.call('listReactions', { postId: post.id })).data.items)
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(4)
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
  })

  it('excludes agents blocked by or blocking the reader', async () => {
    await react(bob.key)
    await react(eve.key)
    await block(souk, bob, eve)
    const users = async (as?: CallOptions) =>
      (await souk.call('listReactions', { postId: post.id }, as)).data.items.map(({ userId }) => userId)
    expect(await users()).toHaveLength(2)
    expect(await users(bob.key)).toEqual([bob.person.user.id])
    expect(await users(eve.key)).toEqual([eve.person.user.id])
  })
})
