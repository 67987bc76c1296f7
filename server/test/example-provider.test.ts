import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Contract, Input, Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { idOf, openBank } from './bank.ts'
import { fail, startSouk, type Souk } from './harness.ts'
import { market, words } from './task-talk.ts'
import { newTrader, postListing, usd, type Trader } from './traders.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const poem = 'The cat and the dog. The cat sleeps; the dog barks.'
const report = [
  '# Word count\n\n11 words, 6 of them different.\n',
  '\n## Most frequent\n\n- the: 4\n- cat: 2\n',
  '\n## Longest\n\n- sleeps\n- barks\n- and\n',
]
/** Longer than any test: a provider with this pace stays where it is after its first piece. */
const standstill = '3600000'

const patience = { timeout: 20_000, interval: 20 }

let souk: Souk
let url: string
let folder: string
let client: Trader
let provider: Trader
const started: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-provider-'))
  souk = await startSouk()
  url = await souk.app.listen({ host: '127.0.0.1', port: 0 })
  client = await newTrader(souk)
  await openBank(souk).topUp(client.person, client.agent, 100_000)
})
afterAll(async () => {
  await killAll()
  await souk.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Running {
  child: ChildProcess
  output: () => string
}

/** The provider as its README starts it; answers when it has looked for work for the first time. */
async function start(environment: Record<string, string> = {}): Promise<Running> {
  const child = spawn('node', ['--import', 'tsx', 'examples/provider/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      SOUK_URL: url,
      SOUK_KEY: provider.key.as,
      STATE_FILE: stateFile(),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const isThere = () => souk.context.presence.lastSeen(idOf(provider.agent)) !== undefined
  const look = () => isThere() || child.exitCode !== null || fail(`it is not at work: ${text}`)
  await vi.waitFor(look, patience)
  return { child, output: () => text }
}

const stateFile = () => join(folder, `${provider.agent.name}.json`)

async function killAll(): Promise<void> {
  for (const child of started.splice(0)) await kill(child)
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended(child)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

type Sent = Input<Contract['tasks']['sendMessage']>

async function send(message: Sent['message'], configuration: Sent['configuration'] = {}) {
  return (await souk.call('sendMessage', { name: provider.agent.name, message, configuration }, client.key))
    .data
}

const act = (name: 'awardTask' | 'acceptTask', { id: taskId }: Task) =>
  souk.call(name, { name: provider.agent.name, taskId }, client.key)

/** How many times a piece has arrived, by the events of the task. */
async function pieces(taskId: string): Promise<number> {
  const address = { name: provider.agent.name, taskId, include: 'timeline' }
  const { timeline = [] } = market((await souk.call('getTask', address, client.key)).data)
  return timeline.filter(({ action }) => action === 'artifact').length
}

/** The provider has written down how far it is. */
async function noted(taskId: string, progress: object): Promise<void> {
  const state = async () => JSON.parse(await readFile(stateFile(), 'utf8'))
  await vi.waitFor(
    async () => expect(await state()).toMatchObject({ tasks: { [taskId]: progress } }),
    patience,
  )
}

const textOf = ({ status }: Task) => status.message?.parts.map(({ text }) => text).join('')
const partsOf = ({ artifacts }: Task) => artifacts?.map(({ parts }) => parts.map(({ text }) => text))

const read = async (taskId: string) =>
  (await souk.call('getTask', { name: provider.agent.name, taskId }, client.key)).data

/** The task once it is as wanted. */
async function when(taskId: string, wanted: (task: Task) => boolean): Promise<Task> {
  const look = async () => {
    const task = await read(taskId)
    return wanted(task)
      ? task
      : fail(`the task is ${market(task).phase} with ${JSON.stringify(partsOf(task))}`)
  }
  return vi.waitFor(look, patience)
}

const isIn = (phase: string) => (task: Task) => market(task).phase === phase

const order = [{ text: 'Count the words, top 2' }, { text: poem }]

describe('the example provider', () => {
  let running: Running
  beforeAll(async () => {
    provider = await newTrader(souk)
    running = await start()
  })

  it('does direct work, asks what is unclear, and delivers a report in pieces', async () => {
    const { task: asked = fail('no task') } = await send({
      parts: [{ text: 'Count the words, please' }, { text: poem }],
    })
    expect([asked.status.state, textOf(asked)]).toEqual([
      'TASK_STATE_INPUT_REQUIRED',
      expect.stringContaining('How many'),
    ])
    const { task: done = fail('no task') } = await send({ taskId: asked.id, parts: [{ text: 'The top 2' }] })
    expect([done.status.state, partsOf(done)]).toEqual(['TASK_STATE_COMPLETED', [report]])
  })

  it('answers a question with a message, and declines what it cannot do', async () => {
    const { message, task } = await send({ parts: [{ text: 'What can you do?' }] })
    expect([message?.role, message?.parts[0]?.text, task]).toEqual([
      'ROLE_AGENT',
      expect.stringContaining('I count the words'),
      undefined,
    ])
    const { task: declined = fail('no task') } = await send({ parts: [{ text: 'Paint my house.' }] })
    expect([declined.status.state, textOf(declined)]).toEqual([
      'TASK_STATE_REJECTED',
      expect.stringContaining('not my trade'),
    ])
  })

  it('never prints its key, and ends when the key is no longer valid', async () => {
    const { items } = (await souk.call('listKeys', { agentId: provider.agent.id }, provider.hand)).data
    const { kid = fail('no key') } = items[0] ?? {}
    await souk.call('deactivateKey', { agentId: provider.agent.id, kid }, provider.hand)
    await ended(running.child)
    const odd = await start({ SOUK_KEY: `${String(provider.key.as)}\u00e9` })
    await ended(odd.child)
    expect([running.child.exitCode, odd.child.exitCode]).toEqual([1, 1])
    const printed = running.output() + odd.output()
    expect(printed).toContain('delivered')
    expect(printed).toContain('SOUK_KEY is not valid')
    expect(printed).not.toContain(String(provider.key.as).slice(0, 30))
  })
})

describe('the example provider with a price', () => {
  const tags = ['word-count']
  beforeAll(async () => {
    provider = await newTrader(souk)
    const pricing = { model: 'fixed', price: usd(1800) } as const
    await souk.call('updateMyAgent', { tags, pricing }, provider.hand)
    await start()
  })

  it('keeps to its price', async () => {
    const { task: cheap = fail('no task') } = await send({
      parts: order,
      metadata: words({ terms: { price: usd(1799) } }),
    })
    expect([cheap.status.state, textOf(cheap)]).toEqual([
      'TASK_STATE_REJECTED',
      expect.stringContaining('18.00 USD'),
    ])
    const { task: fair = fail('no task') } = await send({
      parts: order,
      metadata: words({ terms: { price: usd(1800) } }),
    })
    expect([market(fair).phase, market(fair).heldFunds]).toEqual(['delivered', usd(1800)])
  })

  it('applies to listings of its trade, reads their files, and delivers again when changes are wanted', async () => {
    const wanted = {
      title: 'Count the words',
      description: 'Of the attached poem.',
      tags,
      status: 'draft',
    } as const
    const { id: listingId } = await postListing(souk, client, { ...wanted, budget: usd(3000) })
    await souk.call(
      'addAttachment',
      { listingId, filename: 'poem.txt' },
      { ...client.key, upload: Buffer.from(poem) },
    )
    const poor = await postListing(souk, client, { title: 'Count words', tags, budget: usd(900) })
    await souk.call('updateListing', { listingId, status: 'open' }, client.key)
    const find = async () => {
      const { items } = (await souk.call('listListingTasks', { listingId }, client.key)).data
      return items[0] ?? fail('nobody has applied')
    }
    const application = await vi.waitFor(find, patience)
    expect(market(application)).toMatchObject({ phase: 'applied', terms: { price: usd(1800) } })

    await act('awardTask', application)
    await when(application.id, isIn('input_required'))
    await send({ taskId: application.id, parts: [{ text: 'The top 2.' }] })
    const first = await when(application.id, isIn('delivered'))
    expect([partsOf(first), market(first).heldFunds]).toEqual([[report], usd(1800)])
    await noted(application.id, { lastEventId: String(market(first).version), turn: 1, sent: 3 })

    await send({ taskId: application.id, parts: [{ text: 'Please leave out: the, and.' }] })
    const isSecond = (task: Task) => isIn('delivered')(task) && market(task).revisionsUsed === 1
    const second = await when(application.id, isSecond)
    expect(partsOf(second)).toEqual([
      [expect.stringContaining('6 words'), '\n## Most frequent\n\n- cat: 2\n- dog: 2\n', expect.anything()],
    ])
    expect((await act('acceptTask', application)).data.status.state).toBe('TASK_STATE_COMPLETED')
    const { items } = (await souk.call('listListingTasks', { listingId: poor.id }, client.key)).data
    expect(items).toEqual([])
  })
})

describe('the example provider that is killed between two pieces', () => {
  beforeEach(async () => {
    provider = await newTrader(souk)
  })
  afterEach(killAll)

  /** A task of which the first piece has arrived and was written down, and whose provider is no more. */
  async function broken(): Promise<Task> {
    const first = await start({ PACE_MS: standstill })
    const { task = fail('no task') } = await send({ parts: order }, { returnImmediately: true })
    await noted(task.id, { turn: 1, sent: 1 })
    await kill(first.child)
    const left = await read(task.id)
    expect([partsOf(left), market(left).phase]).toEqual([[report.slice(0, 1)], 'working'])
    return task
  }

  it.each([
    ['goes on with the next one after it was started again', () => Promise.resolve()],
    ['sends no piece twice, even when it has forgotten that it sent one', () => rm(stateFile())],
  ])('%s', async (_behaviour, forget) => {
    const { id } = await broken()
    await forget()
    await start()
    expect(partsOf(await when(id, isIn('completed')))).toEqual([report])
    expect(await pieces(id)).toBe(report.length)
  })
})
