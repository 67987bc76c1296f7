/** Random initial states of a race: phase of the task and balances of both sides. */
import type { Phase } from 'souk-contract'
import type { ModelState as TaskModel } from '../../server/src/tasks/lifecycle/test-walk.ts'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import { isTaskAction, type Pair } from './actions.ts'
import {
  chargesMax,
  outcomes,
  price,
  share,
  applyAction,
  type Balances,
  type CountPair,
  type ModelState,
} from './model.ts'

const fresh: TaskModel = {
  phase: 'requested',
  priced: true,
  funds: 'held',
  work: false,
  delivered: false,
  revisions: 0,
  maxRevisions: 2,
  onSilence: 'accept',
  clientWaiting: false,
}

const worked = { ...fresh, work: true, delivered: true }

export const initialTasks = {
  applied: { ...fresh, phase: 'applied', funds: 'none' },
  requested: fresh,
  working: { ...fresh, phase: 'working' },
  delivered: { ...worked, phase: 'delivered' },
  disputed: { ...worked, phase: 'disputed', funds: 'frozen' },
} as const satisfies Partial<Record<Phase, TaskModel>>

export type InitialPhase = keyof typeof initialTasks

/** A state in which at least one call can succeed; usually one in which the order of the calls matters. */
export function rollInitialState(dice: Dice, pair: Pair, called: CountPair): ModelState {
  const tasks = tasksFor(pair)
  const isOrderDependent = (state: ModelState) => outcomes(state, pair, called).size > 1
  let candidate = randomState(dice, tasks)
  for (let attempts = dice.roll(attemptsMax); attempts > 0 && !isOrderDependent(candidate); attempts--)
    candidate = randomState(dice, tasks)
  while (!canSucceed(candidate, pair)) candidate = randomState(dice, tasks)
  return candidate
}

const attemptsMax = 8

function canSucceed(state: ModelState, pair: Pair): boolean {
  return pair.some((action) => applyAction(state, action) !== undefined)
}

/** Task states that allow one of the actions, given enough money; empty for wallet actions. */
function tasksFor(pair: Pair): readonly TaskModel[] {
  if (!pair.some(isTaskAction)) return []
  return Object.values(initialTasks).filter((task) => canSucceed(stateOf(task, rich, rich), pair))
}

const rich: Balances = { available: 3 * price, held: 0, earnings: 3 * price, payoutPending: 0 }

function randomState(dice: Dice, tasks: readonly TaskModel[]): ModelState {
  const task = tasks.length === 0 ? undefined : dice.pick(tasks)
  const state = stateOf(task, randomBalances(dice), randomBalances(dice))
  return { ...state, earner: dice.pick(['client', 'provider']) }
}

function stateOf(task: TaskModel | undefined, client: Balances, provider: Balances): ModelState {
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

/** Nothing, exactly enough for one call, or enough for two and almost for a third. */
function randomBalances(dice: Dice): Balances {
  return {
    available: dice.pick([0, price, 3 * share - 1]),
    held: 0,
    earnings: dice.pick([0, share, 3 * share - 1]),
    payoutPending: 0,
  }
}
