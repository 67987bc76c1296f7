/** Random events other than task actions: time passes, operators rule, earnings are spent, calls block. */
import type { TaskAction, Terms } from 'souk-contract'
import { expect } from 'vitest'
import { day, hour, minute } from '../../../src/lib/clock.ts'
import { findTransition } from '../../../src/tasks/lifecycle/lifecycle.ts'
import { taskStateOfModel } from '../../../src/tasks/lifecycle/test-walk.ts'
import { workersOf } from '../../../src/workers/index.ts'
import { asOperator } from '../../fixtures/operations.ts'
import { fail } from '../../fixtures/fail.ts'
import { text } from '../../fixtures/a2a/task-messages.ts'
import { usd } from '../../fixtures/people/test-agents.ts'
import { attempt } from './random-actions.ts'
import { hire } from './random-openings.ts'
import { storyOf } from './compare.ts'
import {
  advance,
  agreed,
  count,
  expireOffers,
  applyPosting,
  openTask,
  priceOf,
  applyTimeouts,
  type Player,
  type World,
} from './world.ts'

/** Advances the clock; workers run most of the time, but not always. */
export async function wait(world: World): Promise<void> {
  const { souk, random, story } = world
  const passed = random.chance(50) ? nextMoment(world) : random.pick([minute, 10 * hour, 3 * day, 16 * day])
  souk.clock.advance(passed)
  expireOffers(world)
  story.push(`${passed / hour} hours pass`)
  if (random.chance(75)) await work(world)
}

/** Time until the next warning or timeout, or until just before it. */
function nextMoment({ random, tasks, souk }: World): number {
  const now = souk.clock.now().getTime()
  const moments = tasks
    .flatMap(({ warnAt, dueAt }) => [warnAt, dueAt])
    .filter((moment) => moment !== undefined)
  const moment = moments.length === 0 ? now : random.pick(moments).getTime()
  return Math.max(0, moment - now - random.below(2))
}

/** Lowest price of a task. */
const minPrice = 100

/** Abandoned tasks, one in each phase with a timeout. */
export async function openAbandonedTasks(world: World): Promise<void> {
  // A random walk can leave any of the players without money.
  const byMoney = world.players
    .filter(({ books }) => !books.restricted)
    .toSorted((one, other) => other.books.available - one.books.available)
  const [client, provider] = byMoney
  if (client === undefined || provider === undefined) return fail('no player')
  const price = usd(Math.max(minPrice, Math.floor(client.books.available / 100)))
  const flows: [Partial<Terms>, ...TaskAction[]][] = [
    [{}],
    [{ price }, 'start'],
    [{ price }, 'artifact', 'dispute'],
    [{ price, onSilence: 'accept' }, 'deliver', 'dispute'],
    [{ price, onSilence: 'dispute' }, 'deliver', 'dispute'],
    [{ price, onSilence: 'refund' }, 'deliver', 'dispute'],
    [{ price, maxRevisions: 1 }, 'deliver', 'message'],
    [{ price, onSilence: 'accept' }, 'deliver'],
    [{ price, onSilence: 'accept' }, 'deliver', 'question'],
    [{ price, onSilence: 'dispute' }, 'deliver'],
    [{ price, onSilence: 'refund' }, 'deliver'],
  ]
  for (const [terms, ...actions] of flows) {
    const task = (await hire(world, { client, provider }, terms)) ?? fail('no player can pay')
    for (const action of actions) {
      const by = byClient.has(action) ? client : provider
      const { status } = await attempt(world, task, {
        action,
        by,
        below: provider,
        artifacts: 1,
        hasMessage: false,
      })
      expect(status, storyOf(world)).toBe(200)
    }
  }
}

const byClient: ReadonlySet<TaskAction> = new Set<TaskAction>(['message', 'question', 'dispute'])

/** Advances the clock beyond every timeout without any action. */
export async function sleep(world: World): Promise<void> {
  world.souk.clock.advance(40 * day)
  expireOffers(world)
  world.story.push('no action')
  await work(world)
}

async function work(world: World): Promise<void> {
  const { souk, story } = world
  applyTimeouts(world)
  story.push('due timeouts are applied')
  await souk.work()
  const clocks = workersOf(souk.context).find(({ name }) => name === 'task-timeouts') ?? fail('no clocks')
  for (let rounds = 0; rounds < 20 && (await clocks.work()) > 0; rounds++) count(world, 'busy clocks')
}

/** Ruling on a random task, mostly a disputed one. */
export async function rule(world: World): Promise<void> {
  const { souk, random, tasks, story } = world
  const disputed = tasks.filter(({ state }) => state.phase === 'disputed')
  const among = disputed.length > 0 && random.chance(80) ? disputed : tasks
  if (among.length === 0) return
  const task = random.pick(among)
  const ruling = random.pick(['release', 'refund', 'split'] as const)
  const split = ruling === 'split' ? { toClient: 1 + random.below(priceOf(task) + 1) } : {}
  const move = ({ release: 'ruleRelease', refund: 'ruleRefund', split: 'ruleSplit' } as const)[ruling]
  const row = findTransition(taskStateOfModel(task.state), move, 'operator')
  const uneven = split.toClient !== undefined && split.toClient >= priceOf(task)
  const expected = row === undefined ? 409 : uneven ? 422 : 200
  story.push(`an operator rules ${ruling} ${split.toClient ?? ''} on ${task.id}, expecting ${expected}`)
  const { status } = await souk.call(
    'ruleDispute',
    { taskId: task.id, ruling, ...split, reasons: 'As agreed.' },
    asOperator,
  )
  expect(status, storyOf(world)).toBe(expected)
  if (row !== undefined && status === 200) advance(world, task, row, split)
}

/** Transfers earnings to the spendable balance. */
export async function convert(
  world: World,
  { name, key, books }: Player = world.random.pick(world.players),
): Promise<void> {
  const { souk, random, story } = world
  const amount = Math.max(100, random.chance(80) ? books.earnings : books.earnings + 1)
  const expected = books.restricted ? 403 : amount > books.earnings ? 402 : 200
  story.push(`${name} converts ${amount} of ${books.earnings}, expecting ${expected}`)
  const { status } = await souk.call('fundBalance', { amount, currency: 'USD', source: 'earnings' }, key)
  expect(status, storyOf(world)).toBe(expected)
  if (status === 200) applyPosting(books, { earnings: -amount, available: amount })
}

/** Blocking call while the provider is present, which may answer without a task. */
export async function converse(world: World): Promise<void> {
  const { souk, random, players, tasks, story } = world
  const client = random.pick(players)
  const provider = random.pick(players.filter((player) => player !== client))
  const contextId = `conversation-${tasks.length}`
  const listOwn = () => souk.call('listTasks', { name: provider.name, contextId }, provider.key)
  await listOwn()
  story.push(`${client.name} waits for ${provider.name} in ${contextId}`)
  const message = { parts: text('Are you there?'), contextId }
  const waiting = souk.call('sendMessage', { name: provider.name, message }, client.key)
  const id = await untilFound(async () => (await listOwn()).data.tasks[0]?.id)
  const task = openTask(world, {
    id,
    client,
    provider,
    listing: undefined,
    terms: agreed(),
    phase: 'requested',
    clientWaiting: true,
  })
  await attempt(world, task, {
    action: 'cancel',
    by: client,
    below: provider,
    artifacts: 0,
    hasMessage: false,
  })
  const action = random.pick(['reply', 'reply', 'ask', 'complete', 'decline', 'deliver'] as const)
  const answered = await attempt(world, task, {
    action,
    by: provider,
    below: provider,
    artifacts: 1,
    hasMessage: true,
  })
  expect(answered.status, storyOf(world)).toBe(200)
  const { data } = await waiting
  if (action === 'reply') expect(Object.keys(data), storyOf(world)).toEqual(['message'])
  else {
    task.state = { ...task.state, clientWaiting: false }
    expect(data.task?.id, storyOf(world)).toBe(id)
  }
}

/** Waits until a call in flight has stored its message. */
async function untilFound(look: () => Promise<string | undefined>): Promise<string> {
  for (let tries = 0; tries < 1000; tries++) {
    const found = await look()
    if (found !== undefined) return found
  }
  return fail('nothing was found')
}
