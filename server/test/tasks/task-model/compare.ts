/** Compares the service with the model. */
import { taskActions, type Market, type Task, type TaskDispute } from 'souk-contract'
import { expect } from 'vitest'
import { awaitedBy } from '../../../src/tasks/lifecycle/awaited-by.ts'
import { findTransition } from '../../../src/tasks/lifecycle/lifecycle.ts'
import { taskStateOfModel } from '../../../src/tasks/lifecycle/test-walk.ts'
import { platformBalances } from '../../../src/money/ledger/roll-up-queries.ts'
import { reconcile } from '../../../src/money/ledger/reconcile.ts'
import { market } from '../../fixtures/a2a/task-messages.ts'
import { sideOf } from './predict.ts'
import { priceOf, type ModelTask, type Player, type World } from './world.ts'

/** The latest actions, as the message of a failed assertion. */
export function storyOf({ story }: World): string {
  return story.slice(-12).join('\n')
}

/** Compares a task in a response with the model. */
export function checkTask(world: World, task: ModelTask, viewer: Player, shown: Task): void {
  expect(summary(market(shown)), storyOf(world)).toEqual(expected(task, viewer))
}

/** Compares a dispute in a response with the model. */
export function checkDispute(world: World, task: ModelTask, shown: TaskDispute): void {
  const { phase, version, reason } = shown
  expect({ phase, version, reason }, storyOf(world)).toEqual({
    phase: task.state.phase,
    version: task.seq,
    reason: task.reason,
  })
  expect(shown.status === 'open', storyOf(world)).toBe(task.state.phase === 'disputed')
}

/** Compares every task that changed since the last check, as seen by both parties and a stranger, and all balances. */
export async function checkWorld(world: World): Promise<void> {
  const stale = world.tasks.filter((task) => task.stale)
  for (let index = 0; index < stale.length; index += 8) {
    await Promise.all(stale.slice(index, index + 8).map((task) => checkViews(world, task)))
  }
  await checkMoney(world)
  await Promise.all(world.players.map((player) => checkLists(world, player)))
  expect(world.souk.loggedErrors, storyOf(world)).toEqual([])
}

async function checkViews(world: World, task: ModelTask): Promise<void> {
  task.stale = false
  for (const viewer of [task.client, task.provider, stranger(world, task)])
    await checkView(world, task, viewer)
}

async function checkView(world: World, task: ModelTask, viewer: Player): Promise<void> {
  const address = { name: task.provider.name, taskId: task.id, include: 'timeline' }
  const { status, data } = await seen(world, address, viewer)
  expect(status, `${viewer.name} reads ${task.id}\n${storyOf(world)}`).toBe(
    sideOf(task, viewer) === undefined ? 404 : 200,
  )
  if (data === undefined) return
  checkTask(world, task, viewer, data)
  const numbers = (market(data).timeline ?? []).map(({ seq }) => seq)
  expect(numbers, storyOf(world)).toEqual(Array.from({ length: task.seq }, (_, index) => index + 1))
}

async function seen({ souk }: World, address: { name: string; taskId: string }, { key }: Player) {
  const response = await souk.call('getTask', address, key)
  return { status: response.status, data: response.status === 200 ? response.data : undefined }
}

/** A player who is not a party to the task. */
export function stranger({ players, random }: World, { client, provider }: ModelTask): Player {
  return random.pick(players.filter((player) => player !== client && player !== provider))
}

async function checkMoney(world: World): Promise<void> {
  const { souk, players, revenue } = world
  for (const { key, name, books } of players) {
    const { balance } = (await souk.call('getBalance', {}, key)).data
    expect({ name, ...balance }, storyOf(world)).toEqual({
      name,
      currency: 'USD',
      pendingReason: null,
      debtPlan: null,
      cleared: books.earnings,
      ...books,
    })
  }
  const platform = await souk.context.store.read((reader) => platformBalances(reader, 'sandbox'))
  const earned = platform.find(({ kind }) => kind === 'revenue')?.balance ?? 0n
  expect(Number(earned), storyOf(world)).toBe(revenue)
  const { checks } = await souk.context.store.read(reconcile)
  expect(
    checks.filter(({ violations }) => violations > 0),
    storyOf(world),
  ).toEqual([])
}

async function checkLists(world: World, player: Player): Promise<void> {
  const { souk, tasks } = world
  for (const role of ['client', 'provider'] as const) {
    const { data } = await souk.call('listTasks', { name: player.name, role, pageSize: 1 }, player.key)
    const own = tasks.filter((task) => sideOf(task, player) === role)
    expect(data.totalSize, `${player.name} as ${role}\n${storyOf(world)}`).toBe(own.length)
  }
}

/** The fields of a task that the model predicts. */
function expected(task: ModelTask, viewer: Player) {
  const { state, reason, seq, dueAt, terms } = task
  const side = viewer === task.provider ? 'provider' : 'client'
  const current = taskStateOfModel(state)
  return {
    phase: state.phase,
    reason,
    role: side,
    version: seq,
    allowedActions: taskActions.filter((action) => findTransition(current, action, side) !== undefined),
    held: state.funds === 'none' ? 0 : priceOf(task),
    revisionsUsed: state.revisions,
    changes: { used: state.revisions, included: terms.maxRevisions },
    awaiting: awaitedBy(current),
    next: dueAt?.toISOString(),
    terms,
  }
}

function summary(view: Market) {
  const { phase, reason, role, version, allowedActions, heldFunds, terms } = view
  const { revisionsUsed, changes, awaiting, deadlines } = view
  const held = heldFunds?.amount ?? 0
  const turn = { revisionsUsed, changes, awaiting, next: deadlines?.next }
  return { phase, reason, role, version, allowedActions, held, ...turn, terms }
}
