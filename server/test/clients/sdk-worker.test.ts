import { marketplaceExtension, type Message, type Task } from 'souk-contract'
import { describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../../sdk/src/worker/store.ts'
import type { TaskHandle } from '../../../sdk/src/worker/task-handle.ts'
import {
  gate,
  createWorkerFixture,
  paid,
  polling,
  pieces,
  textsFrom,
} from '../fixtures/clients/sdk-workers.ts'
import { market } from '../fixtures/a2a/task-messages.ts'

const bench = createWorkerFixture()
const { reportedErrors, work, hire, say, read, when, providerActions } = bench
const textOf = ({ parts }: Message) => parts.map(({ text }) => text).join('')

describe('createWorker', () => {
  it('delivers the result of the handler, for paid and free work', async () => {
    work(async ({ text }) => text.toUpperCase())
    const [free, costly] = await Promise.all([hire('gratis'), hire('for money', paid)])
    expect(pieces(await when(free, 'completed'))).toEqual(['GRATIS'])
    expect(pieces(await when(costly, 'delivered'))).toEqual(['FOR MONEY'])
    expect(reportedErrors).toEqual([])
  })

  it('answers questions about a delivery, and starts a revision with the request for changes', async () => {
    const ask = (task: Task, text: string, intent: 'question' | 'changes') =>
      bench.client.client.tasks.sendMessage({
        name: bench.provider.agent.name,
        message: { taskId: task.id, parts: [{ text }], metadata: { [marketplaceExtension]: { intent } } },
        configuration: { returnImmediately: true },
      })
    work(({ text }) => text.toUpperCase(), { onQuestion: ({ text }) => `About “${text}”: yes.` })
    const task = await hire('verse', paid)
    await when(task, 'delivered')
    for (const question of ['Is it done?', 'Does it rhyme?']) {
      await ask(task, question, 'question')
      const answered = await vi.waitFor(async () => {
        const seen = await read(task)
        return market(seen).awaiting === 'client' ? seen : Promise.reject(new Error('not answered'))
      }, polling)
      expect(textsFrom(answered, 'ROLE_AGENT').at(-1)).toBe(`About “${question}”: yes.`)
    }
    await ask(task, 'longer', 'changes')
    await vi.waitFor(async () => expect(pieces(await read(task))).toEqual(['LONGER']), polling)
    expect(await providerActions(task)).toEqual([
      'artifact',
      'deliver',
      'message',
      'message',
      'artifact',
      'deliver',
    ])
    expect(reportedErrors).toEqual([])
  })

  it('leaves questions without a handler to a person', async () => {
    const worker = work(() => 'done')
    const task = await hire('verse', paid)
    await when(task, 'delivered')
    const metadata = { [marketplaceExtension]: { intent: 'question' as const } }
    const message = { taskId: task.id, parts: [{ text: 'Why?' }], metadata }
    const configuration = { returnImmediately: true }
    await bench.client.client.tasks.sendMessage({ name: bench.provider.agent.name, message, configuration })
    await worker.stop()
    expect(await providerActions(task)).toEqual(['artifact', 'deliver'])
    expect(market(await read(task))).toMatchObject({ awaiting: 'provider' })
  })

  it('delivers a result that consists of parts', async () => {
    work(() => [{ text: 'a' }, { data: { b: 1 } }])
    const { artifacts } = await when(await hire('parts'), 'completed')
    expect(artifacts?.[0]?.parts).toMatchObject([{ text: 'a' }, { data: { b: 1 } }])
  })

  it('passes the task, its terms and its history to the handler', async () => {
    const seen = gate<Record<string, unknown>>()
    work(async ({ id, contextId, message, text, terms, revision, market: known, artifacts, history }) => {
      seen.open({ id, contextId, text, terms, revision, known, artifacts, history: history.length, message })
    })
    const task = await hire('look', paid)
    expect(await seen.opened).toMatchObject({
      id: task.id,
      contextId: task.contextId,
      text: 'look',
      terms: { ...paid, reviewHours: 72 },
      revision: 0,
      known: { phase: 'requested', client: { name: bench.client.agent.name } },
      artifacts: [],
      history: 1,
      message: { role: 'ROLE_USER' },
    })
  })

  it('supports start, progress, ask, artifact and deliver', async () => {
    work(async (task) => {
      await task.start('On it.')
      await task.start()
      await task.progress('Thinking')
      const color = textOf(await task.ask('Which color?'))
      await task.artifact({ id: 'poem', name: 'poem.txt', text: 'Roses', last: false })
      await task.artifact({ id: 'poem', text: ` are ${color}`, append: true, last: true })
      await task.deliver({ text: 'There.', artifacts: [{ name: 'bill', parts: [{ text: 'Nothing' }] }] })
    })
    const task = await hire('a poem')
    await when(task, 'input_required')
    await say(task, 'red')
    const done = await when(task, 'completed')
    expect(pieces(done)).toEqual(['Roses are red', 'Nothing'])
    expect(textsFrom(done, 'ROLE_AGENT')).toEqual(['On it.', 'Thinking', 'Which color?', 'There.'])
    expect(await providerActions(task)).toEqual([
      'start',
      'message',
      'ask',
      'artifact',
      'artifact',
      'artifact',
      'deliver',
    ])
  })

  it('returns later client messages from next', async () => {
    work(async (task) => {
      await task.progress('Ready')
      for (let received = ''; received !== 'stop';) {
        received = textOf(await task.next())
        await task.progress(`You said ${received}`)
      }
      return task.history.length > 4 ? 'talked' : 'silent'
    })
    const task = await hire('talk')
    await when(task, 'working')
    await say(task, 'one')
    await say(task, 'stop')
    const done = await when(task, 'completed')
    expect(textsFrom(done, 'ROLE_AGENT').slice(0, 3)).toEqual(['Ready', 'You said one', 'You said stop'])
    expect(pieces(done)).toEqual(['talked'])
  })

  it('replies with a message while the call of the client waits, and completes the task otherwise', async () => {
    work((task) => task.reply('I count words.'))
    const { name } = bench.provider.agent
    const question = { name, message: { parts: [{ text: 'What can you do?' }] } }
    // The call only waits for a reply once the provider has polled and counts as online.
    await vi.waitFor(async () => {
      const { message, task } = await bench.client.client.tasks.sendMessage(question)
      expect([message?.parts[0]?.text, task]).toEqual(['I count words.', undefined])
    }, polling)
    const seen = await when(await hire('and now?'), 'completed')
    expect(market(seen).reason).toBe('done')
  })

  it.each(['decline', 'fail'] as const)('can %s', async (verb) => {
    work((task) => task[verb]('Not today.'))
    const ended = await when(await hire('work', paid), verb === 'decline' ? 'rejected' : 'failed')
    expect([textsFrom(ended, 'ROLE_AGENT'), market(ended).heldFunds]).toEqual([['Not today.'], undefined])
  })

  it('runs the handler again when the client requests changes', async () => {
    work(async (task) => {
      if (task.revision === 0) return `first: ${task.text}`
      const size = textOf(await task.ask('How large?'))
      return `changed (${task.text}, ${size})`
    })
    const task = await hire('a picture', paid)
    expect(pieces(await when(task, 'delivered'))).toEqual(['first: a picture'])
    await say(task, 'in blue')
    await when(task, 'input_required')
    await say(task, 'huge')
    expect(pieces(await when(task, 'delivered'))).toEqual(['changed (in blue, huge)'])
    expect(await providerActions(task)).toEqual(['artifact', 'deliver', 'ask', 'artifact', 'deliver'])
  })

  it('runs a handler that returned nothing again when the client sends a message', async () => {
    let runs = 0
    work(async (task) => {
      runs += 1
      await task.progress('I wait.')
      return task.history.some((message) => textOf(message) === 'go') ? 'gone' : undefined
    })
    const task = await hire('wait')
    await when(task, 'working')
    await vi.waitFor(() => expect(runs).toBe(1), polling)
    await say(task, 'go')
    expect(pieces(await when(task, 'completed'))).toEqual(['gone'])
    expect([runs, await providerActions(task)]).toEqual([2, ['message', 'artifact', 'deliver']])
  })

  it('runs the handler for work that was awarded without a message', async () => {
    const { client, provider } = bench
    work(async (task) => `${task.message === undefined ? 'no words' : 'words'} for ${task.market.listingId}`)
    const fields = { title: 'Write', description: 'Anything', budget: paid.price, status: 'open' } as const
    const { listing } = await client.client.listings.createListing(fields)
    const application = { listingId: listing.id, text: 'Me!', price: paid.price }
    const { task } = await provider.client.listings.applyToListing(application)
    await client.client.tasks.awardTask({ name: provider.agent.name, taskId: task.id })
    expect(pieces(await when(task, 'delivered'))).toEqual([`no words for ${listing.id}`])
  })
})

describe('a handler that throws', () => {
  it('is retried from the top without repeating a step', async () => {
    let runs = 0
    work(async (task) => {
      await task.artifact({ text: `from run ${(runs += 1)}` })
      if (runs < 3) throw new Error(`bad luck ${runs}`)
      await task.deliver()
    })
    const task = await hire('try')
    expect(pieces(await when(task, 'completed'))).toEqual(['from run 1'])
    expect(await providerActions(task)).toEqual(['start', 'artifact', 'deliver'])
    expect(reportedErrors).toEqual([`${task.id} bad luck 1`, `${task.id} bad luck 2`])
  })

  it('fails its task after the last attempt, without revealing the cause to the client', async () => {
    work(
      () => {
        throw new Error('the password of the database is wrong')
      },
      { attempts: 2 },
    )
    const task = await hire('try', paid)
    const failed = await when(task, 'failed')
    expect(textsFrom(failed, 'ROLE_AGENT')).toEqual(['Sorry, the task failed on our side.'])
    expect(reportedErrors).toHaveLength(2)
  })
})

describe('the signal of a handler is aborted', () => {
  /** Resolves with the reason of the interruption. */
  function untilInterrupted() {
    const running = gate<TaskHandle>()
    const interrupted = gate<unknown>()
    work(async (task) => {
      running.open(task)
      await new Promise((resolve) => task.signal.addEventListener('abort', resolve))
      interrupted.open(task.signal.reason)
      await task.progress('still here')
    })
    return { running: running.opened, interrupted: interrupted.opened }
  }

  it('when the client cancels', async () => {
    const { running, interrupted } = untilInterrupted()
    const task = await hire('something')
    await running
    await bench.client.client.tasks.cancelTask({ name: bench.provider.agent.name, taskId: task.id })
    expect(await interrupted).toMatchObject({ name: 'TaskInterrupted', message: 'The task is canceled.' })
    expect([reportedErrors, textsFrom(await read(task), 'ROLE_AGENT')]).toEqual([[], []])
  })

  it('when the client disputes', async () => {
    const { running, interrupted } = untilInterrupted()
    const task = await hire('something', paid)
    await (await running).start()
    await bench.client.client.tasks.disputeTask({ name: bench.provider.agent.name, taskId: task.id })
    expect(await interrupted).toMatchObject({ message: 'The task is disputed.' })
  })

  it('while it waits for an answer', async () => {
    const thrown = gate<unknown>()
    work((task) => task.ask('Really?').then(() => undefined, thrown.open))
    const task = await hire('something')
    await when(task, 'input_required')
    await bench.client.client.tasks.cancelTask({ name: bench.provider.agent.name, taskId: task.id })
    expect(await thrown.opened).toMatchObject({ message: 'The task is canceled.' })
  })
})

describe('concurrency', () => {
  it('is limited as configured, not counting handlers that wait for a client', async () => {
    const started: string[] = []
    let running = 0
    let concurrentMax = 0
    const doors = new Map(['a', 'b', 'c'].map((name) => [name, gate()]))
    const store = memoryStore()
    work(
      async (task) => {
        if (task.text === 'question') await task.ask('Well?')
        started.push(task.text)
        concurrentMax = Math.max(concurrentMax, (running += 1))
        await doors.get(task.text)?.opened
        running -= 1
        return task.text
      },
      { concurrency: 2, store },
    )
    const asking = await hire('question')
    await when(asking, 'input_required')
    const tasks = await Promise.all(['a', 'b', 'c'].map((name) => hire(name)))
    await vi.waitFor(() => expect(started).toHaveLength(2), polling)
    const { items } = await bench.provider.client.notifications.listNotifications({ limit: 1 })
    const isTold = async () => expect(Number(await store.load())).toBeGreaterThanOrEqual(Number(items[0]?.id))
    await vi.waitFor(isTold, polling)
    // A worker with a free slot that knows of the third task starts it during these reads.
    for (const task of tasks) await read(task)
    const [first = '', second = ''] = started
    const third = ['a', 'b', 'c'].find((name) => !started.includes(name)) ?? ''
    expect(started).toEqual([first, second])
    doors.get(first)?.open()
    await vi.waitFor(() => expect(started).toEqual([first, second, third]), polling)
    for (const door of doors.values()) door.open()
    for (const task of tasks) await when(task, 'completed')
    await say(asking, 'yes')
    expect(pieces(await when(asking, 'completed'))).toEqual(['question'])
    expect(concurrentMax).toBe(2)
  })
})
