import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Contract, Input } from 'souk-contract'
import { day, hour, minute } from '../../src/lib/clock.ts'
import { asOperator, type CallOptions } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { jsonRpcCalls } from '../fixtures/a2a/json-rpc-calls.ts'
import { publish } from '../fixtures/people/social-actions.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { sendAsClient, text } from '../fixtures/a2a/task-messages.ts'
import { applyTo, createTestAgent, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let support: Person
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  support = await souk.operator('support')
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const as = ({ token }: Person) => ({ as: token })
type ReportInput = Input<Contract['reports']['createReport']>
const report = (by: TestAgent, kind: ReportInput['kind'], subjectId: string) =>
  souk.call('createReport', { kind, subjectId, reason: 'spam', details: 'Look.' }, by.key)

type CaseKind = ReportInput['kind'] | 'user' | 'organization'
const open = async (kind: CaseKind, subjectId: string) =>
  (await souk.call('openCase', { kind, subjectId, reason: 'Seen.' }, as(support))).data.case
const decide = (caseId: string, decision: object, by = support) =>
  souk.call('decideCase', { caseId, reason: 'As the rules say.', ...decision }, as(by))
/** Opens a case on a subject and decides it. */
const sanction = async (kind: CaseKind, subjectId: string, outcome: string, more: object = {}) => {
  const { id } = await open(kind, subjectId)
  const { status, data } = await decide(id, { outcome, ...more })
  expect(status).toBe(200)
  return data.case
}
const seesAgent = async (agent: TestAgent, by: CallOptions = {}) =>
  (await souk.call('getAgent', { name: agent.agent.name }, by)).status
const auditActions = async (target: string) =>
  (
    await souk.context.database
      .selectFrom('audit_entries')
      .select(['action', 'user_id', 'details'])
      .where('target', '=', target)
      .orderBy('id')
      .execute()
  ).map(({ action, user_id: by, details }) => ({ action, by, details }))

describe('createReport', () => {
  it('merges reports of one subject into one case, and those of one person into one report', async () => {
    const [bad, first, other] = [
      await createTestAgent(souk),
      await createTestAgent(souk),
      await createTestAgent(souk),
    ]
    const post = await publish(souk, bad, { text: 'Buy now!' })
    const [one, again, third] = [
      await report(first, 'post', post.id),
      await report(first, 'post', post.id),
      await report(other, 'post', post.id),
    ]
    expect([one.status, again.status, third.status]).toEqual([200, 200, 200])
    expect(again.data.report).toEqual(one.data.report)
    const { data } = await souk.call('listCases', { subjectId: post.id }, asOperator)
    expect(data.items).toMatchObject([
      {
        kind: 'post',
        agentId: bad.agent.id,
        agent: { name: bad.agent.name },
        title: 'Buy now!',
        reasons: ['spam'],
        reports: 2,
        state: 'open',
      },
    ])
    const kinds = await souk.call('listCases', { subjectId: post.id, kind: 'agent' }, asOperator)
    const mine = await souk.call('listCases', { subjectId: post.id, assignee: support.user.id }, asOperator)
    expect([kinds.data.items, mine.data.items]).toEqual([[], []])
    // The snapshot survives the deletion, and reading it is recorded.
    await souk.call('deletePost', { postId: post.id }, bad.key)
    const caseId = data.items[0]?.id ?? ''
    const shown = await souk.call('getCase', { caseId }, as(support))
    expect(shown.data.case).toMatchObject({
      snapshot: { text: 'Buy now!', agent: bad.agent.name },
      reportList: [{ reporter: first.person.user.id }, { reporter: other.person.user.id }],
      people: expect.arrayContaining([{ id: first.person.user.id, displayName: expect.any(String) }]),
    })
    expect(await auditActions(caseId)).toMatchObject([{ action: 'case.read', by: support.user.id }])
    expect((await souk.call('listReports', {}, as(first.person))).data.items).toMatchObject([
      { id: one.data.report.id, state: 'received' },
    ])
  })

  it('answers 404 for everything that the reporter cannot see', async () => {
    const stranger = await createTestAgent(souk)
    const [left, right] = [await createTestAgent(souk), await createTestAgent(souk)]
    await souk.call('updateMyAgent', { visibility: 'private' }, left.asPerson)
    const thread = await souk.call(
      'createThread',
      { participants: [right.agent.id], text: 'Secret' },
      left.key,
    )
    const threadId = thread.data.thread.id
    const messages = await souk.call('listThreadMessages', { threadId }, right.key)
    const messageId = messages.data.items[0]?.id ?? ''
    const post = await publish(souk, left)
    const draft = await postListing(souk, left, { status: 'draft' })
    const task = await trade.hire(1000)
    const rows: [ReportInput['kind'], string][] = [
      ['agent', left.agent.id],
      ['agent', 'agt_none'],
      ['message', messageId],
      ['post', post.id],
      ['listing', draft.id],
      ['task', task.id],
      ['review', 'rev_none'],
      ['comment', 'cmt_none'],
    ]
    for (const [kind, id] of rows) {
      const { status, body } = await report(stranger, kind, id)
      expect([kind, status]).toEqual([kind, 404])
      expect(body['error']).toBe(
        `${kind.charAt(0).toUpperCase()}${kind.slice(1)} not found, or you have no access to it.`,
      )
    }
    expect((await report(right, 'message', messageId)).status).toBe(200)
    expect((await report(right, 'agent', left.agent.id)).status).toBe(200)
    expect((await report(trade.provider, 'task', task.id)).status).toBe(200)
    expect((await report(left, 'post', post.id)).status).toBe(422)
    // Messages and tasks reach the operators through their parties only.
    const opened = await souk.call(
      'openCase',
      { kind: 'message', subjectId: messageId, reason: 'x' },
      as(support),
    )
    expect(opened.status).toBe(422)
  })

  it('limits the reports of a person within a day', async () => {
    const flooder = await createTestAgent(souk)
    const statuses: number[] = []
    for (let sent = 0; sent < 4; sent++) {
      statuses.push((await report(flooder, 'agent', (await createTestAgent(souk)).agent.id)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describe('decideCase', () => {
  it('hides content from everyone but its owner, tells the owner the reasons, and reinstates it', async () => {
    const [author, reader] = [await createTestAgent(souk), await createTestAgent(souk)]
    const post = await publish(souk, author)
    const listing = await postListing(souk, author)
    const sees = async (by: TestAgent) => [
      (await souk.call('getPost', { postId: post.id }, by.key)).status,
      (await souk.call('getListing', { listingId: listing.id }, by.key)).status,
    ]
    const hidden = await sanction('post', post.id, 'hide')
    await sanction('listing', listing.id, 'hide')
    expect(await sees(reader)).toEqual([404, 404])
    expect(await sees(author)).toEqual([200, 200])
    expect(
      (await souk.call('applyToListing', { listingId: listing.id, text: 'Me' }, reader.key)).status,
    ).toBe(404)
    expect(await souk.mails()).toContainEqual(
      expect.objectContaining({
        to: author.person.email,
        subject: 'Moderation decision: content hidden',
        text: expect.stringContaining('As the rules say.'),
      }),
    )
    expect((await decide(hidden.id, { outcome: 'reinstate' })).status).toBe(200)
    expect(await sees(reader)).toEqual([200, 404])
    expect((await decide(hidden.id, { outcome: 'reinstate' })).status).toBe(409)
  })

  it('restricts: no new work, posts, payouts or top-ups, but running tasks can be finished', async () => {
    const { client, provider } = trade
    const running = await trade.start(await trade.hire(1000))
    const listing = await postListing(souk, client, { budget: usd(1000) })
    const applied = await applyTo(souk, provider, listing)
    const restricted = await sanction('agent', provider.agent.id, 'restrict')
    const message = { parts: text('Hello') }
    const { name } = client.agent
    const refused = [
      await souk.call(
        'applyToListing',
        { listingId: (await postListing(souk, client)).id, text: 'x' },
        provider.key,
      ),
      await souk.call('sendMessage', { name, message }, provider.key),
      await souk.call('createPost', { text: 'x' }, provider.key),
      await souk.call('requestPayout', { amount: 100, currency: 'USD' }, provider.asPerson),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    for (const { binding, url, body } of jsonRpcCalls('sendMessage', {
      name,
      message: { messageId: 'm', role: 'ROLE_USER', ...message },
    })) {
      const headers = { authorization: `Bearer ${provider.key.as}`, 'a2a-version': '1.0' }
      const reply = (await souk.app.inject({ method: 'POST', url, headers, payload: body })).json()
      expect([binding, JSON.stringify(reply)]).toEqual([
        binding,
        expect.stringContaining('restricted this account'),
      ])
    }
    expect(refused[0]?.body).toMatchObject({ code: 'forbidden', standing: 'restricted' })
    expect(
      (await souk.call('awardTask', { name: provider.agent.name, taskId: applied.id }, client.key)).status,
    ).toBe(409)
    expect(await seesAgent(provider)).toBe(200)
    const delivered = await trade.deliver(running)
    expect(delivered.status.state).toBe('TASK_STATE_INPUT_REQUIRED')
    await decide(restricted.id, { outcome: 'reinstate' })
    await sendAsClient(souk, client, await trade.hire(0))
  })

  it('suspends: read-only and invisible, while the counterparty can decide', async () => {
    const fixture = await createTaskFixture(souk)
    const { client, provider } = fixture
    const [delivered, requested] = [
      await fixture.deliver(await fixture.start(await fixture.hire(1000))),
      await fixture.hire(2000),
    ]
    const { post } = (await souk.call('createPost', { text: 'Hello' }, client.key)).data
    await souk.call('createComment', { postId: post.id, text: 'Spam' }, provider.key)
    const comments = async () => (await souk.call('listComments', { postId: post.id }, client.key)).data.items
    expect(await comments()).toHaveLength(1)
    await sanction('user', provider.person.user.id, 'suspend')
    expect(await comments()).toEqual([])
    expect(await seesAgent(provider)).toBe(404)
    expect(await seesAgent(provider, provider.key)).toBe(200)
    const found = await souk.call('listAgents', { q: provider.agent.name })
    expect(found.data.items.map(({ id }) => id)).not.toContain(provider.agent.id)
    const card = await souk.app.inject(
      `/api/a2a/v1/agents/${provider.agent.name}/.well-known/agent-card.json`,
    )
    expect(card.statusCode).toBe(404)
    const { name } = provider.agent
    for (const by of [provider.key, provider.asPerson]) {
      expect((await souk.call('getTask', { name, taskId: requested.id }, by)).status).toBe(200)
      expect((await souk.call('deliverTask', { name, taskId: requested.id }, by)).status).toBe(403)
      expect(
        (await souk.call('sendMessage', { name, message: { taskId: requested.id, parts: text('x') } }, by))
          .status,
      ).toBe(403)
    }
    expect((await souk.call('createMyAgent', { name: 'fresh-start' }, as(provider.person))).status).toBe(403)
    expect((await souk.call('acceptTask', { name, taskId: delivered.id }, client.key)).status).toBe(200)
    expect((await souk.call('cancelTask', { name, taskId: requested.id }, client.key)).status).toBe(200)
    expect((await souk.call('sendMessage', { name, message: { parts: text('x') } }, client.key)).status).toBe(
      404,
    )
  })

  it('ends a suspension at its date, and restores the chosen visibility', async () => {
    const [shown, secret] = [await createTestAgent(souk), await createTestAgent(souk)]
    await souk.call('updateMyAgent', { visibility: 'private' }, secret.asPerson)
    const until = new Date(souk.clock.now().getTime() + hour).toISOString()
    for (const { agent } of [shown, secret]) await sanction('agent', agent.id, 'suspend', { until })
    await souk.work(['standings'])
    expect(await seesAgent(shown)).toBe(404)
    souk.clock.advance(hour)
    await souk.work(['standings'])
    expect([await seesAgent(shown), await seesAgent(secret)]).toEqual([200, 404])
    expect((await souk.call('createPost', { text: 'Back' }, shown.key)).status).toBe(200)
  })

  it('binds people through links, organizations and keys of other agents', async () => {
    const [owner, member] = [await createTestAgent(souk), await createTestAgent(souk)]
    const { data } = await souk.call(
      'createOrganization',
      { handle: `${owner.agent.name}-team`, displayName: 'Org' },
      as(owner.person),
    )
    const { id } = data.organization
    await souk.call('assignAgent', { id, agentId: owner.agent.id }, as(owner.person))
    const invited = await souk.call(
      'inviteMember',
      { id, userId: member.person.user.id, role: 'admin' },
      as(owner.person),
    )
    const { id: invitationId } = invited.data.invitation
    await souk.call('respondToInvitation', { invitationId, accept: true }, as(member.person))
    const made = await souk.call('createKey', { agentId: owner.agent.id, label: 'k' }, as(member.person))
    const held = { as: made.data.secret }
    expect((await souk.call('createPost', { text: 'x' }, held)).status).toBe(200)
    await sanction('user', member.person.user.id, 'suspend')
    const through = { as: member.person.token, agent: owner.agent.id }
    for (const by of [held, through])
      expect((await souk.call('createPost', { text: 'x' }, by)).status).toBe(403)
    expect((await souk.call('createPost', { text: 'x' }, owner.key)).status).toBe(200)
    // A suspended organization stops its agents, and no member can take them out of it.
    await sanction('organization', id, 'suspend')
    expect((await souk.call('createPost', { text: 'x' }, owner.key)).status).toBe(403)
    expect((await souk.call('unassignAgent', { id, agentId: owner.agent.id }, as(owner.person))).status).toBe(
      403,
    )
    expect((await souk.call('getOrganization', { id }, member.key)).status).toBe(404)
    expect((await souk.call('getOrganization', { id }, as(owner.person))).status).toBe(200)
  })

  it('refuses operators who are involved, and measures against operators', async () => {
    const [mine, admin] = [await createTestAgent(souk), await souk.operator('admin')]
    await souk.call('verifyEmail', { token: await souk.mailedToken(mine.person.email, /Verify/) })
    await souk.call('addOperator', { email: mine.person.email, role: 'support' }, asOperator)
    const { id } = await open('agent', mine.agent.id)
    expect((await decide(id, { outcome: 'dismiss' }, mine.person)).status).toBe(403)
    expect((await decide(id, { outcome: 'suspend', target: 'user' })).status).toBe(409)
    const self = await open('user', support.user.id)
    expect((await decide(self.id, { outcome: 'suspend' })).status).toBe(403)
    expect((await decide((await open('user', admin.user.id)).id, { outcome: 'suspend' })).status).toBe(409)
    const victim = await createTestAgent(souk)
    await report(mine, 'agent', victim.agent.id)
    const reported = await open('agent', victim.agent.id)
    expect((await decide(reported.id, { outcome: 'suspend' }, mine.person)).status).toBe(403)
    for (const [role, status] of [
      ['finance', 403],
      ['auditor', 403],
    ] as const) {
      expect((await decide(reported.id, { outcome: 'warn' }, await souk.operator(role))).status).toBe(status)
    }
  })

  it('holds payouts of a suspended agent until it is reinstated', async () => {
    const { payments } = trade
    const person = await souk.person()
    const agent = await souk.agent(person)
    await payments.earn(agent, 5000)
    await payments.onboard(person, agent)
    const by = { as: person.token, agent: agent.id }
    const { data } = await souk.call('requestPayout', { amount: 5000, currency: 'USD' }, by)
    const { id } = await sanction('agent', agent.id, 'suspend')
    const stateAfter = async () => {
      for (let passed = 0; passed < 6; passed++) {
        souk.clock.advance(minute)
        await payments.settle()
      }
      return (await souk.call('getPayout', { payoutId: data.payout.id }, by)).data.payout.status
    }
    expect(await stateAfter()).toBe(data.payout.status)
    await decide(id, { outcome: 'reinstate' })
    expect(await stateAfter()).toBe('paid')
  })
})

describe('appealDecision and decideAppeal', () => {
  it('allow the owner one appeal, which another operator decides', async () => {
    const author = await createTestAgent(souk)
    const { id: caseId, decisions } = await sanction('agent', author.agent.id, 'suspend')
    const decisionId = decisions[0]?.id ?? ''
    const appeal = (by: Person) => souk.call('appealDecision', { decisionId, text: 'It was not me.' }, as(by))
    expect((await appeal((await createTestAgent(souk)).person)).status).toBe(404)
    expect((await appeal(author.person)).status).toBe(200)
    expect((await appeal(author.person)).status).toBe(409)
    const rule = (by: Person) =>
      souk.call('decideAppeal', { caseId, outcome: 'overturned', reason: 'Indeed.' }, as(by))
    expect((await rule(support)).status).toBe(403)
    const { data } = await rule(await souk.operator('support'))
    expect(data.case).toMatchObject({
      state: 'decided',
      decisions: [{ inEffect: false }, { outcome: 'reinstate' }],
    })
    expect(await seesAgent(author)).toBe(200)
    expect((await appeal(author.person)).status).toBe(409)
    const { items } = (await souk.call('listDecisions', {}, as(author.person))).data
    expect(items).toMatchObject([
      { outcome: 'reinstate' },
      { id: decisionId, appeal: { outcome: 'overturned' } },
    ])
    expect((await auditActions(caseId)).map(({ action }) => action)).toEqual([
      'case.opened',
      'case.decided',
      'appeal.decided',
    ])
    souk.clock.advance(day)
  })
})
