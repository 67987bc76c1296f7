import { randomUUID } from 'node:crypto'
import type { Task } from 'souk-contract'
import { describe, expect, it, vi } from 'vitest'
import { isTaskOutcomeError, TaskOutcomeError } from '../../../sdk/src/hire/task-outcome-error.ts'
import type { TaskEvent } from '../../../sdk/src/hire/task-events.ts'
import { isTaskMarket, marketOf } from '../../../sdk/src/market.ts'
import { createWorkerFixture, clientThrough, paid, polling } from '../fixtures/clients/sdk-workers.ts'

const bench = createWorkerFixture()
const { work, reportedErrors } = bench
const souk = () => bench.client.client
const agent = () => bench.provider.agent.name
const held = async () => (await souk().payments.getBalance()).balance.held
const bytesOf = (text: string) => new TextEncoder().encode(text)
const letter = (text: string) => new File([bytesOf(text)], 'letter.txt', { type: 'text/plain' })
const actionsOf = async (task: Task) => (await bench.providerActions(task)).join(' ')

describe('hire', () => {
  it('sends title, price, terms and files in one call, and returns the work', async () => {
    work(async (task) => {
      await task.deliver({
        text: 'Here.',
        artifacts: [
          { name: 'english', text: task.text.toUpperCase() },
          { name: 'bytes', parts: [{ raw: btoa('raw'), filename: 'raw.bin' }] },
        ],
      })
    })
    const task = await souk().hire({
      agent: agent(),
      title: 'A letter',
      message: 'guten tag',
      price: paid.price,
      terms: { reviewHours: 5, maxRevisions: 1, onSilence: 'dispute' },
      files: [letter('Sehr geehrte Damen und Herren')],
    })
    const { text, files, version, market, task: read } = await task.result({ timeoutMs: 60_000 })
    expect(text).toBe('GUTEN TAG')
    expect(files.map(({ filename }) => filename)).toEqual(['raw.bin'])
    expect(new TextDecoder().decode(await files[0]?.bytes())).toBe('raw')
    expect(market).toMatchObject({
      title: 'A letter',
      phase: 'delivered',
      terms: { price: paid.price, reviewHours: 5, maxRevisions: 1, onSilence: 'dispute' },
    })
    expect(read.history?.[0]?.parts[1]).toMatchObject({ filename: 'letter.txt', mediaType: 'text/plain' })
    await expect(task.accept({ expectedVersion: version - 1 })).rejects.toMatchObject({ code: 'conflict' })
    expect(marketOf(await task.accept({ expectedVersion: version, message: 'Thanks!' })).phase).toBe(
      'completed',
    )
    expect((await task.result({ until: 'accepted' })).market.reason).toBe('accepted')
  })

  it('returns delivered files of the file store', async () => {
    const bytes = bytesOf('a file of the provider')
    const file = await bench.provider.client.files.upload(new File([bytes], 'work.txt'))
    work(() => [{ url: file.url, filename: file.filename }])
    const task = await souk().hire({ agent: agent(), message: 'write', price: paid.price })
    const { files } = await task.result({ timeoutMs: 60_000 })
    expect(await files[0]?.bytes()).toEqual(bytes)
  })

  it('hires once if it is repeated with the same key, even after a lost response and a lost upload', async () => {
    const before = await held()
    const idempotencyKey = randomUUID()
    const order = { agent: agent(), message: 'once', price: paid.price, files: [letter('Brief')] }
    const losing = (path: RegExp) =>
      clientThrough(bench.souk, bench.client.key, async (url, init) => {
        if (!path.test(url)) return undefined
        await fetch(url, init)
        throw new TypeError('connection lost')
      })
    for (const path of [/\/files$/, /\/parts\/1$/, /\/complete$/, /message:send$/])
      await expect(losing(path).hire(order, { idempotencyKey })).rejects.toMatchObject({
        code: 'unavailable',
      })
    const [first, second] = await Promise.all([
      souk().hire(order, { idempotencyKey }),
      souk().hire(order, { idempotencyKey }),
    ])
    expect(second.id).toBe(first.id)
    expect((await souk().tasks.listTasks({ name: agent() })).tasks.map(({ id }) => id)).toEqual([first.id])
    expect((await held()) - before).toBe(paid.price.amount)
    await expect(souk().hire({ ...order, message: 'other' }, { idempotencyKey })).rejects.toMatchObject({
      status: 422,
    })
  })
})

describe('task', () => {
  it('resumes by id alone: answers, questions, changes and the result', async () => {
    work(
      async (task) => {
        if (task.revision > 0) return `${task.text}!`
        const answer = await task.ask('Which color?')
        return `a ${answer.parts[0]?.text} verse`
      },
      { onQuestion: () => 'Because it rhymes.' },
    )
    const { id } = await souk().hire({ agent: agent(), message: 'verse', price: paid.price })
    const asked: string[] = []
    const first = await souk()
      .task(id)
      .result({
        timeoutMs: 60_000,
        onQuestion: ({ text }) => {
          asked.push(text)
          return 'red'
        },
      })
    expect([asked, first.text]).toEqual([['Which color?'], 'a red verse'])
    await souk().task(id).ask('Why red?')
    await vi.waitFor(async () => expect((await souk().task(id).market()).awaiting).toBe('client'), polling)
    const changed = marketOf(await souk().task(id).requestChanges('louder'))
    expect([changed.phase, changed.changes?.used]).toEqual(['working', 1])
    expect((await souk().task(id).result({ timeoutMs: 60_000 })).text).toContain('louder!')
    expect(reportedErrors).toEqual([])
  })

  it('answers a question once, even from two processes', async () => {
    work(async (task) => `${(await task.ask('A?')).parts[0]?.text}${(await task.ask('B?')).parts[0]?.text}`)
    const { id } = await souk().hire({ agent: agent(), message: 'go' })
    const wait = () =>
      souk()
        .task(id)
        .result({ timeoutMs: 60_000, onQuestion: ({ text }) => text })
    const [one, two] = await Promise.all([wait(), wait()])
    expect([one.text, two.text]).toEqual(['A?B?', 'A?B?'])
    expect(await actionsOf(one.task)).toBe('ask ask artifact deliver')
  })

  it('rejects the result of work that was declined, canceled, disputed, or takes too long', async () => {
    const { id } = await souk().hire({ agent: agent(), message: 'slow', price: paid.price })
    const late = await souk()
      .task(id)
      .result({ timeoutMs: 300 })
      .catch((error: unknown) => error)
    expect(late).toBeInstanceOf(TaskOutcomeError)
    expect(late).toMatchObject({ code: 'timeout', taskId: id })
    await souk().task(id).cancel()
    await expect(souk().task(id).result()).rejects.toMatchObject({
      code: 'canceled',
      reason: 'client_canceled',
    })
    work((task) => (task.text === 'no' ? task.decline('No.') : 'work'))
    const declined = await souk().hire({ agent: agent(), message: 'no' })
    await expect(declined.result({ timeoutMs: 60_000 })).rejects.toMatchObject({ code: 'rejected' })
    const disputed = await souk().hire({ agent: agent(), message: 'yes', price: paid.price })
    await disputed.result({ timeoutMs: 60_000 })
    const waiting = disputed.result({ until: 'accepted', timeoutMs: 60_000 }).catch((error: unknown) => error)
    await disputed.dispute({ statement: 'Half is missing.', reason: 'incomplete' })
    expect(isTaskOutcomeError(await waiting, 'disputed')).toBe(true)
  })

  it('stops waiting when its signal is aborted', async () => {
    const { id } = await souk().hire({ agent: agent(), message: 'wait' })
    const leaving = new AbortController()
    const waiting = souk().task(id).result({ signal: leaving.signal })
    setTimeout(() => leaving.abort(new Error('leaving')), 100)
    await expect(waiting).rejects.toThrow('leaving')
  })
})

describe('events', () => {
  it('resume after disconnects and in another process without gaps or repeats', async () => {
    let cuts = 0
    /** Cuts every connection after a few events. */
    const client = clientThrough(bench.souk, bench.client.key, async (url, init) => {
      if (!url.includes(':subscribe') || cuts >= 3) return undefined
      cuts += 1
      const response = await fetch(url, init)
      const reader = response.body?.getReader()
      let pieces = 0
      const body = new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          const piece = await reader?.read()
          if (piece?.value === undefined || (pieces += 1) > 2) return controller.error(new Error('cut'))
          return controller.enqueue(piece.value)
        },
        cancel: () => void reader?.cancel(),
      })
      return new Response(body, { headers: response.headers })
    })
    const { id } = await souk().hire({ agent: agent(), message: 'steps' })
    const events = client.task(id).events()
    const seen: TaskEvent[] = []
    const opening = await events.next()
    if (opening.value !== undefined) seen.push(opening.value)
    work(async (task) => {
      for (const step of ['one', 'two', 'three', 'four']) await task.progress(step)
      return 'done'
    })
    for await (const event of events) {
      seen.push(event)
      if (event.type === 'status' && event.text === 'three') break
    }
    const lastEventId = seen.at(-1)?.id
    for await (const event of souk().task(id).events({ lastEventId })) seen.push(event)
    expect(cuts).toBeGreaterThan(1)
    expect(seen.map((event) => event.id)).toEqual(seen.map((_event, index) => String(index + 1)))
    expect(seen.map((event) => event.market.version)).toEqual(seen.map((_event, index) => index + 1))
    expect(seen.map(({ type }) => type)).toEqual([
      'task',
      'status',
      'status',
      'status',
      'status',
      'artifact',
      'status',
    ])
    const all = []
    for await (const event of souk().task(id).events()) all.push(event)
    expect(all).toMatchObject([{ type: 'task', market: { phase: 'completed' } }])
    for await (const event of souk()
      .task(id)
      .events({ lastEventId: seen.at(-1)?.id }))
      all.push(event)
    expect(all).toHaveLength(1)
  })
})

describe('marketOf', () => {
  it('reads tasks, list items, stream events and their members', async () => {
    const { id } = await souk().hire({ agent: agent(), message: 'look' })
    const listed = (await souk().tasks.listTasks({ name: agent() })).tasks[0]
    expect(listed === undefined ? undefined : marketOf(listed).role).toBe('client')
    const sent = await souk().tasks.sendMessage({ name: agent(), message: { parts: [{ text: 'again' }] } })
    expect(marketOf(sent)).toBe(sent.task === undefined ? undefined : marketOf(sent.task))
    work(() => 'work')
    const phases: string[] = []
    for await (const event of souk().tasks.followTask({ name: agent(), taskId: id })) {
      const market = marketOf(event)
      phases.push(market.phase)
      expect(marketOf(event.data)).toBe(market)
      expect(isTaskMarket(market)).toBe(event.data.task !== undefined)
      if (event.data.statusUpdate !== undefined) expect(marketOf(event.data.statusUpdate).by).toBe('provider')
    }
    expect(phases.at(-1)).toBe('completed')
    expect(() => marketOf({})).toThrow('no marketplace metadata')
  })
})
