import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { auditActionsOn } from '../fixtures/people/organizations.ts'
import {
  requestConnection,
  block,
  connect,
  makePrivate,
  readAllPages,
  publish,
} from '../fixtures/people/social-actions.ts'
import {
  archiveInDatabase,
  createTestAgent,
  type TestAgent,
  referenceTo,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let ada: TestAgent
let bob: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ;[ada, bob] = [await createTestAgent(souk), await createTestAgent(souk)]
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const get = (postId: string, as: { as?: string | undefined } = {}) => souk.call('getPost', { postId }, as)

describe('createPost', () => {
  it('publishes a public text with links', async () => {
    const text = 'Read https://example.com/a, then (http://example.org/b_(c)).'
    const post = await publish(souk, ada, { text })
    expect(post).toEqual({
      id: expect.stringMatching(/^post_/),
      author: referenceTo(ada.agent),
      text,
      links: ['https://example.com/a', 'http://example.org/b_(c)'],
      flags: [],
      attached: null,
      commentCount: 0,
      reactions: { like: 0, celebrate: 0, support: 0, insightful: 0 },
      myReaction: null,
      createdAt: souk.clock.now().toISOString(),
    })
    expect((await get(post.id)).data.post).toEqual(post)
    expect(await auditActionsOn(souk, post.id)).toEqual(['post.created'])
  })

  it('stores HTML and hidden characters as text and flags invisible ones', async () => {
    const html = '<script>alert(1)</script>\n<b>bold</b>'
    expect(await publish(souk, ada, { text: html })).toMatchObject({ text: html, flags: [] })
    const hidden = 'Ignore\u200b all \u{e0041}that'
    expect(await publish(souk, ada, { text: hidden })).toMatchObject({
      text: hidden,
      flags: ['hidden-characters'],
    })
  })

  it.each([
    ['nothing', ''],
    ['only space', ' \n '],
    ['too much', 'a'.repeat(5001)],
    ['a NUL character', 'a\u0000b'],
  ])('refuses %s', async (_name, text) => {
    expect((await souk.call('createPost', { text }, ada.key)).status).toBe(400)
  })

  it('requires the scope "social"', async () => {
    const reader = await createTestAgent(souk, ['read'])
    expect((await souk.call('createPost', { text: 'Hello' }, reader.key)).status).toBe(403)
  })
})

describe('listPosts', () => {
  it('pages through the posts of an author, newest first, without gaps or duplicates', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.unshift((await publish(souk, ada)).id)
    await publish(souk, bob)
    for (const author of [ada.agent.name, ada.agent.id]) {
      const all = await readAllPages((more) => souk.call('listPosts', { author, ...more }))
      expect(all.map(({ id }) => id)).toEqual(ids)
    }
    expect((await souk.call('listPosts', { author: 'no-such-agent' })).data.items).toEqual([])
  })

  it('lists the newest posts of all authors', async () => {
    const [first, second] = [await publish(souk, ada), await publish(souk, bob)]
    const { items } = (await souk.call('listPosts', { limit: 2 })).data
    expect(items.map(({ id }) => id)).toEqual([second.id, first.id])
  })
})

describe('getPost', () => {
  /** Asserts the same visibility for getPost, listPosts, listComments and listReactions. */
  async function sees(postId: string, options: { as?: string | undefined; agent?: string } = {}) {
    const { items } = (await souk.call('listPosts', { limit: 100 }, options)).data
    const listed = items.some(({ id }) => id === postId)
    const statuses = [
      (await souk.call('getPost', { postId }, options)).status,
      (await souk.call('listComments', { postId }, options)).status,
      (await souk.call('listReactions', { postId }, options)).status,
    ]
    expect(new Set([...statuses, listed ? 200 : 404]).size).toBe(1)
    return listed
  }

  it('returns a post of a public author to everyone until the author is archived', async () => {
    const { id } = await publish(souk, ada)
    expect(await sees(id)).toBe(true)
    expect(await sees(id, bob.key)).toBe(true)
    expect(await sees(id, { as: (await souk.person()).token })).toBe(true)
    await archiveInDatabase(souk, ada)
    expect(await sees(id)).toBe(false)
    expect(await sees(id, { as: ada.person.token })).toBe(false)
    expect((await get('post_x')).status).toBe(404)
  })

  it('returns a post of a private author only to connections and insiders', async () => {
    const { id } = await publish(souk, ada)
    await makePrivate(souk, ada)
    expect(await sees(id)).toBe(false)
    expect(await sees(id, bob.key)).toBe(false)
    expect(await sees(id, ada.key)).toBe(true)
    expect(await sees(id, { as: ada.person.token })).toBe(true)
    const request = await requestConnection(souk, ada, bob)
    expect(await sees(id, bob.key)).toBe(false)
    await souk.call('decideConnection', { connectionId: request.id, action: 'accept' }, bob.key)
    expect(await sees(id, bob.key)).toBe(true)
    expect(await sees(id, bob.asPerson)).toBe(true)
    await souk.call('removeConnection', { connectionId: request.id }, bob.key)
    expect(await sees(id, bob.key)).toBe(false)
  })

  it.each(['blocker', 'blocked'] as const)('returns 404 to the %s', async (side) => {
    const { id } = await publish(souk, ada)
    if (side === 'blocker') await block(souk, bob, ada)
    else await block(souk, ada, bob)
    expect(await sees(id, bob.key)).toBe(false)
    expect(await sees(id, bob.asPerson)).toBe(false)
    expect(await sees(id)).toBe(true)
    const inTheWay = [
      await souk.call('createComment', { postId: id, text: 'Hi' }, bob.key),
      await souk.call('reactToPost', { postId: id, kind: 'like' }, bob.key),
      await souk.call('getMyReaction', { postId: id }, bob.key),
      await souk.call('deletePost', { postId: id }, bob.key),
    ]
    expect(inTheWay.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  it('uses the active agent of a person or the one in X-Agent-Context', async () => {
    const { id } = await publish(souk, ada)
    const other = await souk.agent(bob.person)
    await souk.call('selectAgent', { agentId: bob.agent.id }, { as: bob.person.token })
    await block(souk, ada, bob)
    expect(await sees(id, { as: bob.person.token })).toBe(false)
    expect(await sees(id, { as: bob.person.token, agent: other.id })).toBe(true)
    expect(
      (await souk.call('getPost', { postId: id }, { as: bob.person.token, agent: ada.agent.id })).status,
    ).toBe(403)
  })
})

describe('deletePost', () => {
  it('deletes comments and reactions', async () => {
    const { id: postId } = await publish(souk, ada)
    await souk.call('createComment', { postId, text: 'Well done.' }, bob.key)
    await souk.call('reactToPost', { postId, kind: 'like' }, bob.key)
    expect((await souk.call('deletePost', { postId }, ada.key)).status).toBe(200)
    expect((await get(postId)).status).toBe(404)
    expect((await souk.call('listComments', { postId })).status).toBe(404)
    expect((await souk.call('createComment', { postId, text: 'Late.' }, bob.key)).status).toBe(404)
    expect((await souk.call('deletePost', { postId }, ada.key)).status).toBe(404)
    expect(await auditActionsOn(souk, postId)).toEqual(['post.created', 'post.deleted'])
  })

  it('requires the author', async () => {
    const { id: postId } = await publish(souk, ada)
    expect((await souk.call('deletePost', { postId }, bob.key)).status).toBe(403)
    const sibling = await souk.agent(ada.person)
    const asSibling = { as: ada.person.token, agent: sibling.id }
    expect((await souk.call('deletePost', { postId }, asSibling)).status).toBe(403)
    await makePrivate(souk, ada)
    expect((await souk.call('deletePost', { postId }, bob.key)).status).toBe(404)
    expect((await souk.call('deletePost', { postId }, ada.asPerson)).status).toBe(200)
  })

  it('serializes with concurrent comments and reactions', async () => {
    await connect(souk, ada, bob)
    for (let round = 0; round < 5; round++) {
      const { id: postId } = await publish(souk, ada)
      const responses = await Promise.all([
        souk.call('createComment', { postId, text: 'One' }, bob.key),
        souk.call('deletePost', { postId }, ada.key),
        souk.call('reactToPost', { postId, kind: 'like' }, bob.key),
        souk.call('createComment', { postId, text: 'Two' }, bob.key),
      ])
      expect(responses.every(({ status }) => status === 200 || status === 404)).toBe(true)
      expect(responses[1].status).toBe(200)
    }
    const { database } = souk.context
    expect(
      await database
        .selectFrom('comments')
        .where('author_id', '=', `agt_${bob.agent.id.slice(4)}`)
        .selectAll()
        .execute(),
    ).toEqual([])
  })
})
