import { sql } from 'kysely'
import type { Task } from 'souk-contract'
import { afterAll, afterEach, beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  trade = await createTaskFixture(souk)
  ;({ client, provider } = trade)
})
afterAll(() => souk.stop())
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

const accept = async ({ id }: Task) =>
  souk.call('acceptTask', { name: provider.agent.name, taskId: id }, client.key)
const paidTask = async (): Promise<string> => {
  const task = await trade.deliver(await trade.hire(1000))
  await accept(task)
  return task.id
}
const submit = (by: TestAgent, taskId: string, score = 5, text = `A ${score} of 5.`) =>
  souk.call('submitReview', { taskId, score, text }, by.key)
const reviewsOf = async (by: TestAgent, taskId: string) =>
  (await souk.call('getTaskReviews', { taskId }, by.key)).data.reviews
const listed = async ({ agent }: TestAgent, query: object = {}) =>
  (await souk.call('listReviews', { name: agent.name, ...query })).data.items
const settle = async () => {
  await souk.work(['reviews'])
  await souk.work(['event-relay', 'reputation'])
}
const trustOf = async ({ agent }: TestAgent) => {
  await settle()
  return (await souk.call('getAgent', { name: agent.name })).data.agent.trust
}
const ratingOf = async (agent: TestAgent) => (await trustOf(agent))?.provider.rating
const eventsOf = async ({ agent }: TestAgent) => {
  await settle()
  const { rows } = await sql<{ kind: string; data: object }>`select kind, data from events
    where agent_id = ${agent.id} and kind like 'review.%' order by number`.execute(souk.context.database)
  return rows
}

describe('submitReview', () => {
  it('asks the other party for its review until both are public', async () => {
    const taskId = await paidTask()
    const { closesAt } = (await submit(client, taskId)).data.reviews
    const notice = async () => {
      await settle()
      const filter = { kind: 'review.submitted' as const, groupKey: taskId }
      return (await souk.call('listNotifications', filter, provider.asPerson)).data.items[0]
    }
    expect(await notice()).toMatchObject({
      change: `${client.agent.displayName} submitted a review.`,
      nextStep: 'Submit your review to read theirs.',
      deadline: closesAt,
    })
    await submit(provider, taskId)
    expect(await notice()).not.toHaveProperty('nextStep')
  })

  it('hides the first review and reveals both with the second', async () => {
    const taskId = await paidTask()
    const first = (await submit(client, taskId, 2, 'Late\u202e')).data.reviews
    expect(first).toMatchObject({
      role: 'client',
      state: 'open',
      mine: { score: 2, text: 'Late\u202e', flags: ['hidden-characters'], counted: true, revealedAt: null },
      theirs: null,
      theirsSubmitted: false,
    })
    expect(await reviewsOf(provider, taskId)).toMatchObject({
      state: 'open',
      mine: null,
      theirs: null,
      theirsSubmitted: true,
    })
    expect(await listed(provider)).toEqual([])
    expect(await ratingOf(provider)).toEqual({ score: null, count: 0 })
    await submit(provider, taskId, 4)
    expect(await reviewsOf(provider, taskId)).toMatchObject({
      state: 'revealed',
      mine: { score: 4 },
      theirs: { score: 2, taskId, afterRefund: false },
    })
    expect(await listed(provider)).toMatchObject([{ score: 2, role: 'client', taskId: null, reply: null }])
    expect(await trustOf(provider)).toMatchObject({
      provider: { rating: { score: 2, count: 1 } },
      client: { rating: { score: null, count: 0 } },
    })
    expect(await trustOf(client)).toMatchObject({ client: { rating: { score: 4, count: 1 } } })
  })

  it('shows a hidden review to its author alone, before and after a change', async () => {
    const taskId = await paidTask()
    await submit(client, taskId, 1, 'Careless')
    const reviewId = (await submit(client, taskId, 3, 'Better than I thought')).data.reviews.mine?.id ?? ''
    const seenByProvider = JSON.stringify([
      await reviewsOf(provider, taskId),
      await eventsOf(provider),
      (await souk.call('listNotifications', {}, provider.key)).data,
      (await souk.call('getActivity', {}, provider.key)).data,
      (
        await souk.call(
          'getTask',
          { name: provider.agent.name, taskId, include: 'audit,timeline' },
          provider.asPerson,
        )
      ).data,
      await trustOf(provider),
      await listed(provider),
    ])
    expect(seenByProvider).not.toMatch(/Careless|Better|score":[13]|rev_/)
    const reply = { reviewId, text: 'No!' }
    expect((await souk.call('replyToReview', reply, provider.key)).status).toBe(404)
    // A change is not announced: only the first submission is.
    expect(await eventsOf(provider)).toEqual([
      { kind: 'review.submitted', data: { reviewedTaskId: taskId, agentId: client.agent.id } },
    ])
    expect(await reviewsOf(client, taskId)).toMatchObject({ mine: { score: 3 } })
  })

  it('refuses changes after the reveal, even in the database', async () => {
    const taskId = await paidTask()
    await submit(client, taskId, 1)
    await submit(provider, taskId, 5)
    const retaliation = await submit(provider, taskId, 1)
    expect(retaliation.status).toBe(409)
    expect((await submit(client, taskId, 5)).status).toBe(409)
    await expect(
      sql`update reviews set score = 5 where task_id = ${taskId}`.execute(souk.context.database),
    ).rejects.toThrow('append-only')
  })

  it('reveals a single review after 14 days, when the other side can no longer retaliate', async () => {
    const taskId = await paidTask()
    await submit(client, taskId, 1)
    souk.clock.advance(14 * day - 1000)
    expect(await ratingOf(provider)).toEqual({ score: null, count: 0 })
    souk.clock.advance(1000)
    expect((await submit(provider, taskId, 1)).status).toBe(409)
    expect((await submit(client, taskId, 5)).status).toBe(409)
    expect(await ratingOf(provider)).toEqual({ score: 1, count: 1 })
    expect(await reviewsOf(provider, taskId)).toMatchObject({ state: 'revealed', theirs: { score: 1 } })
    expect((await submit(provider, taskId, 1)).status).toBe(409)
    expect((await eventsOf(client)).map(({ kind }) => kind)).toEqual(['review.revealed'])
    expect((await eventsOf(provider)).map(({ kind }) => kind)).toEqual([
      'review.submitted',
      'review.revealed',
    ])
  })

  it('names the task and the other party in the notification', async () => {
    const taskId = await paidTask()
    await submit(client, taskId, 5)
    await souk.work(['event-relay'])
    const { data } = await souk.call('listNotifications', { kind: 'review.submitted' }, provider.asPerson)
    const task = { name: provider.agent.name, taskId }
    const { metadata } = (await souk.call('getTask', task, provider.key)).data
    const [notification] = data.items
    expect(metadata).toMatchObject({ 'urn:souk:marketplace:v1': { title: notification?.title } })
    expect(notification).toMatchObject({
      groupKey: taskId,
      title: expect.stringMatching(/./),
      actor: { kind: 'agent', agentId: client.agent.id },
      href: `/as/${provider.agent.name}/tasks/${provider.agent.name}/${taskId}`,
    })
  })

  it('reveals both reviews that are submitted concurrently', async () => {
    const taskId = await paidTask()
    await Promise.all([submit(client, taskId, 4), submit(provider, taskId, 4)])
    expect(await reviewsOf(client, taskId)).toMatchObject({ state: 'revealed', theirs: { score: 4 } })
  })

  it.each([
    ['runs', async () => trade.deliver(await trade.hire(1000))],
    ['is free', async () => trade.deliver(await trade.hire(0))],
    ['was declined', async () => trade.start(await trade.hire(1000), 'rejected')],
  ])('refuses a task that %s', async (_name, create) => {
    const { id } = await create()
    expect((await submit(client, id)).status).toBe(409)
    expect((await souk.call('getTaskReviews', { taskId: id }, client.key)).status).toBe(409)
    expect((await souk.call('listPendingReviews', {}, client.key)).data.items).toEqual([])
  })

  it('marks a review after a refund, which does not count', async () => {
    const disputed = await trade.dispute(await trade.deliver(await trade.hire(1000)))
    await souk.call('ruleDispute', { taskId: disputed.id, ruling: 'refund', reasons: 'Empty.' }, asOperator)
    await submit(client, disputed.id, 1)
    await submit(provider, disputed.id, 1)
    expect(await listed(provider)).toMatchObject([{ score: 1, afterRefund: true, counted: false }])
    expect(await ratingOf(provider)).toEqual({ score: null, count: 0 })
    expect((await trustOf(client))?.client.rating).toEqual({ score: null, count: 0 })
  })

  it('counts an owner once, with the mean of its scores', async () => {
    for (const score of [5, 2]) {
      const taskId = await paidTask()
      await submit(client, taskId, score)
      await submit(provider, taskId)
    }
    expect(await ratingOf(provider)).toEqual({ score: 3.5, count: 1 })
  })

  it('returns 404 to strangers', async () => {
    const taskId = await paidTask()
    const stranger = await createTestAgent(souk)
    expect((await submit(stranger, taskId)).status).toBe(404)
    expect((await souk.call('getTaskReviews', { taskId }, stranger.key)).status).toBe(404)
  })

  it('accepts a review after the other side blocked the author', async () => {
    const taskId = await paidTask()
    await souk.call('blockAgent', { name: client.agent.name }, provider.key)
    await submit(client, taskId, 1)
    await submit(provider, taskId, 5)
    expect(await listed(provider)).toMatchObject([{ score: 1, counted: true }])
    const [about] = await listed(client)
    expect(
      (await souk.call('replyToReview', { reviewId: about?.id ?? '', text: 'No.' }, client.key)).status,
    ).toBe(200)
  })

  it('does not count between agents that one person can act as', async () => {
    const { data } = await souk.call(
      'createOrganization',
      { handle: `${client.agent.name}-co`, displayName: 'Accomplices' },
      { as: client.person.token },
    )
    const { id } = data.organization
    const taskId = await paidTask()
    // The provider's agent joins an organization that the client's owner created.
    const invited = await souk.call(
      'addMember',
      { id, userId: provider.person.user.id, role: 'admin' },
      { as: client.person.token },
    )
    const answer = { invitationId: invited.data.invitation.id, accept: true }
    await souk.call('respondToInvitation', answer, { as: provider.person.token })
    await souk.call('assignAgent', { id, agentId: provider.agent.id }, { as: provider.person.token })
    await submit(client, taskId, 5)
    await submit(provider, taskId, 5)
    expect(await listed(provider)).toMatchObject([{ score: 5, counted: false }])
    expect(await ratingOf(provider)).toEqual({ score: null, count: 0 })
  })
})

describe('listPendingReviews', () => {
  it('lists tasks until they are reviewed or the time is over', async () => {
    const [first, second] = [await paidTask(), await paidTask()]
    const pending = async () =>
      (await souk.call('listPendingReviews', {}, client.key)).data.items.map(({ taskId }) => taskId)
    expect(await pending()).toEqual([second, first])
    await submit(client, first)
    expect(await pending()).toEqual([second])
    souk.clock.advance(14 * day)
    expect(await pending()).toEqual([])
  })
})

describe('replyToReview', () => {
  it('adds one reply of the reviewed agent', async () => {
    const taskId = await paidTask()
    await submit(client, taskId, 2)
    await submit(provider, taskId, 5)
    const reviewId = (await reviewsOf(provider, taskId)).theirs?.id ?? ''
    const reply = (by: TestAgent, text: string) => souk.call('replyToReview', { reviewId, text }, by.key)
    expect((await reply(client, 'Mine')).status).toBe(403)
    expect((await reply(provider, 'The glossary was wrong.')).data.review.reply).toMatchObject({
      text: 'The glossary was wrong.',
      flags: [],
    })
    expect((await reply(provider, 'And late.')).status).toBe(409)
    expect((await eventsOf(client)).at(-1)).toEqual({
      kind: 'review.replied',
      data: { reviewId, reviewedTaskId: taskId, agentId: provider.agent.id },
    })
  })
})

describe('listReviews', () => {
  it('filters by role and pages from the latest reveal', async () => {
    for (const score of [1, 2, 3]) {
      const taskId = await paidTask()
      await submit(client, taskId, score)
      await submit(provider, taskId)
      souk.clock.advance(1000)
    }
    expect((await listed(provider, { role: 'client' })).map(({ score }) => score)).toEqual([3, 2, 1])
    expect(await listed(provider, { role: 'provider' })).toEqual([])
    const page = (await souk.call('listReviews', { name: provider.agent.name, limit: 2 })).data
    const rest = await listed(provider, { limit: 2, cursor: page.nextCursor })
    expect([...page.items, ...rest].map(({ score }) => score)).toEqual([3, 2, 1])
  })
})

describe('search', () => {
  it('ranks a better rating first among equal matches', async () => {
    const other = await createTestAgent(souk)
    const skills = [{ id: 'x', name: 'Xylography', description: 'Prints.', tags: ['xylography'] }]
    for (const agent of [provider, other]) await souk.call('updateMyAgent', { skills }, agent.asPerson)
    await settle()
    await sql`insert into reputations (agent_id, completed, clients, had_deadline, on_time, disputed_as_provider, failed,
      settled, deliveries_judged, deliveries_accepted, disputed_as_client, updated_at, provider_rating, provider_raters)
      select id, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0, now(), case when id = ${provider.agent.id} then 480 else 310 end, 9
      from agents where id in (${provider.agent.id}, ${other.agent.id})
      on conflict (agent_id) do update set provider_rating = excluded.provider_rating`.execute(
      souk.context.database,
    )
    const found = (await souk.call('listAgents', { q: 'xylography' })).data.items
    expect(found.map(({ name }) => name)).toEqual([provider.agent.name, other.agent.name])
  })
})
