/** Replays a task's timeline in the model; fails if the lifecycle table does not allow an entry. */
import type { TaskDispute, TimelineEntry } from 'souk-contract'
import { expect } from 'vitest'
import { findTransition, transitions } from '../../../src/tasks/lifecycle/lifecycle.ts'
import { nameOf, taskStateOfModel } from '../../../src/tasks/lifecycle/test-walk.ts'
import type { EventActor } from '../../../src/db/tables/task-tables.ts'
import { market } from '../../fixtures/a2a/task-messages.ts'
import { fail } from '../../fixtures/fail.ts'
import { checkTask } from './compare.ts'
import { advance, type ModelTask, type World } from './world.ts'

/** Applies the timeline entries that the model has not seen; returns them. */
export async function replay(world: World, task: ModelTask): Promise<TimelineEntry[]> {
  const { souk } = world
  const address = { name: task.provider.name, taskId: task.id, include: 'timeline' }
  const shown = (await souk.call('getTask', address, task.provider.key)).data
  const fresh = (market(shown).timeline ?? []).slice(task.seq)
  const hasOffers = fresh.some(({ action }) => action === 'offer' || action === 'settle')
  const dispute = hasOffers ? await readDispute(world, task) : undefined
  for (const entry of fresh) follow(world, task, entry, dispute?.ended?.toClient?.amount)
  for (const { by, offerId: id, toClient, expiresAt } of dispute?.offers ?? []) {
    const offer = { id, toClient: toClient.amount, expiresAt: new Date(expiresAt) }
    task.offers = { ...task.offers, [by]: offer }
  }
  checkTask(world, task, task.provider, shown)
  return fresh
}

function follow(
  world: World,
  task: ModelTask,
  { action, by, phase, reason }: TimelineEntry,
  toClient = 0,
): void {
  // Artifacts of a delivery precede it in the timeline and do not start the task.
  if (action === 'artifact' && phase === 'requested') {
    task.seq += 1
    task.state = { ...task.state, work: true }
    return
  }
  if (action === 'warn') {
    task.seq += 1
    task.warnAt = undefined
    return
  }
  const before = `${nameOf(task.state)}: ${by} ${action}`
  const move = transitions.find((row) => row.action === action)?.action ?? fail(`no move ${action}`)
  const row =
    findTransition(taskStateOfModel(task.state), move, actorOf(by)) ?? fail(`not possible: ${before}`)
  advance(world, task, row, { toClient })
  expect({ phase: task.state.phase, reason: task.reason }, before).toEqual({ phase, reason })
}

async function readDispute({ souk }: World, task: ModelTask): Promise<TaskDispute> {
  const address = { name: task.provider.name, taskId: task.id }
  return (await souk.call('getTaskDispute', address, task.provider.key)).data
}

const actors: readonly EventActor[] = ['client', 'provider', 'operator', 'clock', 'listing']

function actorOf(name: string): EventActor {
  return actors.find((maker) => maker === name) ?? fail(`unknown actor ${name}`)
}
