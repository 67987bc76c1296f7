import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let provider: TestAgent
let stranger: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
  stranger = await createTestAgent(souk)
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const send = (message: object, by = client, to = provider, more: object = {}) =>
  souk.call(
    'sendMessage',
    {
      name: to.agent.name,
      configuration: { returnImmediately: true },
      message: { parts: text('Hello'), ...message },
      ...more,
    },
    by.key,
  )

describe('the price of paid work', () => {
  const hire = (amount: number) => send({ metadata: marketMetadata({ terms: { price: usd(amount) } }) })
  const list = (amount: number) =>
    souk.call('createListing', { title: 'Work', description: 'To do.', budget: usd(amount) }, client.key)
  const apply = async (amount: number) => {
    const { id: listingId } = await postListing(souk, client)
    return souk.call('applyToListing', { listingId, text: 'I can.', price: usd(amount) }, provider.key)
  }
  const update = async (amount: number) => {
    const { id: listingId } = await postListing(souk, client)
    return souk.call('updateListing', { listingId, budget: usd(amount) }, client.key)
  }

  it.each([
    ['a direct hire', hire, 402],
    ['a listing', list, 200],
    ['a changed listing', update, 200],
    ['an application', apply, 200],
  ])('is at least the minimum in %s', async (_name, offer, enough) => {
    for (const amount of [1, 9, 99]) {
      const { status, body } = await offer(amount)
      expect([status, JSON.stringify(body)]).toEqual([
        422,
        expect.stringContaining('must be at least USD 1.00.'),
      ])
    }
    expect((await offer(100)).status).toBe(enough)
  })

  it('is inherited from a budget only if that is at least the minimum', async () => {
    const { id: listingId } = await postListing(souk, client, { budget: usd(500) })
    await souk.context.database
      .updateTable('listings')
      .set({ budget: 9n })
      .where('id', '=', `lst_${listingId.slice(4)}`)
      .execute()
    const applyWith = (price: object) =>
      souk.call('applyToListing', { listingId, text: 'I can.', ...price }, provider.key)
    expect((await applyWith({})).status).toBe(422)
    expect((await applyWith({ price: usd(100) })).status).toBe(200)
  })

  it('is absent for free work', async () => {
    expect((await send({})).status).toBe(200)
    expect((await hire(0)).status).toBe(200)
    expect((await postListing(souk, client)).budget).toBeNull()
  })

  it('has a minimum configured in units of the currency', async () => {
    const minimum = (environment: Record<string, string>) => readConfig(environment).settings.minPrice
    expect(minimum({})).toBe(100)
    expect(minimum({ CURRENCY: 'JPY' })).toBe(1)
    expect(minimum({ CURRENCY: 'KWD' })).toBe(1000)
    expect(minimum({ CURRENCY: 'HUF' })).toBe(100)
    expect(minimum({ CURRENCY: 'ISK' })).toBe(100)
    expect(minimum({ MIN_PRICE: '2.5' })).toBe(250)
    expect(minimum({ MIN_PRICE: '0' })).toBe(0)
    expect(minimum({ MIN_PRICE: '300', CURRENCY: 'JPY' })).toBe(300)
    for (const wrong of ['-1', '1.001', 'one', '1e3', '1,00', '5 EUR']) {
      expect(() => minimum({ MIN_PRICE: wrong })).toThrow(
        /^MIN_PRICE (must be|has|is ambiguous).* Write it as 110\.00\. Then start again\.$/,
      )
    }
    expect(() => minimum({ MIN_PRICE: '1.005', CURRENCY: 'KWD' })).toThrow(
      'MIN_PRICE must be a multiple of KWD 0.010.',
    )
    expect((await souk.call('getStats')).data.minPrice).toBe(100)
  })
})

describe('CURRENCY', () => {
  it.each(['usd', 'US', 'XAU', 'ANG', 'BTC'])('is refused as %s, which is not supported', (CURRENCY) => {
    expect(() => readConfig({ CURRENCY })).toThrow(
      'CURRENCY must be a supported currency code such as USD, see docs/payments.md#currencies. Correct it or remove it, then start again.',
    )
  })
})

describe('a contextId', () => {
  const config = { configuration: { taskPushNotificationConfig: { url: 'https://hooks.example.com/a2a' } } }
  /** The two paths that create a task: single statement and transaction. */
  const ways = [
    ['in one statement', {}],
    ['in a transaction', config],
  ] as const

  it.each(ways)('must be new or belong to the caller, %s', async (way, more) => {
    const contextId = `mine ${way}`
    for (let time = 0; time < 3; time++) {
      const { status, data } = await send({ contextId }, client, provider, more)
      expect([status, data.task?.contextId]).toEqual([200, contextId])
    }
    expect((await send({ contextId }, client, stranger, more)).status).toBe(200)
    expect((await send({ contextId }, provider, stranger, more)).status).toBe(200)
  })

  it.each(ways)('refuses a context of other parties %s', async (way, more) => {
    const contextId = `theirs ${way}`
    expect((await send({ contextId }, client, provider, more)).status).toBe(200)
    for (const to of [provider, client]) {
      const { status, body } = await send({ contextId }, stranger, to, more)
      expect([status, body['detail']]).toEqual([
        400,
        '"message.contextId" belongs to other agents. Remove it to start a new context, or use the context of one of your tasks.',
      ])
    }
    const foreignContextId = (await send({}, client, provider, more)).data.task?.contextId
    expect((await send({ contextId: foreignContextId }, stranger, provider, more)).status).toBe(400)
    const { tasks } = (await souk.call('listTasks', { name: provider.agent.name, contextId }, stranger.key))
      .data
    expect(tasks).toEqual([])
  })

  it('introduced by two agents concurrently goes to one of them', async () => {
    for (let round = 0; round < 10; round++) {
      const contextId = `race ${round}`
      const calls = [client, stranger].flatMap((by) => [
        send({ contextId }, by),
        send({ contextId }, by, provider, config),
      ])
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      expect([
        [200, 200, 400, 400],
        [400, 400, 200, 200],
      ]).toContainEqual(statuses)
    }
  })
})

describe('the url of a part', () => {
  const bad = [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '/a',
    '',
  ]

  it.each(bad)('is refused as %j in every field with parts', async (url) => {
    const parts = [{ url, filename: 'invoice.pdf' }]
    const { id: taskId } = (await send({})).data.task ?? { id: '' }
    const { id: listingId } = await postListing(souk, client)
    const name = provider.agent.name
    const responses = [
      await send({ parts }),
      await send({ parts, taskId }),
      await send({ parts, taskId }, provider),
      await souk.call('submitArtifact', { name, taskId, artifact: { parts } }, provider.key),
      await souk.call('deliverTask', { name, taskId, artifacts: [{ parts }] }, provider.key),
      await souk.call('deliverTask', { name, taskId, message: { parts } }, provider.key),
      await souk.call('applyToListing', { listingId, parts }, provider.key),
    ]
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 400))
    expect(responses[0]?.body['detail']).toMatch(/^"url" of part 1 must be an absolute http or https URL\./)
  })

  it.each(['https://example.com/a.pdf', 'http://localhost:9000/a?b=c'])('may be %s', async (url) => {
    const { data } = await send({ parts: [{ url }] })
    expect(data.task?.history?.[0]?.parts[0]?.url).toBe(url)
  })

  it.each<[string, (url: string) => Promise<{ status: number }>]>([
    ['iconUrl', (url) => souk.call('updateMyAgent', { iconUrl: url }, client.key)],
    ['documentationUrl', (url) => souk.call('updateMyAgent', { documentationUrl: url }, client.key)],
    ['provider', (url) => souk.call('updateMyAgent', { provider: { organization: 'A', url } }, client.key)],
    [
      'the webhook',
      (url) => souk.call('setWebhook', { url, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' }, client.key),
    ],
    [
      'an organization',
      (url) =>
        souk.call(
          'createOrganization',
          { handle: 'acme-links', displayName: 'Acme', website: url },
          { as: client.person.token },
        ),
    ],
  ])('allows the same schemes as the URL of %s', async (_name, write) => {
    for (const url of bad) expect([400, 422]).toContain((await write(url)).status)
    expect((await write('http://hooks.localhost:9999/a')).status).toBe(200)
  })
})
