import type { Task, TaskDispute } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day, hour } from '../../src/lib/clock.ts'
import { uploadFile } from '../fixtures/files/file-uploads.ts'
import { asOperator, type CallResult } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { market, marketMetadata, text } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
  expect(await trade.payments.failedChecks()).toEqual([])
})

const claim = { reason: 'incomplete', statement: 'Half is missing.', outcome: 'refund' } as const
const address = ({ id }: Pick<Task, 'id'>) => ({ name: trade.provider.agent.name, taskId: id })
const delivered = async (terms: object = {}) => trade.deliver(await trade.hire(1000, terms))
const disputed = async (by: TestAgent = trade.client, terms: object = {}) =>
  trade.dispute(await delivered(terms), by)
const read = async (task: Task, by: TestAgent = trade.provider): Promise<TaskDispute> =>
  (await souk.call('getTaskDispute', address(task), by.key)).data
const refusal = ({ status, headers, body }: CallResult<unknown>) => [
  status,
  headers['x-error-kind'],
  body['detail'],
]
const rule = (task: Task) =>
  souk.call(
    'ruleDispute',
    { taskId: task.id, ruling: 'split', toClient: 400, reasons: 'Half was done.' },
    asOperator,
  )

describe('disputeTask with a claim', () => {
  it('stores the claim and shows its statement to clients that only know A2A', async () => {
    const task = await delivered()
    const { data } = await souk.call('disputeTask', { ...address(task), claim }, trade.client.key)
    expect(data.status.message).toMatchObject({ parts: [{ text: claim.statement }] })
    expect(await read(task)).toEqual({
      taskId: task.id,
      number: 1,
      status: 'open',
      openedBy: 'client',
      openedAt: souk.clock.now().toISOString(),
      dueAt: new Date(souk.clock.now().getTime() + 14 * day).toISOString(),
      amount: usd(1000),
      claim,
      evidence: [],
      offers: [],
      phase: 'disputed',
      version: market(data).version,
    })
  })

  it('takes the claim from the metadata of a message with the action "dispute"', async () => {
    const task = await delivered()
    const split = { ...claim, outcome: 'split', toClient: usd(500) }
    const directives = { action: 'dispute', claim: split }
    const message = { parts: text('See below.'), taskId: task.id, metadata: marketMetadata(directives) }
    await souk.call('sendMessage', { name: trade.provider.agent.name, message }, trade.client.key)
    expect((await read(task)).claim).toEqual(split)
  })

  it('opens a dispute without a claim', async () => {
    expect(await read(await disputed())).not.toHaveProperty('claim')
  })

  it.each<[string, object, number, string, unknown]>([
    ['an unknown reason', { reason: 'bored' }, 400, 'bad-request', expect.stringContaining('"claim.reason"')],
    ['a blank statement', { statement: ' ' }, 400, 'bad-request', '"claim.statement" must not be blank.'],
    [
      'an unknown outcome',
      { outcome: 'all' },
      400,
      'bad-request',
      expect.stringContaining('"claim.outcome"'),
    ],
    [
      'a split without an amount',
      { outcome: 'split' },
      400,
      'bad-request',
      expect.stringContaining('"claim.toClient"'),
    ],
    [
      'a refund with an amount',
      { toClient: usd(1) },
      400,
      'bad-request',
      expect.stringContaining('"claim.toClient"'),
    ],
    [
      'a split of everything',
      { outcome: 'split', toClient: usd(1000) },
      422,
      'unprocessable',
      expect.stringContaining('"claim.toClient.amount" must be from 1 to 999'),
    ],
    [
      'another currency',
      { outcome: 'split', toClient: { amount: 5, currency: 'EUR' } },
      422,
      'unprocessable',
      expect.stringContaining('"claim.toClient.currency" must be USD.'),
    ],
  ])('refuses %s and leaves the task as it was', async (_name, change, ...expected) => {
    const task = await delivered()
    const sent = { ...address(task), claim: { ...claim, ...change } }
    const answer = await souk.call('disputeTask', sent, trade.client.key)
    expect(refusal(answer)).toEqual(expected)
    expect((await trade.market(task)).phase).toBe('delivered')
    expect((await souk.call('getTaskDispute', address(task), trade.client.key)).status).toBe(404)
  })
})

describe('getTaskDispute', () => {
  it('returns the same dispute to both parties, and 404 to other agents', async () => {
    const task = await disputed()
    expect(await read(task, trade.client)).toEqual(await read(task))
    const stranger = await createTestAgent(souk)
    const answer = await souk.call('getTaskDispute', address(task), stranger.key)
    expect(refusal(answer).slice(0, 2)).toEqual([404, 'task-not-found'])
  })

  it('shows the reasons of the ruling to both parties after the end', async () => {
    const task = await disputed()
    await rule(task)
    expect(await read(task, trade.client)).toMatchObject({
      status: 'ruled',
      phase: 'completed',
      reason: 'ruled',
      ended: { by: 'operator', toClient: usd(400), reasons: 'Half was done.' },
    })
  })

  it('names a concession and a timeout', async () => {
    const [accepted, failed, expired] = [await disputed(), await disputed(), await disputed()]
    await souk.call('acceptTask', address(accepted), trade.client.key)
    await trade.start(failed, 'failed')
    expect(await read(accepted)).toMatchObject({
      status: 'conceded',
      ended: { by: 'client', toClient: usd(0) },
    })
    expect(await read(failed)).toMatchObject({
      status: 'conceded',
      ended: { by: 'provider', toClient: usd(1000) },
    })
    souk.clock.advance(15 * day)
    await souk.work(['task-timeouts'])
    expect(await read(expired)).toMatchObject({ status: 'expired', ended: { by: 'clock', toClient: usd(0) } })
  })

  it('returns a dispute that a timeout opened', async () => {
    const task = await delivered({ onSilence: 'dispute', reviewHours: 1 })
    souk.clock.advance(2 * hour)
    await souk.work(['task-timeouts'])
    expect(await read(task)).toMatchObject({ openedBy: 'clock', status: 'open' })
    for (const party of [trade.client, trade.provider]) {
      expect((await souk.call('withdrawDispute', address(task), party.key)).status).toBe(403)
      expect((await souk.call('addEvidence', { ...address(task), text: 'See.' }, party.key)).status).toBe(200)
    }
  })
})

describe('respondToDispute', () => {
  it('answers the claim once', async () => {
    const task = await disputed()
    const response = { statement: 'It is all there.', outcome: 'split', toClient: usd(100) } as const
    const answer = await souk.call('respondToDispute', { ...address(task), ...response }, trade.provider.key)
    expect(answer.data.response).toEqual({ ...response, at: souk.clock.now().toISOString() })
    const again = await souk.call('respondToDispute', { ...address(task), ...response }, trade.provider.key)
    expect(refusal(again).slice(0, 2)).toEqual([403, 'forbidden'])
  })

  it('refuses the opener', async () => {
    const sent = { ...address(await disputed(trade.provider)), statement: 'Me again.' }
    expect((await souk.call('respondToDispute', sent, trade.provider.key)).status).toBe(403)
    expect((await souk.call('respondToDispute', sent, trade.client.key)).status).toBe(200)
  })
})

describe('addEvidence', () => {
  it('accepts notes, messages and artifacts of the task from both sides', async () => {
    const task = await disputed()
    const [message] = (await trade.read(task)).history ?? []
    const [artifact] = (await trade.read(task)).artifacts ?? []
    const add = (evidence: object, by: TestAgent) =>
      souk.call('addEvidence', { ...address(task), ...evidence }, by.key)
    await add({ text: 'Look at the date.' }, trade.client)
    await add({ messageId: message?.messageId, text: 'The order.' }, trade.provider)
    await add({ artifactId: artifact?.artifactId }, trade.provider)
    expect((await read(task)).evidence).toEqual([
      expect.objectContaining({ by: 'client', text: 'Look at the date.' }),
      expect.objectContaining({ by: 'provider', messageId: message?.messageId, text: 'The order.' }),
      expect.objectContaining({ by: 'provider', artifactId: artifact?.artifactId }),
    ])
    expect((await souk.call('getDispute', { taskId: task.id }, asOperator)).data.room).toEqual(
      await read(task),
    )
  })

  it.each<[string, object, number, unknown]>([
    ['nothing', {}, 400, expect.stringContaining('"text", "messageId", "artifactId" or "fileId"')],
    ['two references', { messageId: 'm', artifactId: 'a' }, 400, expect.stringContaining('at most one')],
    ['an unknown message', { messageId: 'msg_none' }, 422, expect.stringContaining('"messageId"')],
    ['an unknown file', { fileId: 'file_none' }, 400, expect.stringContaining('"fileId" must be a file')],
    ['an unknown artifact', { artifactId: 'none' }, 422, expect.stringContaining('"artifactId"')],
    ['a blank note', { text: ' ' }, 400, '"text" must not be blank.'],
  ])('refuses %s', async (_name, evidence, status, detail) => {
    const task = await disputed()
    const answer = await souk.call('addEvidence', { ...address(task), ...evidence }, trade.client.key)
    expect([answer.status, answer.body['detail']]).toEqual([status, detail])
    expect((await read(task)).evidence).toEqual([])
  })

  it('refuses messages and artifacts of another task of the same parties', async () => {
    const [task, other] = [await disputed(), await delivered()]
    const foreign = await trade.read(other)
    for (const evidence of [
      { messageId: foreign.history?.[0]?.messageId ?? '' },
      { artifactId: foreign.artifacts?.[0]?.artifactId ?? '' },
    ]) {
      const answer = await souk.call('addEvidence', { ...address(task), ...evidence }, trade.client.key)
      expect(answer.status).toBe(422)
    }
  })

  it('accepts files of the side that adds them, which the other party can then read', async () => {
    const task = await disputed()
    const file = await uploadFile(souk, trade.client.key, 'A recording.')
    const add = (by: TestAgent) =>
      souk.call('addEvidence', { ...address(task), fileId: file.id, text: 'Listen.' }, by.key)
    const foreign = await add(trade.provider)
    expect([foreign.status, foreign.body['detail']]).toEqual([400, expect.stringContaining('"fileId"')])
    const before = await souk.call('getFile', { fileId: file.id }, trade.provider.key)
    expect(before.status).toBe(404)
    expect((await add(trade.client)).data.evidence).toMatchObject([{ fileId: file.id, text: 'Listen.' }])
    expect((await souk.call('getFile', { fileId: file.id }, trade.provider.key)).status).toBe(200)
    const download = () => souk.call('getDisputeFile', { taskId: task.id, fileId: file.id }, asOperator)
    expect((await download()).bytes.toString()).toBe('A recording.')
    await rule(task)
    expect((await download()).status).toBe(404)
  })

  it('refuses evidence after the ruling', async () => {
    const task = await disputed()
    await rule(task)
    const answer = await souk.call('addEvidence', { ...address(task), text: 'But!' }, trade.client.key)
    expect(refusal(answer).slice(0, 2)).toEqual([403, 'forbidden'])
  })

  it('limits each side without limiting the other', async () => {
    const task = await disputed()
    const add = (by: TestAgent, note: string) =>
      souk.call('addEvidence', { ...address(task), text: note }, by.key)
    for (let count = 0; count < 26; count++) {
      expect((await add(trade.client, 'x'.repeat(10_000))).status).toBe(200)
    }
    expect(refusal(await add(trade.client, 'x'.repeat(10_000))).slice(0, 2)).toEqual([
      413,
      'task-budget-exceeded',
    ])
    for (let count = 26; count < 50; count++) expect((await add(trade.client, 'y')).status).toBe(200)
    expect((await add(trade.client, 'y')).status).toBe(413)
    expect((await add(trade.provider, 'x'.repeat(10_000))).status).toBe(200)
    expect((await rule(task)).status).toBe(200)
  })
})

describe('withdrawDispute', () => {
  it('returns to the review with the remaining time', async () => {
    const task = await delivered({ reviewHours: 72 })
    souk.clock.advance(70 * hour)
    await trade.dispute(task)
    souk.clock.advance(5 * day)
    const before = await trade.balances()
    const { data } = await souk.call('withdrawDispute', address(task), trade.client.key)
    expect(data).toMatchObject({ status: 'withdrawn', phase: 'delivered', ended: { by: 'client' } })
    expect(data.ended).not.toHaveProperty('toClient')
    expect(await trade.balances()).toEqual(before)
    const { deadlines, allowedActions } = await trade.market(task)
    expect(deadlines?.next).toBe(new Date(souk.clock.now().getTime() + 2 * hour).toISOString())
    expect(allowedActions).toContain('accept')
    souk.clock.advance(3 * hour)
    await souk.work(['task-timeouts'])
    expect(await trade.market(task)).toMatchObject({ phase: 'completed', reason: 'auto_accepted' })
  })

  it.each(['working', 'input-required', 'auth-required'])('returns to work that was %s', async (state) => {
    const task = await trade.start(await trade.hire(1000), state)
    const before = await trade.market(task)
    await trade.dispute(task, trade.provider)
    await souk.call('withdrawDispute', address(task), trade.provider.key)
    const after = await trade.market(task)
    expect([after.phase, after.deadlines, after.heldFunds]).toEqual([
      before.phase,
      before.deadlines,
      before.heldFunds,
    ])
    await trade.deliver(task)
    await souk.call('acceptTask', address(task), trade.client.key)
    expect((await trade.market(task)).phase).toBe('completed')
  })

  it('allows one withdrawal for each side, and the task can be disputed again', async () => {
    const task = await delivered()
    for (const party of [trade.client, trade.provider]) {
      await trade.dispute(task, party)
      expect((await souk.call('withdrawDispute', address(task), party.key)).status).toBe(200)
    }
    for (const party of [trade.client, trade.provider]) {
      if ((await trade.market(task)).phase !== 'disputed') await trade.dispute(task, party)
      expect((await souk.call('withdrawDispute', address(task), party.key)).status).toBe(403)
    }
    expect(await read(task)).toMatchObject({ number: 3, status: 'open' })
    const first = await souk.call('getTaskDispute', { ...address(task), number: 1 }, trade.client.key)
    expect(first.data).toMatchObject({ number: 1, status: 'withdrawn', openedBy: 'client' })
    expect((await rule(task)).data.paid).toEqual({ toClient: 400, toProvider: 570, fee: 30 })
  })

  it('refuses the other side', async () => {
    const task = await disputed()
    const answer = await souk.call('withdrawDispute', address(task), trade.provider.key)
    expect(refusal(answer).slice(0, 2)).toEqual([403, 'forbidden'])
    expect((await trade.market(task)).phase).toBe('disputed')
  })

  it('expires the open offers', async () => {
    const task = await disputed()
    await souk.call('offerSettlement', { ...address(task), toClient: usd(300) }, trade.provider.key)
    const { data } = await souk.call('withdrawDispute', address(task), trade.client.key)
    const [offer] = data.offers
    expect(offer?.state).toBe('expired')
    await trade.dispute(task)
    const stale = { ...address(task), offerId: offer?.offerId ?? '' }
    expect((await souk.call('acceptSettlement', stale, trade.client.key)).status).toBe(409)
  })
})

describe('events of a dispute', () => {
  it('carry ids and facts, never contents, and keep the status message', async () => {
    const task = await delivered()
    await souk.call('disputeTask', { ...address(task), claim }, trade.client.key)
    await souk.call('respondToDispute', { ...address(task), statement: 'A secret.' }, trade.provider.key)
    await souk.call('addEvidence', { ...address(task), text: 'A secret.' }, trade.provider.key)
    const made = await souk.call(
      'offerSettlement',
      { ...address(task), toClient: usd(1), note: 'A secret.' },
      trade.provider.key,
    )
    const offerId = made.data.offers.at(-1)?.offerId ?? ''
    await souk.call('declineSettlement', { ...address(task), offerId }, trade.client.key)
    await souk.work()
    const { data } = await souk.call('listNotifications', { limit: 5 }, trade.client.key)
    const declined = await souk.call('listNotifications', { limit: 1 }, trade.provider.key)
    const facts = [...declined.data.items, ...data.items.slice(0, 3)].map(({ kind, data: of }) => {
      const { action, offerId: offer } = Object.assign({}, of)
      return [kind, action, offer]
    })
    expect(facts).toEqual([
      ['task.dispute', 'declineOffer', offerId],
      ['task.dispute', 'offer', offerId],
      ['task.dispute', 'addEvidence', undefined],
      ['task.dispute', 'respond', undefined],
    ])
    expect(JSON.stringify(data.items)).not.toContain('A secret.')
    expect((await trade.read(task)).status.message).toMatchObject({ parts: [{ text: claim.statement }] })
  })
})
