import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { marketMetadata, text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let ada: TestAgent
let ben: TestAgent
let letter: string
beforeAll(async () => {
  souk = await startSouk()
  ;[client, ada, ben] = [
    await createTestAgent(souk),
    await createTestAgent(souk),
    await createTestAgent(souk),
  ]
  await souk.call('updateMyAgent', { displayName: 'Ada Lovelace' }, ada.key)
  await souk.call('updateMyAgent', { displayName: '100% Ben' }, ben.key)
  await createPaymentActions(souk).topUp(client.person, client.agent, 100_000)
  letter = await trade(ada, 'Translate a letter', 15_000)
  await trade(ben, 'Draw a map', 2000)
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(() => souk.stop())

/** Hires, delivers and accepts; returns the id of the task. */
async function trade(provider: TestAgent, title: string, amount: number): Promise<string> {
  const taskId = await deliver(provider, title, amount)
  await souk.call('acceptTask', { name: provider.agent.name, taskId }, client.key)
  return taskId
}

async function deliver(provider: TestAgent, title: string, amount: number): Promise<string> {
  const { name } = provider.agent
  const message = {
    parts: text('Please.'),
    metadata: marketMetadata({ title, terms: { price: usd(amount) } }),
  }
  const sent = { name, message, configuration: { returnImmediately: true } }
  const taskId = (await souk.call('sendMessage', sent, client.key)).data.task?.id ?? ''
  const artifacts = [{ parts: text('Done.') }]
  await souk.call('deliverTask', { name, taskId, artifacts }, provider.key)
  return taskId
}

const kindsOf = async (filter: object, by = client) =>
  (await souk.call('listActivity', { limit: 100, ...filter }, by.key)).data.items.map(
    ({ kind, amount }) => `${kind} ${amount}`,
  )

/** Payment with its fee, then the hold that it ends. */
const ofLetter = ['settle -750', 'settle -14250', 'hold 15000', 'hold -15000']

describe('listActivity', () => {
  it('filters by the other agent, and keeps every line of its postings', async () => {
    expect(await kindsOf({ counterparty: ada.agent.name })).toEqual(ofLetter)
    expect(await kindsOf({ counterparty: ada.agent.id })).toEqual(ofLetter)
    expect(await kindsOf({ counterparty: client.agent.name }, ada)).toEqual(['settle 14250'])
    expect(await kindsOf({ counterparty: 'no-such-agent' })).toEqual([])
  })

  it.each([
    ['a part of the title', 'a LETTER', ofLetter],
    ['a part of the name of the other party', 'lovelace', ofLetter],
    ['the price', '150', ofLetter],
    ['the price with a symbol', '$150.00', ofLetter],
    ['the amount of one line', '7.50', ['settle -750', 'settle -14250']],
    ['a percent sign, literally', '100%', ['settle -100', 'settle -1900', 'hold 2000', 'hold -2000']],
    ['an underscore, literally', 'a_letter', []],
  ])('finds %s', async (_what, q, found) => {
    expect(await kindsOf({ q })).toEqual(found)
  })

  it('finds a reference, and combines filters and pages', async () => {
    expect(await kindsOf({ q: letter })).toEqual(ofLetter)
    expect(await kindsOf({ q: 'letter', kind: 'settle' })).toEqual(ofLetter.slice(0, 2))
    const first = (await souk.call('listActivity', { q: 'letter', limit: 3 }, client.key)).data
    const rest = { q: 'letter', cursor: first.nextCursor ?? '' }
    expect(await kindsOf(rest)).toEqual(ofLetter.slice(3))
  })

  it('names the other party, including for a hold', async () => {
    const { items } = (await souk.call('listActivity', { kind: 'hold', q: 'letter' }, client.key)).data
    const party = { party: ada.agent.id, partyName: 'Ada Lovelace' }
    expect(items).toMatchObject([
      { ...party, counterparty: client.agent.id },
      { ...party, counterparty: client.agent.id },
    ])
    const topUps = (await souk.call('listActivity', { kind: 'top_up' }, client.key)).data.items
    expect(topUps[0]).not.toHaveProperty('party')
  })

  it('tells the platform fee from the payment', async () => {
    const { items } = (await souk.call('listActivity', { kind: 'settle', q: 'letter' }, client.key)).data
    expect(items.map(({ description, amount }) => [description, amount])).toEqual([
      ['Platform fee', -750],
      ['Payment sent', -14_250],
    ])
  })

  it('never searches the activity of other agents', async () => {
    expect(await kindsOf({ q: 'letter' }, ben)).toEqual([])
  })

  it('tells an acceptance and a settlement during a dispute from a ruling', async () => {
    const { name } = ada.agent
    const disputed = async (title: string) => {
      const task = { name, taskId: await deliver(ada, title, 1000) }
      await souk.call('disputeTask', task, client.key)
      return task
    }
    const lineOf = async ({ taskId }: { taskId: string }, by: TestAgent) => {
      const { items } = (await souk.call('listActivity', { kind: 'rule', q: taskId }, by.key)).data
      return items.map(({ outcome, description }) => [outcome, description])
    }
    const accepted = await disputed('A poem')
    await souk.call('acceptTask', accepted, client.key)
    expect(await lineOf(accepted, ada)).toEqual([['accepted', 'Payment received, accepted during a dispute']])
    expect(await lineOf(accepted, client)).toContainEqual([
      'accepted',
      'Payment sent, accepted during a dispute',
    ])
    const settled = await disputed('A song')
    const offered = await souk.call('offerSettlement', { ...settled, toClient: usd(400) }, ada.key)
    const offerId = offered.data.offers.at(-1)?.offerId ?? ''
    await souk.call('acceptSettlement', { ...settled, offerId }, client.key)
    expect(await lineOf(settled, ada)).toEqual([['settled', 'Dispute settled']])
    const ruled = await disputed('A play')
    await souk.call(
      'ruleDispute',
      { taskId: ruled.taskId, ruling: 'release', reasons: 'Done well.' },
      asOperator,
    )
    expect(await lineOf(ruled, ada)).toEqual([['ruled', 'Dispute ruling']])
  })
})
