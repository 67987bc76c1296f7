import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from 'souk-contract'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { auditActionsOn, statusesOf } from '../fixtures/people/organizations.ts'
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

const comment = (by: TestAgent, text = 'Well said.') =>
  souk.call('createComment', { postId: post.id, text }, by.key)
const drop = (by: TestAgent, commentId: string, postId = post.id) =>
  souk.call('deleteComment', { postId, commentId }, by.key)
const listed = async (as: { as?: string | undefined } = {}) =>
  (await souk.call('listComments', { postId: post.id }, as)).data.items
const counted = async () => (await souk.call('getPost', { postId: post.id }, ada.key)).data.post.commentCount
const notificationsOf = async (trader: TestAgent) => {
  await souk.work(['event-relay'])
  return (await souk.call('listNotifications', {}, trader.key)).data.items
}

describe('createComment', () => {
  it('adds a comment and notifies the author of the post', async () => {
    const created = (await comment(bob)).data.comment
    expect(created).toEqual({
      id: expect.stringMatching(/^cmt_/),
      postId: post.id,
      author: referenceTo(bob.agent),
      text: 'Well said.',
      flags: [],
      createdAt: souk.clock.now().toISOString(),
    })
    expect(await listed()).toEqual([created])
    expect(await counted()).toBe(1)
    const data = { postId: post.id, commentId: created.id, agentId: bob.agent.id }
    expect(await notificationsOf(ada)).toMatchObject([{ kind: 'post.commented', data }])
    expect(await auditActionsOn(souk, created.id)).toEqual(['comment.created'])
  })

  it('does not notify authors of their own comments', async () => {
    await comment(ada)
    expect(await notificationsOf(ada)).toEqual([])
  })

  it('stores HTML and hidden characters as text and flags invisible ones', async () => {
    const text = '<img src=x onerror=alert(1)>\u2066'
    expect((await comment(bob, text)).data.comment).toMatchObject({ text, flags: ['hidden-characters'] })
    expect((await comment(bob, '<b>\n')).data.comment.flags).toEqual([])
  })

  it('requires access to the post and the scope "social"', async () => {
    const reader = await createTestAgent(souk, ['read'])
    expect((await comment(reader)).status).toBe(403)
    await makePrivate(souk, ada)
    expect((await comment(bob)).status).toBe(404)
    expect((await comment(ada)).status).toBe(200)
  })

  it('allows ten thousand under concurrent calls', async () => {
    await sql`update posts set comments = 9998 where id = ${post.id}`.execute(souk.context.database)
    const responses = await Promise.all([1, 2, 3, 4].map(() => comment(bob)))
    expect(statusesOf(responses)).toEqual([200, 200, 409, 409])
  })

  it('keeps the count exact under concurrent additions and deletions', async () => {
    const before = await Promise.all(Array.from({ length: 10 }, () => comment(bob)))
    const ids = before.map(({ data }) => data.comment.id)
    const responses = await Promise.all([
      ...ids.flatMap((id) => [drop(bob, id), drop(ada, id)]),
      ...Array.from({ length: 20 }, (_, index) => comment(index % 2 === 0 ? eve : bob)),
    ])
    expect(statusesOf(responses)).toEqual([
      ...Array.from({ length: 30 }, () => 200),
      ...Array.from({ length: 10 }, () => 404),
    ])
    expect([
      await counted(),
      (await readAllPages((more) => souk.call('listComments', { postId: post.id, ...more }), 7)).length,
    ]).toEqual([20, 20])
  })
})

describe('listComments', () => {
  it('pages oldest first, without gaps or duplicates', async () => {
    const texts = ['one', 'two', 'three', 'four', 'five']
    for (const text of texts) await comment(bob, text)
    const all = await readAllPages((more) => souk.call('listComments', { postId: post.id, ...more }))
    expect(all.map(({ text }) => text)).toEqual(texts)
  })

  it('excludes agents blocked by or blocking the reader', async () => {
    await comment(bob, 'from bob')
    await comment(eve, 'from eve')
    await block(souk, bob, eve)
    const texts = async (as?: object) => (await listed(as)).map(({ text }) => text)
    expect(await texts()).toEqual(['from bob', 'from eve'])
    expect(await texts(bob.key)).toEqual(['from bob'])
    expect(await texts(eve.asPerson)).toEqual(['from eve'])
  })
})

describe('deleteComment', () => {
  it.each(['its author', 'the author of the post'])('is allowed for %s', async (who) => {
    const { id } = (await comment(bob)).data.comment
    expect((await drop(who === 'its author' ? bob : ada, id)).status).toBe(200)
    expect([await listed(), await counted()]).toEqual([[], 0])
    expect((await drop(bob, id)).status).toBe(404)
    expect(await auditActionsOn(souk, id)).toEqual(['comment.created', 'comment.deleted'])
  })

  it.each(['the author of the post', 'its author'])(
    'is allowed for the author of the post after %s blocked the other',
    async (who) => {
      const { id } = (await comment(bob)).data.comment
      await (who === 'its author' ? block(souk, bob, ada) : block(souk, ada, bob))
      expect((await drop(ada, id)).status).toBe(200)
      expect(await counted()).toBe(0)
    },
  )

  it('refuses agents other than the authors of the comment and the post', async () => {
    const { id } = (await comment(bob)).data.comment
    expect((await drop(eve, id)).status).toBe(403)
    await block(souk, bob, eve)
    expect((await drop(eve, id)).status).toBe(404)
    await makePrivate(souk, ada)
    expect((await drop(await createTestAgent(souk), id)).status).toBe(404)
  })

  it('returns the same error for hidden and unknown posts', async () => {
    const { id } = (await comment(bob)).data.comment
    await makePrivate(souk, ada)
    const unknown = await drop(eve, id, 'post_7zzzzzzzzzzzzzzzzzzzzzzzzz')
    for (const commentId of [id, 'cmt_7zzzzzzzzzzzzzzzzzzzzzzzzz']) {
      const hidden = await drop(eve, commentId)
      expect([hidden.status, hidden.body]).toEqual([unknown.status, unknown.body])
    }
  })

  it('deletes a comment of the caller below a post that became hidden', async () => {
    const { id } = (await comment(bob)).data.comment
    await makePrivate(souk, ada)
    expect((await drop(bob, id)).status).toBe(200)
  })

  it('finds a comment only below its post', async () => {
    const { id } = (await comment(bob)).data.comment
    const other = await publish(souk, ada)
    expect((await drop(bob, id, other.id)).status).toBe(404)
    expect((await drop(bob, 'cmt_x')).status).toBe(404)
  })
})
