/** Messages are written by a single-statement fast path; it must leave the same rows as the transactional path. */
import type { Task } from 'souk-contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { market, text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let trade: TaskFixture
let task: Task
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  trade = await createTaskFixture(souk)
  task = await trade.hire(0)
})
afterAll(() => souk.stop())

interface SayOptions {
  readonly state?: string
  readonly historyLength?: number
  readonly key?: string
}

const say = (by: 'client' | 'provider', spoken: string, { state, historyLength, key }: SayOptions = {}) =>
  souk.call(
    'sendMessage',
    {
      name: trade.provider.agent.name,
      message: {
        taskId: task.id,
        parts: text(spoken),
        ...(state === undefined ? {} : { metadata: marketMetadata({ state }) }),
      },
      configuration: {
        returnImmediately: true,
        ...(historyLength === undefined ? {} : { historyLength }),
      },
    },
    { ...trade[by].key, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) },
  )

const textsOf = ({ history = [] }: Task) => history.map(({ parts }) => parts[0]?.text)

describe('a message to a task', () => {
  it.each([
    ['client', {}],
    ['provider', {}],
    ['provider', { state: 'working' }],
    ['provider', { state: 'input-required' }],
  ] as const)('from the %s with %j returns the same task as getTask', async (by, fields) => {
    const { data } = await say(by, 'How are you getting on?', fields)
    const { data: seen } = await souk.call(
      'getTask',
      { name: trade.provider.agent.name, taskId: task.id },
      trade[by].key,
    )
    expect(data.task).toEqual(seen)
  })

  it.each([
    [0, undefined],
    [1, ['two']],
    [2, ['one', 'two']],
  ])('returns at most the %i latest messages when historyLength is set', async (historyLength, shown) => {
    await say('client', 'one')
    const { data } = await say('client', 'two', { historyLength })
    expect(data.task?.history === undefined ? undefined : textsOf(data.task)).toEqual(shown)
  })

  it('gets its own position among concurrent messages', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `word ${index}`)
    const responses = await Promise.all(
      texts.map((one, index) => say(index % 2 === 0 ? 'client' : 'provider', one)),
    )
    expect(responses.map(({ status }) => status)).toEqual(texts.map(() => 200))
    const storedTexts = textsOf(await trade.read(task))
    expect(storedTexts.slice(1).toSorted()).toEqual(texts.toSorted())
    // Each response shows the version that its own message made.
    for (const [index, { data }] of responses.entries()) {
      const answered = data.task ?? fail('no task')
      expect(textsOf(answered)).toEqual(storedTexts.slice(0, market(answered).version))
      expect(textsOf(answered).at(-1)).toBe(texts[index])
    }
  })

  it('returns the committed task to a queued call', async () => {
    const lengths = [undefined, undefined, 1, 1, undefined]
    const responses = await Promise.all(
      lengths.map((historyLength, index) =>
        say('provider', `word ${index}`, historyLength === undefined ? {} : { historyLength }),
      ),
    )
    const address = { name: trade.provider.agent.name, taskId: task.id }
    const { data: current } = await souk.call('getTask', address, trade.provider.key)
    const shown = (historyLength: number | undefined, version: number) => {
      const history = current.history?.slice(0, version) ?? []
      return historyLength === undefined ? history : history.slice(-historyLength)
    }
    for (const [index, { data }] of responses.entries()) {
      const answered = data.task ?? fail('no task')
      const { version } = market(answered)
      const history = shown(lengths[index], version)
      if (version === market(current).version) expect(answered).toEqual({ ...current, history })
      else expect(answered.history).toEqual(history)
    }
  })

  it('is stored once per Idempotency-Key and replayed afterwards', async () => {
    const first = await say('client', 'Once, please.', { key: 'only-once' })
    const again = await say('client', 'Once, please.', { key: 'only-once' })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(textsOf(await trade.read(task)).filter((one) => one === 'Once, please.')).toHaveLength(1)
    expect((await say('client', 'Something else.', { key: 'only-once' })).status).toBe(422)
  })

  it.each([
    ['getTask', Number.MAX_SAFE_INTEGER],
    ['getTask', 1e300],
    ['listTasks', Number.MAX_SAFE_INTEGER],
    ['listTasks', 1e300],
  ] as const)('is returned by %s with historyLength %d', async (operation, historyLength) => {
    const input = { name: trade.provider.agent.name, taskId: task.id, historyLength }
    const { status, body } = await souk.call(operation, input, trade.client.key)
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('Please do it')])
    expect(souk.loggedErrors).toEqual([])
  })

  it('is refused with the same errors as on the transactional path', async () => {
    expect((await say('client', 'Go on', { state: 'working' })).status).toBe(403)
    await souk.call('cancelTask', { name: trade.provider.agent.name, taskId: task.id }, trade.client.key)
    expect((await say('client', 'Too late')).status).toBe(400)
  })
})
