import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import type { OperationName } from '../fixtures/operations.ts'
import { market, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const price = { amount: 500, currency: 'USD' }

const sendWith = (inMessage: object | undefined, inRequest?: object, taskId?: string, by = client) =>
  souk.call(
    'sendMessage',
    {
      name: provider.agent.name,
      configuration: { returnImmediately: true },
      message: {
        parts: text('Hello'),
        ...(taskId === undefined ? {} : { taskId }),
        ...(inMessage === undefined ? {} : { metadata: marketMetadata(inMessage) }),
      },
      ...(inRequest === undefined ? {} : { metadata: marketMetadata(inRequest) }),
    },
    by.key,
  )

const tasksOf = async () =>
  (await souk.call('listTasks', { name: provider.agent.name }, provider.key)).data.totalSize

describe('members of the marketplace extension', () => {
  it.each<[string, object, string]>([
    [
      'a misspelled "terms"',
      { term: { price } },
      'unknown field "term". Known fields: title, terms, state, reply, intent, action',
    ],
    [
      'a misspelled "price"',
      { terms: { pirce: price } },
      'unknown field "pirce". Known fields: price, deliverBy,',
    ],
    ['one of a price', { terms: { price: { ...price, cents: 50 } } }, 'Known fields: amount, currency.'],
    ['one beside known ones', { terms: { price }, priority: 'high' }, 'unknown field "priority"'],
    ['a field of a task', { phase: 'completed' }, 'unknown field "phase"'],
  ])('are refused when unknown: %s', async (_name, members, says) => {
    const before = await tasksOf()
    for (const response of [
      await sendWith(members),
      await sendWith(undefined, members),
      await sendWith({}, members),
    ]) {
      expect([response.status, response.body['detail']]).toEqual([400, expect.stringContaining(says)])
    }
    expect(await tasksOf()).toBe(before)
  })

  it('name the path of an unknown member', async () => {
    const { body } = await sendWith({ terms: { pirce: price } })
    expect(body['detail']).toMatch(
      /^"message\.metadata\.urn:souk:marketplace:v1\.terms" has the unknown field/,
    )
  })

  it('apply from the request even if the message has an empty object', async () => {
    expect((await sendWith({}, { terms: { price } })).status).toBe(402)
  })

  it('are refused when message and request disagree', async () => {
    const { status, body } = await sendWith({ terms: {} }, { terms: { price } })
    expect([status, body['detail']]).toEqual([400, expect.stringContaining('"terms" differs')])
  })

  it('move a task by at most one of "state", "reply", "intent" and "action"', async () => {
    const task = (await sendWith(undefined)).data.task
    const steer = (inMessage: object, inRequest?: object) =>
      sendWith(inMessage, inRequest, task?.id, provider)
    for (const response of [
      await steer({ state: 'working', reply: 'message' }),
      await steer({ state: 'working' }, { reply: 'message' }),
    ]) {
      expect([response.status, response.body['detail']]).toEqual([
        400,
        'A message must have at most one of "state", "reply", "intent" and "action". Remove one of them, or send two messages.',
      ])
    }
    const { data } = await steer({ state: 'working' })
    expect(data.task && market(data.task).phase).toBe('working')
  })

  it.each<OperationName>(['cancelTask', 'awardTask', 'deliverTask', 'acceptTask', 'disputeTask'])(
    'are refused in %s, which is itself an action',
    async (operation) => {
      const { task } = (await sendWith(undefined)).data
      const metadata = marketMetadata({ terms: { price } })
      const inMessage = { message: { parts: text('Hello'), metadata } }
      for (const fields of operation === 'cancelTask' ? [{ metadata }] : [{ metadata }, inMessage]) {
        const input = { name: provider.agent.name, taskId: task?.id, ...fields }
        const { status, body } = await souk.call(operation, input, client.key)
        expect([status, body['detail']]).toEqual([400, expect.stringContaining('unknown field "terms"')])
      }
    },
  )

  it('do not affect other metadata', async () => {
    const message = {
      parts: text('Hello'),
      metadata: { ...marketMetadata({}), other: { term: 1 }, term: { price } },
    }
    const configuration = { returnImmediately: true }
    const sent = { name: provider.agent.name, message, configuration }
    const { status } = await souk.call('sendMessage', sent, client.key)
    expect(status).toBe(200)
  })
})
