/** Concurrent actions must be serializable: the timeline of each task is replayed against the lifecycle table. */
import { taskActions, type TaskAction } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { runTimeouts } from '../../src/tasks/commands/run-timeouts.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { statusesOf } from '../fixtures/people/organizations.ts'
import { seed } from '../fixtures/seeds.ts'
import { send, type Sent } from './task-model/random-actions.ts'
import { checkWorld } from './task-model/compare.ts'
import { newWorld } from './task-model/create-world.ts'
import type { Attempt } from './task-model/predict.ts'
import { replay } from './task-model/replay.ts'
import { agreed, openTask, applyTimeouts } from './task-model/world.ts'
import type { ModelListing, ModelTask, Player, World } from './task-model/world.ts'
import { text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { usd } from '../fixtures/people/test-agents.ts'

let souk: Souk
let world: World
let client: Player
let provider: Player
let rival: Player

beforeAll(async () => {
  souk = await startSouk()
  world = await newWorld(souk, seed, [1_000_000, 0, 500])
  const [rich, worker, poor] = world.players
  client = rich ?? fail('no client')
  provider = worker ?? fail('no provider')
  rival = poor ?? fail('no rival')
})
afterAll(() => souk.stop())
afterEach(() => checkWorld(world))

const plain = (action: TaskAction, by: Player): Attempt => ({
  action,
  by,
  below: provider,
  artifacts: 1,
  hasMessage: false,
})

async function hire(price: number): Promise<ModelTask> {
  const terms = price === 0 ? {} : { price: usd(price) }
  const message = { parts: text('Please'), metadata: marketMetadata({ terms }) }
  const configuration = { returnImmediately: true }
  const { data } = await souk.call('sendMessage', { name: provider.name, message, configuration }, client.key)
  return openTask(world, { ...request(), id: data.task?.id ?? fail('no task'), terms: agreed(terms) })
}

const request = () => ({
  client,
  provider,
  listing: undefined,
  terms: agreed(),
  phase: 'requested' as const,
  clientWaiting: false,
})

/** A listing with two applications. */
async function applications(
  price: number,
  one: Player,
  other: Player,
  by = client,
): Promise<[ModelTask, ModelTask]> {
  const terms = { price: usd(price) }
  const fields = { title: 'Work', description: 'To be done.', budget: terms.price }
  const { listing } = (await souk.call('createListing', fields, by.key)).data
  const known: ModelListing = { id: listing.id, client: by, terms, status: 'open' }
  const applied = async (applicant: Player) => {
    const input = { listingId: listing.id, text: 'I can' }
    const { id } = (await souk.call('applyToListing', input, applicant.key)).data.task
    const sides = { client: by, provider: applicant, listing: known }
    return openTask(world, { ...request(), ...sides, id, terms: agreed(terms), phase: 'applied' })
  }
  return [await applied(one), await applied(other)]
}

/** Creates a task in the phase in which a race starts. */
async function start(price: number, ...steps: readonly Attempt[]): Promise<ModelTask> {
  const task = await hire(price)
  for (const step of steps) expect((await send(world, task, step)).status).toBe(200)
  await replay(world, task)
  return task
}

/** Runs the attempts concurrently; each must succeed or be refused with a documented error. */
async function race(task: ModelTask, attempts: readonly Attempt[]): Promise<Sent[]> {
  const responses = await Promise.all(attempts.map((tried) => send(world, task, tried)))
  const odd = responses.filter(({ status, kind }) => status !== 200 && !refusals.has(`${status} ${kind}`))
  expect(odd, `seed ${seed}: ${attempts.map(({ action }) => action).join(', ')}`).toEqual([])
  return responses
}

const refusals: ReadonlySet<string> = new Set([
  '400 task-not-cancelable',
  '400 unsupported-operation',
  '402 insufficient-funds',
  '403 forbidden',
  '404 not-found',
  '409 conflict',
])

const times = <T>(count: number, thing: T): T[] => Array.from({ length: count }, () => thing)
const won = (responses: readonly Sent[]) => responses.filter(({ status }) => status === 200).length

describe('concurrent actions of the parties', () => {
  const delivered = () => start(300, plain('deliver', provider))

  it.each<[string, () => Promise<ModelTask>, TaskAction, 'client' | 'provider', number]>([
    ['accept', delivered, 'accept', 'client', 403],
    ['dispute', delivered, 'dispute', 'provider', 403],
    ['deliver', () => start(300), 'deliver', 'provider', 403],
    ['deliver free work', () => start(0), 'deliver', 'provider', 403],
    ['decline', () => start(300), 'decline', 'provider', 400],
    ['complete', () => start(0), 'complete', 'provider', 400],
    ['fail', delivered, 'fail', 'provider', 400],
  ])('one of eight concurrent attempts to %s succeeds', async (_name, begin, action, side, refused) => {
    const task = await begin()
    const responses = await race(task, times(8, plain(action, task[side])))
    expect(statusesOf(responses)).toEqual([200, ...times(7, refused)])
    const fresh = await replay(world, task)
    expect(fresh.filter((entry) => entry.action === action)).toHaveLength(1)
  })

  it('cancel once and return the canceled task to every caller', async () => {
    const task = await start(300)
    const responses = await race(task, times(8, plain('cancel', client)))
    expect(won(responses)).toBe(8)
    expect(await replay(world, task)).toHaveLength(1)
  })

  it('accept a version once', async () => {
    const task = await delivered()
    const tried = { ...plain('accept', client), expectedVersion: task.seq }
    expect(statusesOf(await race(task, times(8, tried)))).toEqual([200, ...times(7, 409)])
    await replay(world, task)
  })

  it('either pay or refund a task, never both', async () => {
    for (let round = 0; round < 12; round++) {
      const task = await delivered()
      const mixed = [plain('accept', client), plain('fail', provider)]
      const responses = await race(task, times(4, mixed).flat())
      expect(won(responses)).toBe(1)
      await replay(world, task)
      expect(['accepted', 'provider_failed']).toContain(task.reason)
    }
  })

  it('either cancel or start the work, never both', async () => {
    for (let round = 0; round < 12; round++) {
      const task = await start(300)
      const cancels = times(4, plain('cancel', client))
      const responses = await race(task, [...cancels, ...times(4, plain('artifact', provider))])
      await replay(world, task)
      const canceled = won(responses.slice(0, 4))
      const worked = won(responses.slice(4))
      expect([task.state.phase, canceled, worked]).toEqual(
        canceled > 0 ? ['canceled', 4, 0] : ['working', 0, 4],
      )
    }
  })

  it('are serializable when chosen at random', { timeout: 60_000 }, async () => {
    const beginnings = [
      () => start(0),
      () => start(700),
      () => start(700, plain('ask', provider)),
      () => start(700, plain('artifact', provider)),
      delivered,
      () => start(700, plain('deliver', provider), plain('dispute', client)),
    ]
    for (let round = 0; round < 60; round++) {
      const task = await world.random.pick(beginnings)()
      const attempts = times(8, 0).map(() =>
        plain(world.random.pick(taskActions), world.random.pick([client, provider])),
      )
      const responses = await race(task, attempts)
      const fresh = await replay(world, task)
      const again = attempts.filter(
        ({ action }, index) => action === 'cancel' && responses[index]?.status === 200,
      )
      const stepEvents = fresh.filter(({ action }) => action !== 'artifact' && action !== 'start').length
      const done = attempts.filter(
        ({ action }, index) => changes(action) && responses[index]?.status === 200,
      ).length
      expect(stepEvents, `seed ${seed}`).toBe(done - Math.max(0, again.length - 1))
    }
  })

  /** Actions that add exactly one event of their kind. */
  const changes = (action: TaskAction) => action !== 'artifact' && action !== 'start'
})

describe('timeouts concurrent with actions', () => {
  it('fire at most once and only if no action came first', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 10; round++) {
      const task = await start(300, plain('deliver', provider))
      souk.clock.advance(3 * day)
      const timeoutRuns = Promise.all(times(4, souk.context).map(runTimeouts))
      const responses = await race(task, [
        plain('accept', client),
        plain('dispute', client),
        plain('fail', provider),
      ])
      await timeoutRuns
      while ((await runTimeouts(souk.context)) > 0) world.story.push('more clocks strike')
      const fresh = await replay(world, task)
      applyTimeouts(world)
      expect(fresh.filter(({ by }) => by === 'clock').length).toBeLessThanOrEqual(1)
      expect(fresh.filter(({ by }) => by !== 'clock')).toHaveLength(won(responses))
    }
  })
})

describe('awardTask', () => {
  const award = (task: ModelTask) =>
    send(world, task, { ...plain('award', task.client), below: task.provider })
  const statusOf = async ({ listing }: ModelTask) =>
    (await souk.call('getListing', { listingId: listing?.id ?? '' }, client.key)).data.listing

  it('awards one of two concurrently awarded applications and holds the funds once', async () => {
    for (let round = 0; round < 10; round++) {
      const [first, second] = await applications(400, provider, rival)
      const responses = await Promise.all(times(4, [first, second]).flat().map(award))
      expect(statusesOf(responses)).toEqual([200, ...times(7, 403)])
      const winner = responses.findIndex(({ status }) => status === 200) % 2 === 0 ? first : second
      for (const task of [first, second]) await replay(world, task)
      expect(winner.state).toMatchObject({ phase: 'working', funds: 'held' })
      expect(await statusOf(first)).toMatchObject({ status: 'filled', awardedTaskId: winner.id })
    }
  })

  it('either awards an application or lets it be withdrawn, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const [first, second] = await applications(400, provider, rival)
      const [awarded, withdrawn] = await Promise.all([
        award(first),
        send(world, first, plain('cancel', provider)),
      ])
      expect([
        [200, 403],
        [403, 200],
      ]).toContainEqual([awarded.status, withdrawn.status])
      for (const task of [first, second]) await replay(world, task)
      expect((await statusOf(first)).status).toBe(awarded.status === 200 ? 'filled' : 'open')
    }
  })

  it('either awards a listing or lets it be deleted, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const [first, second] = await applications(400, provider, rival)
      const listingId = first.listing?.id ?? ''
      const [awarded, deleted] = await Promise.all([
        award(first),
        souk.call('deleteListing', { listingId }, client.key),
      ])
      expect([
        [200, 409],
        [403, 200],
      ]).toContainEqual([awarded.status, deleted.status])
      for (const task of [first, second]) await replay(world, task)
      expect(first.reason).toBe(awarded.status === 200 ? undefined : 'not_selected')
      expect(second.reason).toBe('not_selected')
    }
  })

  it('changes nothing when funds are insufficient', async () => {
    const [first, second] = await applications(501, provider, client, rival)
    const responses = await Promise.all(times(4, [first, second]).flat().map(award))
    expect(statusesOf(responses)).toEqual(times(8, 402))
    for (const task of [first, second]) expect(await replay(world, task)).toEqual([])
    expect((await statusOf(first)).status).toBe('open')
  })

  it('awards one of two listings when funds suffice for one', async () => {
    const [first] = await applications(400, provider, client, rival)
    const [second] = await applications(400, provider, client, rival)
    const responses = await Promise.all([award(first), award(second)])
    expect(statusesOf(responses)).toEqual([200, 402])
    for (const task of [first, second]) await replay(world, task)
    expect(rival.books).toMatchObject({ available: 100, held: 400 })
  })
})

describe('sendMessage', () => {
  it(
    'returns the answer of the provider to the blocked client however early it arrives',
    { timeout: 60_000 },
    async () => {
      for (let round = 0; round < 40; round++) {
        const contextId = `early-${round}`
        const look = () => souk.call('listTasks', { name: provider.name, contextId }, provider.key)
        await look()
        const message = { parts: text('Are you there?'), contextId }
        const waiting = souk.call('sendMessage', { name: provider.name, message }, client.key)
        let id: string | undefined
        while (id === undefined) id = (await look()).data.tasks[0]?.id
        const task = openTask(world, { ...request(), id, clientWaiting: true })
        const action = round % 2 === 0 ? 'reply' : 'ask'
        const responses = await race(task, times(3, plain(action, provider)))
        expect(won(responses)).toBe(action === 'reply' ? 1 : 3)
        const { data } = await waiting
        if (action === 'reply')
          expect(data).toEqual({ message: expect.objectContaining({ role: 'ROLE_AGENT' }) })
        else expect(data.task?.status.state).toBe('TASK_STATE_INPUT_REQUIRED')
        task.state = { ...task.state, clientWaiting: action === 'reply' }
        await replay(world, task)
      }
    },
  )
})
