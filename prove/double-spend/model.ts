/** Sequential model: all outcomes that concurrent calls may have if they are linearizable. Pure. */
import type { EndReason } from 'souk-contract'
import { findTransition, type TaskRecipe } from '../../server/src/tasks/lifecycle/lifecycle.ts'
import {
  after,
  taskStateOfModel,
  type ModelState as TaskModel,
} from '../../server/src/tasks/lifecycle/test-walk.ts'
import {
  isTaskAction,
  taskTransitions,
  type Action,
  type Pair,
  type TaskAction,
  type WalletAction,
} from './actions.ts'

/** Price of the task, the platform's fee, and the provider's share. */
export const price = 1000
const fee = 50
export const share = price - fee
/** Part of the client in a settlement, and the fee on the rest. */
export const returned = 400
const splitFee = 30
/** Charges per day that the card's cap allows. */
export const chargesMax = 3

/** In minor units. */
export interface Balances {
  readonly available: number
  readonly held: number
  readonly earnings: number
  readonly payoutPending: number
}

export type Side = 'client' | 'provider'

export interface ModelState {
  /** The contended task; undefined for races on wallets. */
  readonly task: TaskModel | undefined
  readonly reason: EndReason | undefined
  readonly client: Balances
  readonly provider: Balances
  readonly chargesLeft: number
  /** The side whose earnings are paid out or converted. */
  readonly earner: Side
}

/** The state after a call; undefined when the call is refused. */
export function applyAction(state: ModelState, action: Action): ModelState | undefined {
  return isTaskAction(action) ? applyTaskAction(state, action) : applyWalletAction(state, action)
}

function applyTaskAction(state: ModelState, action: TaskAction): ModelState | undefined {
  const { task, client } = state
  if (task === undefined) return undefined
  // Canceling is idempotent.
  if (action === 'cancel' && task.phase === 'canceled') return state
  const transition = taskTransitions[action]
  const row = findTransition(taskStateOfModel(task), transition.action, transition.by)
  if (row === undefined || (row.recipe === 'hold' && client.available < price)) return undefined
  return { ...pay(state, row.recipe), task: after(task, row), reason: row.reason }
}

function pay(state: ModelState, money: TaskRecipe | undefined): ModelState {
  const { client, provider } = state
  switch (money) {
    case undefined:
    case 'freeze':
    case 'unfreeze':
      return state
    case 'hold':
      return { ...state, client: adjust(client, { available: -price, held: price }) }
    case 'return_held':
    case 'return_frozen':
      return { ...state, client: adjust(client, { available: price, held: -price }) }
    case 'split_frozen':
      return {
        ...state,
        client: adjust(client, { available: returned, held: -price }),
        provider: adjust(provider, { earnings: price - returned - splitFee }),
      }
    case 'settle':
    case 'pay_frozen':
      return {
        ...state,
        client: adjust(client, { held: -price }),
        provider: adjust(provider, { earnings: share }),
      }
  }
}

interface WalletChange {
  readonly of: (state: ModelState) => Side
  readonly change: Partial<Balances>
}

const ofClient = (): Side => 'client'
const ofEarner = ({ earner }: ModelState): Side => earner

const walletChanges: Readonly<Record<WalletAction, WalletChange>> = {
  charge: { of: ofClient, change: { available: share } },
  hire: { of: ofClient, change: { available: -share, held: share } },
  payout: { of: ofEarner, change: { earnings: -share, payoutPending: share } },
  convert: { of: ofEarner, change: { earnings: -share, available: share } },
}

function applyWalletAction(state: ModelState, action: WalletAction): ModelState | undefined {
  const { of, change } = walletChanges[action]
  const side = of(state)
  const balances = adjust(state[side], change)
  const chargesLeft = state.chargesLeft - (action === 'charge' ? 1 : 0)
  if (Math.min(balances.available, balances.earnings, chargesLeft) < 0) return undefined
  return { ...state, [side]: balances, chargesLeft }
}

function adjust(balances: Balances, change: Partial<Balances>): Balances {
  return {
    available: balances.available + (change.available ?? 0),
    held: balances.held + (change.held ?? 0),
    earnings: balances.earnings + (change.earnings ?? 0),
    payoutPending: balances.payoutPending + (change.payoutPending ?? 0),
  }
}

/** A count for each of the two actions. */
export type CountPair = readonly [number, number]

/** A sequence of successful calls, and whether each action was refused at some point of it. */
interface Path {
  readonly state: ModelState
  readonly succeeded: CountPair
  readonly refused: readonly [boolean, boolean]
}

/** All outcomes that are observable after these calls, in any sequential order. */
export function outcomes(start: ModelState, pair: Pair, called: CountPair): ReadonlySet<string> {
  const paths = new Map<string, Path>()
  const observable = new Set<string>()
  const add = ({ state, succeeded, refused: before }: Path) => {
    const isRefused = (index: 0 | 1) => before[index] || applyAction(state, pair[index]) === undefined
    const path: Path = { state, succeeded, refused: [isRefused(0), isRefused(1)] }
    paths.set(JSON.stringify(path), path)
  }
  add({ state: start, succeeded: [0, 0], refused: [false, false] })
  // Iterating a Map visits entries added during the iteration, so this is a breadth-first search.
  for (const { state, succeeded, refused } of paths.values()) {
    // A call that did not succeed must have been refused in some state of the path.
    if (isExplained(0, succeeded, called, refused) && isExplained(1, succeeded, called, refused))
      observable.add(outcomeOf(state, succeeded))
    for (const index of [0, 1] as const) {
      const next = succeeded[index] < called[index] ? applyAction(state, pair[index]) : undefined
      const counts: CountPair =
        index === 0 ? [succeeded[0] + 1, succeeded[1]] : [succeeded[0], succeeded[1] + 1]
      if (next !== undefined) add({ state: next, succeeded: counts, refused })
    }
  }
  return observable
}

function isExplained(
  index: 0 | 1,
  succeeded: CountPair,
  called: CountPair,
  refused: Path['refused'],
): boolean {
  return succeeded[index] === called[index] || refused[index]
}

/** The observable part of a state, as text. */
export function outcomeOf(
  {
    task,
    reason,
    client,
    provider,
  }: Pick<ModelState, 'reason' | Side> & {
    task: Pick<TaskModel, 'phase'> | undefined
  },
  succeeded: CountPair,
): string {
  const phase = task === undefined ? 'no task' : `task ${task.phase} (${reason ?? 'no reason'})`
  return `${succeeded.join(' and ')} succeeded, ${phase}, client: ${describe(client)}, provider: ${describe(provider)}`
}

function describe({ available, held, earnings, payoutPending }: Balances): string {
  return `${available} available, ${held} held, ${earnings} earnings, ${payoutPending} in payouts`
}
