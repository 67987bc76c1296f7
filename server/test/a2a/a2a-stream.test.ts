/** Task streams: every change once, in order, numbered, identical for all subscribers, up to the end. */
import { sql } from 'kysely'
import { marketplaceExtension, type Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  callA2a,
  openStream,
  startA2aServer,
  setTaskState,
  type RequestOptions,
  type StreamReader,
  type Frame,
  type A2aServer,
} from '../fixtures/a2a/a2a-server.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { fail } from '../fixtures/fail.ts'
import { market, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let server: A2aServer
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  server = await startA2aServer()
  client = await createTestAgent(server.souk)
  provider = await createTestAgent(server.souk)
  await createPaymentActions(server.souk).topUp(client.person, client.agent, 100_000)
})
afterAll(() => server.stop())
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

async function request(message: object = {}): Promise<Task> {
  const body = { parts: text('Hello'), ...message }
  const input = { name: provider.agent.name, message: body, configuration: { returnImmediately: true } }
  return (await server.souk.call('sendMessage', input, client.key)).data.task ?? fail('no task')
}
const hire = () => request({ metadata: marketMetadata({ terms: { price: usd(500) } }) })

const path = ({ id }: Task) => `/tasks/${id}:subscribe`
const subscribe = (task: Task, as = client, asking: RequestOptions = {}) =>
  openStream(server, provider, path(task), as, asking)
const resume = (task: Task, after: number | string) =>
  subscribe(task, client, { headers: { 'last-event-id': String(after) } })
const refusal = async (task: Task, as = client, asking: RequestOptions = {}) => {
  const response = await callA2a(server, provider, path(task), as, { method: 'POST', ...asking })
  const body: { error: { details: { reason: string }[] } } = await response.json()
  const type = response.headers.get('content-type') ?? ''
  return [response.status, type.split(';')[0], body.error.details[0]?.reason]
}

const state = (task: Task, value: string) => setTaskState(server.souk, provider, task.id, { state: value })
const say = ({ id: taskId }: Task, as = client) =>
  server.souk.call(
    'sendMessage',
    {
      name: provider.agent.name,
      message: { parts: text('More'), taskId },
      configuration: { returnImmediately: true },
    },
    as.key,
  )
const act = (
  name: 'acceptTask' | 'cancelTask' | 'deliverTask' | 'disputeTask',
  task: Task,
  as: TestAgent,
) => {
  const more = name === 'deliverTask' ? { artifacts: [{ parts: text('Dear Sir') }] } : {}
  return server.souk.call(name, { name: provider.agent.name, taskId: task.id, ...more }, as.key)
}
const submit = (task: Task, fields: object, content = 'Dear') =>
  server.souk.call(
    'submitArtifact',
    {
      name: provider.agent.name,
      taskId: task.id,
      artifact: { artifactId: 'letter', parts: text(content) },
      ...fields,
    },
    provider.key,
  )

const raws = (frames: readonly Frame[]) => frames.map(({ raw }) => raw)
const ids = (frames: readonly Frame[]) => frames.map(({ id }) => Number(id))
const upTo = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Runs a task through every kind of event. */
async function runThroughPhases(task: Task): Promise<void> {
  await state(task, 'working')
  await state(task, 'input-required')
  await say(task)
  await submit(task, { lastChunk: false })
  await submit(task, { append: true, lastChunk: true }, ' Sir')
  await act('deliverTask', task, provider)
  await act('acceptTask', task, client)
}

describe('subscribeToTask', () => {
  it('numbers every change of a task, without a gap', async () => {
    const task = await hire()
    const stream = await subscribe(task)
    await runThroughPhases(task)
    const frames = await stream.rest()
    expect(ids(frames)).toEqual(upTo(1, frames.length))
    expect(frames.map(({ data }) => Object.keys(data).join())).toEqual([
      'task',
      'statusUpdate',
      'statusUpdate',
      'statusUpdate',
      'artifactUpdate',
      'artifactUpdate',
      'artifactUpdate',
      'statusUpdate',
      'statusUpdate',
    ])
    const versions = frames.map(({ data: { task: whole, statusUpdate, artifactUpdate } }) =>
      Object((whole ?? statusUpdate ?? artifactUpdate)?.metadata?.[marketplaceExtension]),
    )
    expect(versions.map(({ version }) => version)).toEqual(ids(frames))
    expect(frames.at(-1)?.data.statusUpdate?.status.state).toBe('TASK_STATE_COMPLETED')
  })

  it('resumes after any event with exactly the following ones', async () => {
    const task = await hire()
    const whole = await subscribe(task)
    const early = await Promise.all([resume(task, 1), resume(task, 0)])
    await runThroughPhases(task)
    const frames = await whole.rest()
    const [joined = [], replayed = []] = await Promise.all(early.map((stream) => stream.rest()))
    expect(raws(joined)).toEqual(raws(frames.slice(1)))
    expect([ids(replayed), raws(replayed.slice(1))]).toEqual([ids(frames), raws(frames.slice(1))])
    for (const seen of upTo(1, frames.length - 1)) {
      expect(raws(await (await resume(task, seen)).rest())).toEqual(raws(frames.slice(seen)))
    }
  })

  it('begins with the task for an unknown last event', async () => {
    const task = await request()
    for (const last of ['99', '-1', 'made-up', '1.5', '99999999999999999999']) {
      const stream = await resume(task, last)
      expect((await stream.next())?.data.task?.id).toBe(task.id)
      stream.disconnect()
    }
  })

  it('sends the same bytes to two subscribers, one with GET and one with POST', async () => {
    const task = await hire()
    await state(task, 'working')
    const streams = [await subscribe(task), await subscribe(task, client, { method: 'GET' })]
    const gone = await subscribe(task)
    await gone.next()
    gone.disconnect()
    await runThroughPhases(task)
    const [posted = [], got = []] = await Promise.all(streams.map((stream) => stream.rest()))
    expect(raws(got)).toEqual(raws(posted))
    expect(ids(posted)).toEqual(upTo(2, posted.length + 1))
  })

  it('sends both parties the same events after their own view of the task', async () => {
    const task = await request()
    const streams = [await subscribe(task), await subscribe(task, provider)]
    await act('deliverTask', task, provider)
    const [seen = [], own = []] = await Promise.all(streams.map((stream) => stream.rest()))
    expect([seen, own].map(([first]) => market(first?.data.task ?? fail('no task')).role)).toEqual([
      'client',
      'provider',
    ])
    expect(raws(own.slice(1))).toEqual(raws(seen.slice(1)))
  })

  it('disables caching and transformation', async () => {
    const task = await request()
    const { response, disconnect: cut } = await subscribe(task)
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    cut()
  })

  it('sends keep-alive comments while idle', async () => {
    const stream = await subscribe(await request())
    await stream.next()
    expect(await stream.block()).toMatch(/^: /)
    stream.disconnect()
  })
})

describe('the end of subscribeToTask', () => {
  const next = async (stream: StreamReader) => (await stream.next())?.data.statusUpdate?.status.state

  it('does not occur in states that are not terminal', async () => {
    const task = await hire()
    const stream = await subscribe(task)
    await stream.next()
    for (const [sent, shown] of [
      ['working', 'TASK_STATE_WORKING'],
      ['input-required', 'TASK_STATE_INPUT_REQUIRED'],
      ['auth-required', 'TASK_STATE_AUTH_REQUIRED'],
    ] as const) {
      await state(task, sent)
      expect(await next(stream)).toBe(shown)
    }
    await act('deliverTask', task, provider)
    expect((await stream.next())?.data.artifactUpdate?.lastChunk).toBe(true)
    expect(await next(stream)).toBe('TASK_STATE_INPUT_REQUIRED')
    await act('disputeTask', task, client)
    expect(await next(stream)).toBe('TASK_STATE_INPUT_REQUIRED')
    await say(task)
    expect(await next(stream)).toBe('TASK_STATE_INPUT_REQUIRED')
    await act('acceptTask', task, client)
    expect(await next(stream)).toBe('TASK_STATE_COMPLETED')
    expect(await stream.next()).toBeUndefined()
  })

  it.each([
    ['delivered', 'input_required', 'delivered'],
    ['disputed', 'input_required', 'disputed'],
    ['auth-required', 'auth_required', 'auth_required'],
    ['input-required', 'input_required', 'input_required'],
  ])('does not prevent subscribing while the task is %s', async (sent, shown, phase) => {
    const task = await hire()
    if (sent.endsWith('required')) await state(task, sent)
    else await act('deliverTask', task, provider)
    if (sent === 'disputed') await act('disputeTask', task, client)
    const stream = await subscribe(task)
    const whole = (await stream.next())?.data.task ?? fail('no task')
    expect([whole.status.state, market(whole).phase]).toEqual([`TASK_STATE_${shown.toUpperCase()}`, phase])
    await state(task, 'failed')
    expect(await next(stream)).toBe('TASK_STATE_FAILED')
    expect(await stream.next()).toBeUndefined()
  })

  it.each([
    ['canceled', (task: Task) => act('cancelTask', task, client)],
    ['rejected', (task: Task) => state(task, 'rejected')],
    ['failed', (task: Task) => state(task, 'failed')],
    ['completed', (task: Task) => state(task, 'completed')],
  ])('follows the event that made the task %s, after which subscribing is refused', async (end, make) => {
    const task = await request()
    const stream = await subscribe(task)
    await make(task)
    const frames = await stream.rest()
    expect(frames.at(-1)?.data.statusUpdate?.status.state).toBe(`TASK_STATE_${end.toUpperCase()}`)
    const unsupported = [400, 'application/json', 'UNSUPPORTED_OPERATION']
    expect(await refusal(task)).toEqual(unsupported)
    expect(await refusal(task, client, { method: 'GET' })).toEqual(unsupported)
    const last = frames.at(-1)?.id ?? ''
    expect(await refusal(task, client, { headers: { 'last-event-id': last } })).toEqual(unsupported)
    expect(ids(await (await resume(task, Number(last) - 1)).rest())).toEqual([Number(last)])
  })

  it('is not reached by strangers: subscribing returns 404', async () => {
    const task = await request()
    const stranger = await createTestAgent(server.souk)
    const missing = { ...task, id: 'task_unheard-of' }
    for (const [target, as] of [
      [task, stranger],
      [missing, client],
    ] as const) {
      expect(await refusal(target, as)).toEqual([404, 'application/json', 'TASK_NOT_FOUND'])
    }
  })
})

describe('submitArtifact', () => {
  it('streams the artifact in the submitted chunks', async () => {
    const task = await request()
    const stream = await subscribe(task)
    await submit(task, { lastChunk: false }, 'Dear ')
    await submit(task, { append: true }, 'Sir')
    await submit(task, { append: true, lastChunk: true }, '.')
    await state(task, 'completed')
    const updates = (await stream.rest()).flatMap(({ data: { artifactUpdate } }) => artifactUpdate ?? [])
    expect(updates).toMatchObject([
      { append: false, lastChunk: false, artifact: { artifactId: 'letter', parts: text('Dear ') } },
      { append: true, lastChunk: false, artifact: { parts: text('Sir') } },
      { append: true, lastChunk: true, artifact: { parts: text('.') } },
    ])
    const { data } = await server.souk.call(
      'getTask',
      { name: provider.agent.name, taskId: task.id },
      client.key,
    )
    expect(data.artifacts?.[0]?.parts.map((part) => part.text)).toEqual(['Dear ', 'Sir', '.'])
  })
})

describe('events of concurrent writers', () => {
  it('reach late subscribers once and in order', async () => {
    const task = await request()
    await state(task, 'working')
    const numbers = Array.from({ length: 40 }, (_, turn) => turn)
    const joined: Promise<StreamReader>[] = []
    await Promise.all(
      numbers.map(async (turn) => {
        await say(task, turn % 2 === 0 ? client : provider)
        if (turn % 8 === 0) joined.push(subscribe(task))
      }),
    )
    await state(task, 'completed')
    const all = await Promise.all(joined.map(async (stream) => (await stream).rest()))
    const last = 2 + numbers.length + 1
    const whole = new Map(
      all.flat().map(({ id, data, raw }) => [data.task === undefined ? id : `from ${id}`, raw]),
    )
    expect(all).toHaveLength(5)
    for (const frames of all) {
      expect(ids(frames)).toEqual(upTo(Number(frames[0]?.id), last))
      expect(raws(frames.slice(1))).toEqual(frames.slice(1).map(({ id }) => whole.get(id)))
      const seen = frames[0]?.data.task?.history?.length ?? 0
      expect(seen).toBe(Number(frames[0]?.id))
    }
  })
})

describe('streamMessage', () => {
  it('streams a new task and a message to an existing one', async () => {
    const body = { message: { parts: text('Hello') } }
    const first = await openStream(server, provider, '/message:stream', client, { body })
    const task = (await first.next())?.data.task ?? fail('no task')
    await state(task, 'input-required')
    const answer = { message: { parts: text('Here'), taskId: task.id } }
    const second = await openStream(server, provider, '/message:stream', client, { body: answer })
    const opened = await second.next()
    expect([opened?.id, opened?.data.task?.status.state]).toEqual(['3', 'TASK_STATE_WORKING'])
    await state(task, 'completed')
    expect([ids(await first.rest()), ids(await second.rest())]).toEqual([[2, 3, 4], [4]])
  })

  it('ends with an error event after a failure', async () => {
    const task = await request()
    const stream = await subscribe(task)
    await stream.next()
    const { database } = server.souk.context
    await sql`alter table task_events rename to mislaid`.execute(database)
    let last = await stream.block()
    while (last === ': still here') last = await stream.block()
    await sql`alter table mislaid rename to task_events`.execute(database)
    const [, data] = /^event: error\ndata: (.+)$/.exec(last ?? '') ?? fail(`the last word was ${last}`)
    expect(JSON.parse(data ?? '')).toMatchObject({
      status: 500,
      error: { code: 500, status: 'INTERNAL', details: [{ reason: 'INTERNAL_ERROR' }] },
    })
    expect(await stream.block()).toBeUndefined()
    expect(server.souk.loggedErrors.splice(0)).toContainEqual(expect.stringContaining('stream failed'))
    await state(task, 'completed')
    expect(ids(await (await resume(task, 1)).rest())).toEqual([2])
  })

  it('refuses with JSON before it starts', async () => {
    const response = await callA2a(server, provider, '/message:stream', client, {
      method: 'POST',
      body: { message: { parts: [] } },
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      400,
      'application/json; charset=utf-8',
    ])
  })
})
