/** Random walk: the same random actions on the service and on a model of it. */
import { expect } from 'vitest'
import { transitions } from '../../server/src/tasks/lifecycle/lifecycle.ts'
import { transitionName } from '../../server/src/tasks/lifecycle/test-walk.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { act } from '../../server/test/tasks/task-model/random-actions.ts'
import { apply, offer, request, withdraw } from '../../server/test/tasks/task-model/random-openings.ts'
import { checkWorld } from '../../server/test/tasks/task-model/compare.ts'
import {
  convert,
  converse,
  openAbandonedTasks,
  rule,
  sleep,
  wait,
} from '../../server/test/tasks/task-model/random-events.ts'
import { newWorld } from '../../server/test/tasks/task-model/create-world.ts'
import { isOpen, type World } from '../../server/test/tasks/task-model/world.ts'

interface WalkOptions {
  readonly seed: number
  readonly actions: number
  /** Continue until every transition and error has occurred. */
  readonly thorough: boolean
  progress(done: number): void
}

export interface WalkResult {
  readonly world: World
  readonly actions: number
}

/** Initial balances of the agents. */
const initialBalances = [300_000, 100_000, 20_000, 3_000, 100, 0]
const openMax = 40
const actionsBetweenChecks = 500

export async function runRandomWalk(souk: Souk, options: WalkOptions): Promise<WalkResult> {
  const world = await newWorld(souk, options.seed, initialBalances)
  let done = 0
  for (let lastCheck = 0; shouldContinue(world, options, done); done += await performRandomAction(world)) {
    options.progress(done)
    if (done - lastCheck < actionsBetweenChecks) continue
    await checkWorld(world)
    lastCheck = done
  }
  await openAbandonedTasks(world)
  // Timeouts alone must end every open task and pay or return all held funds.
  for (let times = 0; times < 3; times++) await sleep(world)
  await checkWorld(world)
  expect(world.tasks.filter(isOpen).map(({ id }) => id)).toEqual([])
  expect(world.players.map(({ books }) => books.held)).toEqual(initialBalances.map(() => 0))
  if (options.thorough) expect(missing(world), `seed ${options.seed}`).toEqual([])
  return { world, actions: done }
}

/** Performs a random action; returns the number of actions it consisted of. */
async function performRandomAction(world: World): Promise<number> {
  const { random, tasks } = world
  const hasCapacity = tasks.filter(isOpen).length < openMax
  const roll = random.below(1000)
  if (tasks.length === 0) await request(world)
  else if (roll < 25) await wait(world)
  else if (roll < 45) await rule(world)
  else if (roll < 65) await convert(world)
  else if (roll < 90) await withdraw(world)
  else if (roll < 105) await converse(world)
  else if (hasCapacity && roll < 350) await request(world)
  else if (hasCapacity && roll < 580) await apply(world)
  else if (hasCapacity && roll < 660) await offer(world)
  else return act(world)
  return 1
}

/**
 * Transitions and errors that have not occurred yet: a walk proves nothing about them. A thorough walk continues until
 * only timeouts are missing, which occur when the remaining tasks run out at its end.
 */
function missing({ taken, tally }: World): string[] {
  const rareOutcomes = outcomes.filter((outcome) => (tally.get(outcome) ?? 0) < 2)
  return [...transitions.filter((row) => !taken.has(row)).map(transitionName), ...rareOutcomes]
}

function shouldContinue(world: World, { actions, thorough }: WalkOptions, done: number): boolean {
  if (done < actions) return true
  return thorough && done < 4 * actions && missing(world).some((name) => !name.startsWith('clock '))
}

const outcomes = [
  'warned',
  '400 task-not-cancelable',
  '400 unsupported-operation',
  '402 insufficient-funds',
  '403 forbidden',
  '404 task-not-found',
  '409 conflict',
  '422 unprocessable',
]
