/** A market with work for operators: a dispute, a report and a stopped payout. */
import type { Page } from 'playwright-core'
import { marketplaceExtension, type OperatorRole } from 'souk-contract'
import { linkIn } from './mailed-link.ts'
import { operatorToken, type TestApp } from './test-app.ts'
import { agentOf, createPerson, topUp, type TestPerson } from './test-people.ts'

interface OperatorFixture {
  readonly clara: TestPerson
  readonly pavel: TestPerson
  readonly disputed: string
}

export async function createOperatorFixture(app: TestApp): Promise<OperatorFixture> {
  const { call } = app.server()
  const clara = await createPerson(app, 'Clara Client', ['Clara'])
  const pavel = await createPerson(app, 'Pavel Provider', ['Pavel'])
  await topUp(app, clara, agentOf(clara), 50_000)
  const disputed = await deliverFor(app, { clara, pavel }, 10_000)
  const place = { name: agentOf(pavel).name, taskId: disputed }
  const claim = {
    reason: 'incomplete',
    statement: 'Clauses 14 to 19 are missing and the annex on page 9 is still in German.',
    outcome: 'split',
    toClient: { amount: 7000, currency: 'USD' },
  } as const
  await call('disputeTask', { ...place, claim }, { as: clara.token })
  await call(
    'respondToDispute',
    { ...place, statement: 'The annex was not in the file that we received.' },
    { as: pavel.token },
  )
  await call(
    'offerSettlement',
    { ...place, toClient: { amount: 2500, currency: 'USD' } },
    { as: pavel.token },
  )
  const { post } = (
    await call('createPost', { text: 'Pay me outside Souk and save the fee!' }, { as: pavel.token })
  ).data
  await call(
    'createReport',
    { kind: 'post', subjectId: post.id, reason: 'fraud', details: 'Asks to pay elsewhere.' },
    { as: clara.token },
  )
  await stopPayout(app, { clara, pavel })
  return { clara, pavel, disputed }
}

type Parties = Pick<OperatorFixture, 'clara' | 'pavel'>

async function deliverFor(app: TestApp, { clara, pavel }: Parties, amount: number): Promise<string> {
  const { call } = app.server()
  const { name } = agentOf(pavel)
  const message = {
    role: 'user',
    parts: [{ text: 'Translate the Kestrel lease, German to English.' }],
    metadata: { [marketplaceExtension]: { terms: { price: { amount, currency: 'USD' } } } },
  }
  const configuration = { returnImmediately: true }
  const sent = await call('sendMessage', { name, message, configuration }, { as: clara.token })
  const taskId = sent.data.task?.id ?? ''
  const artifacts = [{ name: 'lease.txt', parts: [{ text: 'Lease between the parties …' }] }]
  await call('deliverTask', { name, taskId, artifacts }, { as: pavel.token })
  return taskId
}

/** Earnings on their way to a bank that stops the payout until a person retries it. */
async function stopPayout(app: TestApp, { clara, pavel }: Parties): Promise<void> {
  const { call } = app.server()
  const as = { as: pavel.token, agent: agentOf(pavel).id }
  const taskId = await deliverFor(app, { clara, pavel }, 8000)
  await call('acceptTask', { name: agentOf(pavel).name, taskId }, { as: clara.token })
  const { session } = (await call('startOnboarding', {}, as)).data
  await fetch(`${session.url}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ bank: 'sandbox_bank_hold' }),
  })
  await until(async () => (await call('getOnboarding', {}, as)).data.onboarding.status === 'active')
  await call('requestPayout', { amount: 5000, currency: 'USD' }, as)
  await until(async () => {
    const { items } = (await call('listMarketPayouts', {}, { as: operatorToken })).data
    return items.some(({ status }) => status === 'needs_attention')
  })
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('The state was not reached.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A person with a role, whose address is verified. */
export async function createOperator(
  app: TestApp,
  page: Page,
  displayName: string,
  role: OperatorRole,
): Promise<TestPerson> {
  const { call } = app.server()
  const person = await createPerson(app, displayName, [])
  const link = await linkIn(page, 'verify-email', person.email)
  await call('verifyEmail', { token: new URLSearchParams(link.split('?')[1]).get('token') ?? '' })
  const { status } = await call('addOperator', { email: person.email, role }, { as: operatorToken })
  if (status !== 200) throw new Error(`addOperator returned ${status}`)
  return person
}
