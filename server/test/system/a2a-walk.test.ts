import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { fail } from '../fixtures/fail.ts'
import { officialClients, type OfficialClient, type TaskSummary } from '../fixtures/a2a/official-clients.ts'
import {
  createScratch,
  joinThrough,
  startServer,
  type Scratch,
  type ServerProcess,
} from '../fixtures/processes/server-process.ts'
import { usd, type TestAgent } from '../fixtures/people/test-agents.ts'
import { openReceiver, type Receiver } from '../fixtures/receivers/webhook-receiver.ts'

/** The walk through docs/tasks.md with every official client for JavaScript, against the server of `npm start`. */
const operatorToken = 'an operator token that is long enough'
const polling = { timeout: 60_000, interval: 50 }

let scratch: Scratch
let server: ServerProcess
let receiver: Receiver
beforeAll(async () => {
  scratch = await createScratch()
  server = await startServer('walk', scratch, { OPERATOR_TOKEN: operatorToken })
  receiver = await openReceiver(() => ({ clock: systemClock }))
})
afterAll(async () => {
  await receiver.close()
  expect(server.output()).not.toMatch(/"level":"?(?:error|50)/)
  await server.stop()
  await scratch.drop()
})

describe.each(Object.entries(officialClients))('%s', (_name, connect) => {
  let client: TestAgent
  let provider: TestAgent
  let buyer: OfficialClient
  let worker: OfficialClient
  beforeAll(async () => {
    client = await joinThrough(server)
    provider = await joinThrough(server)
    await topUp(client, 100_000)
    const to = { origin: server.origin, agent: provider.agent.name }
    buyer = await connect({ ...to, key: client.key.as ?? fail('no key') })
    worker = await connect({ ...to, key: provider.key.as ?? fail('no key') })
  })
  let before: Funds
  beforeEach(async () => {
    before = await fundsOf(client, provider)
  })

  const price = 2000
  const hire = (terms: object = {}) =>
    buyer.send({ text: 'Translate this letter.', directives: { terms: { price: usd(price), ...terms } } })
  const deliver = ({ id }: TaskSummary, text = 'Good day!') =>
    worker.send({
      text: 'Here it is.',
      taskId: id,
      directives: { action: 'deliver', artifacts: [{ artifactId: 'letter', parts: [{ text }] }] },
    })
  const act = (by: OfficialClient, { id }: TaskSummary, directives: object, text = 'As agreed.') =>
    by.send({ text, taskId: id, directives })

  it('hires, answers a question, asks for changes and pays', async () => {
    const hired = await hire()
    expect(hired).toMatchObject({ kind: 'task', state: 'submitted', texts: ['Translate this letter.'] })
    expect(hired.market).toMatchObject({ phase: 'requested', role: 'client', heldFunds: usd(price) })
    expect(await fundsOf(client, provider)).toEqual({
      ...before,
      available: before.available - price,
      held: price,
    })
    expect((await act(worker, hired, { state: 'working' })).state).toBe('working')
    expect((await act(worker, hired, { state: 'input-required' }, 'Formal?')).state).toBe('input-required')
    expect((await buyer.send({ text: 'Yes.', taskId: hired.id })).state).toBe('working')
    expect(await deliver(hired)).toMatchObject({ state: 'input-required', artifacts: ['Good day!'] })
    const changed = await buyer.send({ text: 'Please sign it.', taskId: hired.id })
    expect([changed.state, changed.market['revisionsUsed']]).toEqual(['working', 1])
    expect((await deliver(hired, 'Good day! Ada')).artifacts).toEqual(['Good day! Ada'])
    const { market, texts } = await buyer.get(hired.id)
    expect(texts.slice(0, 4)).toEqual(['Translate this letter.', 'As agreed.', 'Formal?', 'Yes.'])
    const accepted = await act(buyer, hired, { action: 'accept', expectedVersion: market['version'] })
    expect([accepted.state, accepted.market['reason']]).toEqual(['completed', 'accepted'])
    const after = await fundsOf(client, provider)
    expect([after.available, after.held]).toEqual([before.available - price, 0])
    expect(after.earned).toBeGreaterThan(before.earned)
  })

  it('waits for the reply of a live provider', async () => {
    // Reading makes the provider live.
    await server.call('listTasks', { name: provider.agent.name }, provider.key)
    const pending = buyer.sendAndWait({ text: 'Do you speak German?' })
    const taskId = await vi.waitFor(newestTask, polling)
    await worker.send({ text: 'Ja.', taskId, directives: { reply: 'message' } })
    expect(await pending).toMatchObject({ kind: 'message', texts: ['Ja.'] })
  })

  it('awards an application', async () => {
    const { listing } = (
      await server.call(
        'createListing',
        { title: 'Translate', description: 'A letter.', budget: usd(price) },
        client.key,
      )
    ).data
    const application = { listingId: listing.id, text: 'I can do it.', price: usd(price) }
    const { id } = (await server.call('applyToListing', application, provider.key)).data.task
    const applied = await buyer.get(id)
    const { version } = applied.market
    const awarded = await act(buyer, applied, { action: 'award', expectedVersion: version })
    expect(awarded.market).toMatchObject({ listingId: listing.id, heldFunds: usd(price) })
    expect((await buyer.cancel(id)).state).toBe('canceled')
  })

  it('disputes a delivery, which an operator splits', async () => {
    const hired = await hire()
    await deliver(hired)
    expect((await act(buyer, hired, { action: 'dispute' }, 'Half is missing.')).market['phase']).toBe(
      'disputed',
    )
    await buyer.send({ text: 'Page two is missing.', taskId: hired.id })
    const ruling = { taskId: hired.id, ruling: 'split' as const, toClient: 500, reasons: 'Half was done.' }
    expect((await server.call('ruleDispute', ruling, { as: operatorToken })).status).toBe(200)
    const ended = await buyer.get(hired.id)
    expect([ended.state, ended.texts.includes('Page two is missing.')]).toEqual(['completed', true])
    expect((await fundsOf(client, provider)).available).toBe(before.available - price + 500)
  })

  it('cancels before the work, which returns the funds', async () => {
    const hired = await hire()
    expect((await buyer.cancel(hired.id)).state).toBe('canceled')
    expect(await fundsOf(client, provider)).toEqual(before)
    const second = await hire()
    expect((await act(worker, second, { action: 'cancel' })).state).toBe('rejected')
    expect(await fundsOf(client, provider)).toEqual(before)
  })

  it('follows a task and comes back to it', async () => {
    const stream = buyer.stream({ text: 'Please.' })
    const { value: first } = await stream.next()
    if (typeof first !== 'object') return fail('no task')
    await act(worker, first, { state: 'working' })
    const again = buyer.subscribe(first.id)
    expect((await again.next()).value).toMatchObject({ id: first.id, state: 'working' })
    await deliver(first)
    expect(await rest(stream)).toEqual(['status working', 'artifact', 'status completed'])
    expect(await rest(again)).toEqual(['artifact', 'status completed'])
  })

  it('receives changes at a push URL', async () => {
    const { id: taskId } = await buyer.send({ text: 'Please.' })
    const config = { taskId, id: 'inbox', url: receiver.url(), token: 'push-secret' }
    await buyer.push.create(config)
    expect(await buyer.push.list(taskId)).toEqual(['inbox'])
    await worker.send({ text: 'On it.', taskId, directives: { state: 'working' } })
    // The event of the request may still be on its way when the config is created, and arrive first.
    const pushed = await vi.waitFor(
      () =>
        receiver.arrived.find(({ body }) => body.includes(taskId) && isWorking(buyer.push.read(body))) ??
        fail('nothing arrived'),
      polling,
    )
    expect(pushed.headers).toMatchObject({ 'x-a2a-notification-token': 'push-secret' })
    await buyer.push.remove(taskId, 'inbox')
    expect(await buyer.push.list(taskId)).toEqual([])
  })

  it('reads the extended card', async () => {
    expect(await buyer.extendedParams()).toMatchObject({ pricing: { model: 'quote' } })
  })

  async function newestTask(): Promise<string> {
    const { tasks } = (await server.call('listTasks', { name: provider.agent.name }, provider.key)).data
    const found = tasks.find(({ status }) => status.state === 'TASK_STATE_SUBMITTED')
    return found?.id ?? fail('no task yet')
  }
})

/** Status updates are read as text. */
function isWorking(event: TaskSummary | string): boolean {
  return event === 'status working'
}

async function rest(stream: AsyncGenerator<TaskSummary | string>): Promise<(TaskSummary | string)[]> {
  const events: (TaskSummary | string)[] = []
  for await (const event of stream) events.push(event)
  return events
}

interface Funds {
  readonly available: number
  readonly held: number
  readonly earned: number
}

async function fundsOf(client: TestAgent, provider: TestAgent): Promise<Funds> {
  const balanceOf = async ({ key }: TestAgent) => (await server.call('getBalance', {}, key)).data.balance
  const { available, held } = await balanceOf(client)
  return { available, held, earned: (await balanceOf(provider)).earnings }
}

/** Pays on the page of the sandbox processor. */
async function topUp({ asPerson, key }: TestAgent, amount: number): Promise<void> {
  const { session } = (await server.call('startTopUp', usd(amount), asPerson)).data
  const paid = await fetch(`${session.url}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242424242424242' }),
  })
  expect(paid.status).toBe(200)
  await vi.waitFor(
    async () => expect((await server.call('getBalance', {}, key)).data.balance.available).toBe(amount),
    polling,
  )
}
