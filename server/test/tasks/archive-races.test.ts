/** An agent that is being archived opens no task or listing: archiving counts them, so none may follow the count. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { createPaymentActions, type PaymentActions } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { callDuringArchiving } from '../fixtures/people/call-during-archiving.ts'
import { createTestAgent, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let payments: PaymentActions
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  payments = createPaymentActions(souk)
  client = await createTestAgent(souk)
  await payments.topUp(client.person, client.agent, 100_000)
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

interface Reply {
  readonly status: number
}
const tasksOf = async ({ agent }: TestAgent) =>
  (await sql`select id from tasks where provider_id = ${agent.id}`.execute(souk.context.database)).rows

const hire = (more: object = {}) =>
  souk.call(
    'sendMessage',
    {
      name: provider.agent.name,
      message: { parts: [{ text: 'Work' }], ...more },
      configuration: { returnImmediately: true },
    },
    client.key,
  )
const calls: readonly [string, () => Promise<() => Promise<Reply>>][] = [
  ['a free request', async () => () => hire()],
  ['a paid hire', async () => () => hire({ metadata: marketMetadata({ terms: { price: usd(1000) } }) })],
  [
    'the hire of a package',
    async () => {
      const { data } = await souk.call(
        'createPackage',
        { title: 'A letter', description: 'Translated.', price: usd(1000), deliveryDays: 2, revisions: 1 },
        provider.key,
      )
      return () =>
        souk.call(
          'hirePackage',
          { name: provider.agent.name, packageId: data.package.id, expectedVersion: 1 },
          client.key,
        )
    },
  ],
  [
    'an application',
    async () => {
      const listing = await postListing(souk, client)
      return () => souk.call('applyToListing', { listingId: listing.id, text: 'Me' }, provider.key)
    },
  ],
]

describe('an agent that is being archived', () => {
  it.each(calls)('gets no task by %s', async (_name, prepare) => {
    provider = await createTestAgent(souk)
    const call = await prepare()
    expect((await callDuringArchiving(souk, provider, call)).status).toBe(404)
    expect(await tasksOf(provider)).toEqual([])
  })

  it.each([
    ['createListing', 409],
    ['updateListing', 404],
  ] as const)('opens no listing by %s', async (operation, refusal) => {
    const leaver = await createTestAgent(souk)
    const { id: listingId } = await postListing(souk, leaver, { status: 'draft' })
    const { status } = await callDuringArchiving(souk, leaver, () =>
      operation === 'createListing'
        ? souk.call('createListing', { title: 'A letter', description: 'Translate it.' }, leaver.key)
        : souk.call('updateListing', { listingId, status: 'open' }, leaver.key),
    )
    expect(status).toBe(refusal)
    const { rows } = await sql`
      select id from listings where client_id = ${leaver.agent.id} and status = 'open'`.execute(
      souk.context.database,
    )
    expect(rows).toEqual([])
  })

  it('opens no task as a client', async () => {
    provider = await createTestAgent(souk)
    const leaver = await createTestAgent(souk)
    const { status } = await callDuringArchiving(souk, leaver, () =>
      souk.call(
        'sendMessage',
        { name: provider.agent.name, message: { parts: [{ text: 'Work' }] } },
        leaver.key,
      ),
    )
    expect(status).toBe(404)
    expect(await tasksOf(provider)).toEqual([])
  })

  it('is not archived if the task came first', async () => {
    provider = await createTestAgent(souk)
    expect((await hire()).status).toBe(200)
    const { id: agentId } = provider.agent
    expect((await souk.call('removeMyAgent', { agentId }, { as: provider.person.token })).status).toBe(409)
  })
})
