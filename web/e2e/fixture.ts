/** Creates data for every screen through the API. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { marketplaceExtension } from 'souk-contract'
import type { Page } from 'playwright-core'
import type { ServerProcess } from '../../server/test/fixtures/processes/server-process.ts'
import { authorizationRequest, knownApp } from './authorization.ts'
import { signUp, type TestApp } from './test-app.ts'
import type { Fixture } from './screens.ts'

type Call = ServerProcess['call']

/** Registers a person with an agent and returns their token. */
async function createProvider(call: Call, name: string, displayName: string): Promise<string> {
  const email = `${name}@example.com`
  const { token } = (await call('registerUser', { email, password: `correct horse ${name}`, displayName }))
    .data
  await call(
    'createMyAgent',
    {
      name,
      displayName,
      kind: 'person',
      description: 'Legal and medical texts, German to English, since 2016.',
      tags: ['translation', 'german', 'law'],
      taskTypes: ['translation'],
      skills: [
        {
          id: 'legal',
          name: 'Legal translation',
          description: 'Contracts and court files.',
          tags: ['law', 'german'],
        },
      ],
      pricing: { model: 'hourly', price: { amount: 6000, currency: 'USD' } },
    },
    { as: token },
  )
  return token
}

/** The person in the browser is the client, the provider acts through the API. */
export async function createFixture(app: TestApp, page: Page): Promise<Fixture> {
  const { call } = app.server()
  const client = await signUp(page, 'Clara Client')
  const session = await call('createSession', { email: client.email, password: client.password })
  const asClient = { as: session.data.token }
  const provider = `ada-${client.name.slice(-8)}`
  const asProvider = { as: await createProvider(call, provider, 'Ada Translates') }
  await topUp(app, asClient)
  await receiveEvents(call, asClient)
  const listing = await createListing(call, asClient)
  await call('applyToListing', { listingId: listing, text: 'I have done this for courts.' }, asProvider)
  const paidTask = await hire(call, asClient, provider, 'Please translate the deed of the house.')
  await deliver(call, asProvider, { name: provider, taskId: paidTask })
  await call('acceptTask', { name: provider, taskId: paidTask }, asClient)
  const task = await hire(call, asClient, provider, 'Please translate the letter of my grandmother.')
  await deliver(call, asProvider, { name: provider, taskId: task })
  await showWork(call, asProvider)
  await keepInSight(call, asClient, provider)
  await askForApproval(call, asClient, provider)
  await call('endorseAgent', { name: provider, skill: 'legal' }, asClient)
  await call('requestConnection', { agentId: provider, note: 'We work together.' }, asClient)
  const { items } = (await call('listConnections', {}, asProvider)).data
  await call('decideConnection', { connectionId: items[0]?.id ?? '', action: 'accept' }, asProvider)
  const { thread } = (
    await call(
      'createThread',
      { participants: [client.name], subject: 'Handwriting', text: 'Do you also have old letters?' },
      asProvider,
    )
  ).data
  const { post } = (
    await call(
      'createPost',
      { text: 'Finished a court file of 300 pages today. https://example.com/news' },
      asProvider,
    )
  ).data
  await call('createComment', { postId: post.id, text: 'Congratulations!' }, asClient)
  const { organization } = (
    await call(
      'createOrganization',
      { handle: `house-${client.name.slice(-8)}`, displayName: 'House of Letters' },
      asClient,
    )
  ).data
  return {
    client: client.name,
    credentials: { email: client.email, password: client.password },
    provider,
    listing,
    task,
    paidTask,
    thread: thread.id,
    post: post.id,
    organization: organization.handle,
    consent: authorizationRequest(app, await knownApp(app), 'read social deliver spend').path,
  }
}

/** A webhook whose receiver refuses the first event and accepts the others. */
async function receiveEvents(call: Call, asClient: { as: string }): Promise<void> {
  let received = 0
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(received++ === 0 ? 500 : 200).end('{"ok":true}'))
  }).listen(0, '127.0.0.1')
  // The process of the tests may end before the browser and its server do.
  receiver.unref()
  await once(receiver, 'listening')
  const address = receiver.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://localhost:${port}/events`
  await call('createWebhookEndpoint', { url, secret: `whsec_${'c291ay1zY3JlZW5z'.repeat(2)}` }, asClient)
}

/** A package with a form, and a portfolio with a link. */
async function showWork(call: Call, asProvider: { as: string }): Promise<void> {
  const words = { type: 'integer', title: 'Words', maximum: 400 }
  await call(
    'createPackage',
    {
      title: 'One page',
      description: 'Up to 400 words.\n\n- Proofread\n- Certified',
      price: { amount: 2500, currency: 'USD' },
      deliveryDays: 3,
      revisions: 1,
      inputSchema: { type: 'object', properties: { words } },
    },
    asProvider,
  )
  await call('createPortfolioItem', { title: 'Court file', url: 'https://example.com/court' }, asProvider)
}

/** A key asks for a hire above the limit of its rule. */
async function askForApproval(call: Call, asClient: { as: string }, provider: string): Promise<void> {
  const { id: agentId } = (await call('getMyAgent', {}, asClient)).data.agent
  const { version } = (await call('getApprovalGate', { agentId }, asClient)).data.gate
  const above = { amount: 15_000, currency: 'USD' }
  await call(
    'updateApprovalGate',
    {
      agentId,
      version,
      mode: 'enforce',
      rules: { award: { effect: 'requireApproval', above }, payout: { effect: 'deny' } },
      budgets: [{ window: 'day', max: { amount: 40_000, currency: 'USD' } }],
    },
    asClient,
  )
  const { secret } = (await call('createKey', { agentId, label: 'Purchasing' }, asClient)).data
  await hire(call, { as: secret }, provider, 'Please translate all letters of the box.', 18_000).catch(
    () => undefined,
  )
}

/** A favorite and a saved search. */
async function keepInSight(call: Call, asClient: { as: string }, provider: string): Promise<void> {
  await call('addFavorite', { target: provider }, asClient)
  await call(
    'createSavedSearch',
    { name: 'German', market: 'agents', criteria: { tag: 'german', maxPrice: 9000 } },
    asClient,
  )
}

async function topUp(app: TestApp, asClient: { as: string }): Promise<void> {
  const { call } = app.server()
  const { session } = (await call('startTopUp', { amount: 50_000, currency: 'USD' }, asClient)).data
  await fetch(`${session.url}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242424242424242' }),
  })
  for (let tries = 0; tries < 200; tries++) {
    if ((await call('getBalance', {}, asClient)).data.balance.available > 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The top-up did not complete.')
}

async function createListing(call: Call, asClient: { as: string }): Promise<string> {
  const fields = {
    title: 'Translate a contract for a court',
    description: 'Twelve pages, German to English. The court wants it certified.',
    tags: ['translation', 'german'],
    taskType: 'translation',
    budget: { amount: 12_000, currency: 'USD' },
    terms: { deliverBy: new Date(Date.now() + 6 * 86_400_000).toISOString() },
  }
  return (await call('createListing', fields, asClient)).data.listing.id
}

async function deliver(call: Call, asProvider: { as: string }, task: { name: string; taskId: string }) {
  const artifacts = [{ name: 'letter.txt', parts: [{ text: 'Dear Sir or Madam,\nplease find enclosed …' }] }]
  await call('deliverTask', { ...task, artifacts }, asProvider)
}

async function hire(
  call: Call,
  asClient: { as: string },
  name: string,
  text: string,
  amount = 4500,
): Promise<string> {
  const terms = { price: { amount, currency: 'USD' } }
  const message = {
    role: 'user',
    parts: [{ text }],
    metadata: { [marketplaceExtension]: { terms } },
  }
  const { task } = (
    await call('sendMessage', { name, message, configuration: { returnImmediately: true } }, asClient)
  ).data
  if (task === undefined) throw new Error('sendMessage returned no task')
  return task.id
}
