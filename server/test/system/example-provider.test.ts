import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contract, Input, Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startExample, type Program } from './example-programs.ts'
import { fail } from '../fixtures/fail.ts'
import { market, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { usd } from '../fixtures/people/test-agents.ts'
import { createWorkerFixture, polling, textsFrom } from '../fixtures/clients/sdk-workers.ts'

const poem = 'The cat and the dog. The cat sleeps; the dog barks.'
const report = [
  '# Word count\n\n11 words, 6 of them different.\n',
  '\n## Most frequent\n\n- the: 4\n- cat: 2\n',
  '\n## Longest\n\n- sleeps\n- barks\n- and\n',
]
/** Longer than any test: the provider pauses after its first artifact. */
const pauseMs = '3600000'
const order = [{ text: 'Count the words, top 2' }, { text: poem }]

const bench = createWorkerFixture()
const started: Program[] = []
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-provider-'))
})
afterEach(async () => {
  for (const program of started.splice(0)) await program.kill()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const stateFile = () => join(folder, bench.provider.agent.name)

function start(environment: Record<string, string> = {}): Program {
  const { souk, provider } = bench
  const usual = { SOUK_URL: souk.url, SOUK_KEY: provider.key, STATE_FILE: stateFile() }
  const program = startExample('provider', { ...usual, ...environment })
  started.push(program)
  return program
}

type Sent = Input<Contract['tasks']['sendMessage']>

const send = (message: Sent['message'], configuration: Sent['configuration'] = { returnImmediately: true }) =>
  bench.client.client.tasks.sendMessage({ name: bench.provider.agent.name, message, configuration })

const hire = async (parts: Sent['message']['parts'], terms = {}) =>
  (await send({ parts, metadata: marketMetadata({ terms }) })).task ?? fail('no task')

const partsOf = ({ artifacts }: Task) => artifacts?.map(({ parts }) => parts.map(({ text }) => text))

describe('the example provider', { timeout: 120_000 }, () => {
  it('accepts direct work, asks a question and delivers a report in chunks', async () => {
    start()
    const task = await hire([{ text: 'Count the words, please' }, { text: poem }])
    expect(textsFrom(await bench.when(task, 'input_required'), 'ROLE_AGENT')).toEqual([
      expect.stringContaining('How many'),
    ])
    await bench.say(task, 'The top 2')
    expect(partsOf(await bench.when(task, 'completed'))).toEqual([report])
  })

  it('answers a question with a message and declines unsupported work', async () => {
    await start().says('Looking for work')
    // While it starts it is not present, so calls do not block and return a task.
    const answered = async () => {
      const { message } = await send({ parts: [{ text: 'What can you do?' }] }, {})
      expect(message?.parts[0]?.text).toContain('I count the words')
    }
    await vi.waitFor(answered, polling)
    const declined = await bench.when(await hire([{ text: 'Paint my house.' }]), 'rejected')
    expect(textsFrom(declined, 'ROLE_AGENT')).toEqual([expect.stringContaining('not my trade')])
  })

  it('never prints its key and exits when the key is revoked', async () => {
    const { provider } = bench
    const running = start()
    await bench.when(await hire(order), 'completed')
    const { items } = await provider.owner.keys.listKeys({ agentId: provider.agent.id })
    const { kid = fail('no key') } = items[0] ?? {}
    await provider.owner.keys.deactivateKey({ agentId: provider.agent.id, kid })
    const odd = start({ SOUK_KEY: `${provider.key}\u00e9` })
    expect([await running.ended, await odd.ended]).toEqual([1, 1])
    const printed = running.output() + odd.output()
    expect(printed).toContain('delivered')
    expect(printed).toContain('SOUK_KEY is not valid')
    expect(printed).not.toContain(provider.key.slice(0, 30))
  })

  it('declines less than its price', async () => {
    const pricing = { model: 'fixed', price: usd(1800) } as const
    await bench.provider.owner.agents.updateMyAgent({ pricing })
    start()
    const cheap = await bench.when(await hire(order, { price: usd(1799) }), 'rejected')
    expect(textsFrom(cheap, 'ROLE_AGENT')).toEqual([expect.stringContaining('USD 18.00')])
    const fair = await bench.when(await hire(order, { price: usd(1800) }), 'delivered')
    expect(market(fair).heldFunds).toEqual(usd(1800))
  })

  it('applies to matching listings, reads their attachments and delivers revisions', async () => {
    const { client, provider } = bench
    const tags = [`word-count-${provider.agent.name.slice(-6)}`]
    await provider.owner.agents.updateMyAgent({ tags, pricing: { model: 'fixed', price: usd(1800) } })
    start()
    const listing = { title: 'Count the words', description: 'Of the attached poem.', tags } as const
    const draft = { ...listing, budget: usd(3000), status: 'draft' } as const
    const listingId = (await client.client.listings.createListing(draft)).listing.id
    const file = new Blob([poem])
    await client.client.listings.addAttachment({ listingId, filename: 'poem.txt', file })
    const poor = { ...listing, budget: usd(900), status: 'open' } as const
    const poorId = (await client.client.listings.createListing(poor)).listing.id
    await client.client.listings.updateListing({ listingId, status: 'open' })
    const applications = async (id: string) =>
      (await client.client.listings.listListingTasks({ listingId: id })).items
    const find = async () => (await applications(listingId))[0] ?? fail('no application')
    const application = await vi.waitFor(find, polling)
    expect(market(application)).toMatchObject({ phase: 'applied', terms: { price: usd(1800) } })

    const address = { name: provider.agent.name, taskId: application.id }
    await client.client.tasks.awardTask(address)
    await bench.when(application, 'input_required')
    await bench.say(application, 'The top 2.')
    const first = await bench.when(application, 'delivered')
    expect([partsOf(first), market(first).heldFunds]).toEqual([[report], usd(1800)])

    await bench.say(application, 'Please leave out: the, and.')
    const second = await vi.waitFor(async () => {
      const seen = await bench.when(application, 'delivered')
      return market(seen).revisionsUsed === 1 ? seen : fail('not delivered again')
    }, polling)
    expect(partsOf(second)).toEqual([
      [expect.stringContaining('6 words'), '\n## Most frequent\n\n- cat: 2\n- dog: 2\n', expect.anything()],
    ])
    expect((await client.client.tasks.acceptTask(address)).status.state).toBe('TASK_STATE_COMPLETED')
    expect(await applications(poorId)).toEqual([])
  })

  it.each([
    ['resumes after it was killed between two chunks', () => Promise.resolve()],
    ['sends no chunk twice, even without its state file', () => rm(stateFile(), { force: true })],
  ])('%s', async (_behavior, forget) => {
    const first = start({ PACE_MS: pauseMs })
    const task = await hire(order)
    await first.says('sent chunk 1')
    await first.kill()
    expect(partsOf(await bench.when(task, 'working'))).toEqual([report.slice(0, 1)])
    await forget()
    start()
    expect(partsOf(await bench.when(task, 'completed'))).toEqual([report])
    expect((await bench.providerActions(task)).filter((action) => action === 'artifact')).toHaveLength(
      report.length,
    )
  })
})
