/** Random initial states of a race: phase of the task and balances of both sides. */
import type { Phase } from 'souk-contract'
import { undisputed, type ModelState as TaskModel } from '../../server/src/tasks/lifecycle/test-walk.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
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
  asked: false,
  revisions: 0,
  maxRevisions: 2,
  onSilence: 'accept',
  clientWaiting: false,
  ...undisputed,
}

const worked = { ...fresh, work: true, delivered: true }

const initialTasks = {
  applied: { ...fresh, phase: 'applied', funds: 'none' },
  requested: fresh,
  working: { ...fresh, phase: 'working' },
  delivered: { ...worked, phase: 'delivered' },
  disputed: {
    ...worked,
    phase: 'disputed',
    funds: 'frozen',
    openedBy: 'client',
    resumes: 'delivered',
    providerOffer: true,
  },
} as const satisfies Partial<Record<Phase, TaskModel>>

export type InitialPhase = keyof typeof initialTasks

/** A state in which at least one call can succeed; usually one in which the order of the calls matters. */
export function rollInitialState(random: Random, pair: Pair, called: CountPair): ModelState {
  const tasks = tasksFor(pair)
  const isOrderDependent = (state: ModelState) => outcomes(state, pair, called).size > 1
  let candidate = randomState(random, tasks)
  for (let attempts = random.below(attemptsMax); attempts > 0 && !isOrderDependent(candidate); attempts--)
    candidate = randomState(random, tasks)
  while (!canSucceed(candidate, pair)) candidate = randomState(random, tasks)
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

function randomState(random: Random, tasks: readonly TaskModel[]): ModelState {
  const task = tasks.length === 0 ? undefined : random.pick(tasks)
  const state = stateOf(task, randomBalances(random), randomBalances(random))
  return { ...state, earner: random.pick(['client', 'provider']) }
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
function randomBalances(random: Random): Balances {
  return {
    available: random.pick([0, price, 3 * share - 1]),
    held: 0,
    earnings: random.pick([0, share, 3 * share - 1]),
    payoutPending: 0,
  }
}
