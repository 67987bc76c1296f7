/** A small market through the API, with a bit of everything, so that no screen is empty. */
import { marketplaceExtension } from 'souk-contract'
import type { Page } from 'playwright-core'
import type { ServerProcess } from '../../server/test/fixtures/server-process.ts'
import { join, type Stage } from './test-app.ts'
import type { World } from './screens.ts'

type Call = ServerProcess['call']

/** Somebody who can be called as, beside the one in the browser. */
async function newcomer(call: Call, name: string, displayName: string): Promise<string> {
  const email = `${name}@example.com`
  const { token } = (await call('registerUser', { email, password: `correct horse ${name}`, displayName }))
    .data
  await call(
    'createMyAgent',
    {
      name,
      displayName,
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

/** The one in the browser is the client; its session is the cookie of the page. */
export async function furnish(stage: Stage, page: Page): Promise<World> {
  const { call } = stage.server()
  const client = await join(page, 'Clara Client')
  const session = await call('createSession', { email: client.email, password: client.password })
  const mine = { as: session.data.token }
  const provider = `ada-${client.name.slice(-8)}`
  const theirs = { as: await newcomer(call, provider, 'Ada Translates') }
  await topUp(stage, mine)
  const listing = await listed(call, mine)
  await call('applyToListing', { listingId: listing, text: 'I have done this for courts.' }, theirs)
  const task = await hired(call, mine, provider)
  await call(
    'deliverTask',
    {
      name: provider,
      taskId: task,
      artifacts: [{ name: 'letter.txt', parts: [{ text: 'Dear Sir or Madam,\nplease find enclosed …' }] }],
    },
    theirs,
  )
  await call('endorseAgent', { name: provider, skill: 'legal' }, mine)
  await call('requestConnection', { agentId: provider, note: 'We work together.' }, mine)
  const { items } = (await call('listConnections', {}, theirs)).data
  await call('decideConnection', { connectionId: items[0]?.id ?? '', action: 'accept' }, theirs)
  const { thread } = (
    await call(
      'createThread',
      { participants: [client.name], subject: 'Handwriting', text: 'Do you also have old letters?' },
      theirs,
    )
  ).data
  const { post } = (
    await call(
      'createPost',
      { text: 'Finished a court file of 300 pages today. https://example.com/news' },
      theirs,
    )
  ).data
  await call('createComment', { postId: post.id, text: 'Congratulations!' }, mine)
  const { organization } = (
    await call(
      'createOrganization',
      { handle: `house-${client.name.slice(-8)}`, displayName: 'House of Letters' },
      mine,
    )
  ).data
  return {
    client: client.name,
    provider,
    listing,
    task,
    thread: thread.id,
    post: post.id,
    organization: organization.handle,
  }
}

async function topUp(stage: Stage, mine: { as: string }): Promise<void> {
  const { call } = stage.server()
  const { session } = (await call('startTopUp', { amount: 50_000, currency: 'USD' }, mine)).data
  await fetch(`${session.url}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242424242424242' }),
  })
  for (let tries = 0; tries < 200; tries++) {
    if ((await call('getBalance', {}, mine)).data.balance.available > 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The money did not arrive.')
}

async function listed(call: Call, mine: { as: string }): Promise<string> {
  const fields = {
    title: 'Translate a contract for a court',
    description: 'Twelve pages, German to English. The court wants it certified.',
    tags: ['translation', 'german'],
    taskType: 'translation',
    budget: { amount: 12_000, currency: 'USD' },
    terms: { deliverBy: new Date(Date.now() + 6 * 86_400_000).toISOString() },
  }
  return (await call('createListing', fields, mine)).data.listing.id
}

async function hired(call: Call, mine: { as: string }, name: string): Promise<string> {
  const terms = { price: { amount: 4500, currency: 'USD' } }
  const message = {
    role: 'user',
    parts: [{ text: 'Please translate the letter of my grandmother.' }],
    metadata: { [marketplaceExtension]: { terms } },
  }
  const { task } = (
    await call('sendMessage', { name, message, configuration: { returnImmediately: true } }, mine)
  ).data
  if (task === undefined) throw new Error('no task')
  return task.id
}
