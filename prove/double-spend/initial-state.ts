/** Where a contest begins: how far the task is, and what both sides have. */
import type { Phase } from 'souk-contract'
import type { State } from '../../server/src/tasks/lifecycle/test-walk.ts'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import { isTaskDeed, type Pair } from './actions.ts'
import { chargesMax, outcomes, price, share, step, type Purse, type Tally, type World } from './model.ts'

const fresh: State = {
  phase: 'requested',
  priced: true,
  funds: 'held',
  work: false,
  delivered: false,
  revisions: 0,
  maxRevisions: 2,
  onSilence: 'accept',
  unseen: false,
}

const worked = { ...fresh, work: true, delivered: true }

export const beginnings = {
  applied: { ...fresh, phase: 'applied', funds: 'none' },
  requested: fresh,
  working: { ...fresh, phase: 'working' },
  delivered: { ...worked, phase: 'delivered' },
  disputed: { ...worked, phase: 'disputed', funds: 'frozen' },
} as const satisfies Partial<Record<Phase, State>>

export type Beginning = keyof typeof beginnings

/** A scene in which somebody can win; mostly one in which the order of the calls decides who. */
export function rollScene(dice: Dice, pair: Pair, called: Tally): World {
  const tasks = tasksFor(pair)
  const isOpen = (world: World) => outcomes(world, pair, called).size > 1
  let scene = anyScene(dice, tasks)
  for (let tries = dice.roll(triesMax); tries > 0 && !isOpen(scene); tries--) scene = anyScene(dice, tasks)
  while (!canWin(scene, pair)) scene = anyScene(dice, tasks)
  return scene
}

const triesMax = 8

function canWin(world: World, pair: Pair): boolean {
  return pair.some((deed) => step(world, deed) !== undefined)
}

/** Where a task may stand for one of the two to be possible, if there is money enough; none where wallets suffice. */
function tasksFor(pair: Pair): readonly State[] {
  if (!pair.some(isTaskDeed)) return []
  return Object.values(beginnings).filter((task) => canWin(worldOf(task, rich, rich), pair))
}

const rich: Purse = { available: 3 * price, held: 0, earnings: 3 * price, payoutPending: 0 }

function anyScene(dice: Dice, tasks: readonly State[]): World {
  const task = tasks.length === 0 ? undefined : dice.pick(tasks)
  const world = worldOf(task, anyPurse(dice), anyPurse(dice))
  return { ...world, earner: dice.pick(['client', 'provider']) }
}

function worldOf(task: State | undefined, client: Purse, provider: Purse): World {
  const held = task === undefined || task.funds === 'none' ? 0 : price
  return {
    task,
    reason: undefined,
    client: { ...client, held },
    provider,
    chargesLeft: chargesMax,
    earner: 'client',
  }
}

/** Nothing, just enough for one, or enough for two and almost for a third. */
function anyPurse(dice: Dice): Purse {
  return {
    available: dice.pick([0, price, 3 * share - 1]),
    held: 0,
    earnings: dice.pick([0, share, 3 * share - 1]),
    payoutPending: 0,
  }
}
