/** Predicts the response to a call from the lifecycle table and the model's balances. */
import type { TaskAction } from 'souk-contract'
import { findTransition, type Transition } from '../../../src/tasks/lifecycle/lifecycle.ts'
import { taskStateOfModel } from '../../../src/tasks/lifecycle/test-walk.ts'
import { priceOf, type ModelTask, type Player, type Side } from './world.ts'

export interface Attempt {
  readonly action: TaskAction
  readonly by: Player
  /** The agent whose address the call uses. */
  readonly below: Player
  readonly expectedVersion?: number
  /** Number of artifacts in a delivery. */
  readonly artifacts: number
  readonly hasMessage: boolean
  /** The client's part in a settlement offer. */
  readonly toClient?: number
}

/** `row` is the transition of a successful call; it is absent when nothing changes. */
export interface Prediction {
  readonly status: number
  readonly kind?: string
  readonly row?: Transition
}

/** The `state` a provider sends in `message:send` for each action. */
export const stateByAction: Readonly<Partial<Record<TaskAction, string>>> = {
  start: 'working',
  ask: 'TASK_STATE_INPUT_REQUIRED',
  askAuthorization: 'auth-required',
  complete: 'TASK_STATE_COMPLETED',
  decline: 'rejected',
  fail: 'failed',
}

export function predict(task: ModelTask, attempt: Attempt, now: Date): Prediction {
  const { action, by, below, expectedVersion } = attempt
  const side = sideOf(task, by)
  const found = below === task.client || below === task.provider
  if (side === undefined || !found) return { status: 404, kind: 'task-not-found' }
  if (expectedVersion !== undefined && expectedVersion !== task.seq) return { status: 409, kind: 'conflict' }
  const steers = stateByAction[action] !== undefined || action === 'reply'
  if (side === 'client' && steers) return { status: 403, kind: 'forbidden' }
  const intends = action === 'question' || action === 'changes'
  if (side === 'provider' && intends) return { status: 403, kind: 'forbidden' }
  if (action === 'cancel' && task.state.phase === 'canceled') return { status: 200 }
  const current = taskStateOfModel(task.state)
  if (action === 'settle' || action === 'declineOffer') {
    const undecidable = decidingOn(task, otherSide(side))
    if (undecidable !== undefined) return undecidable
  }
  const row = findTransition(current, action, side)
  if (row !== undefined) return limits(task, attempt, now) ?? { status: 200, row }
  if (action === 'message' || steers || intends) return { status: 400, kind: 'unsupported-operation' }
  const other = otherSide(side)
  const cancelable = findTransition(current, 'cancel', other) !== undefined
  return action === 'cancel' && !cancelable
    ? { status: 400, kind: 'task-not-cancelable' }
    : { status: 403, kind: 'forbidden' }
}

/** The refusal to decide on the latest offer of a side, if it is not open. */
function decidingOn({ offers, state }: ModelTask, by: Side): Prediction | undefined {
  if (offers[by] === undefined) return { status: 404, kind: 'not-found' }
  const isOpen = by === 'client' ? state.clientOffer : state.providerOffer
  return isOpen ? undefined : { status: 409, kind: 'conflict' }
}

export function otherSide(side: Side): Side {
  return side === 'client' ? 'provider' : 'client'
}

/** Refusals that do not depend on the lifecycle table. */
function limits(
  task: ModelTask,
  { action, artifacts, hasMessage, toClient = 0 }: Attempt,
  now: Date,
): Prediction | undefined {
  const { terms, client, state } = task
  if (action === 'award') {
    const late = terms.deliverBy !== undefined && new Date(terms.deliverBy) <= now
    if (late) return { status: 409, kind: 'conflict' }
    const { available, restricted } = client.books
    if (restricted && state.priced) return { status: 403, kind: 'forbidden' }
    if (priceOf(task) > available) return { status: 402, kind: 'insufficient-funds' }
  }
  if (action === 'offer' && toClient >= priceOf(task)) return { status: 422, kind: 'unprocessable' }
  const empty = artifacts === 0 && !state.work && (state.priced || !hasMessage)
  return action === 'deliver' && empty ? { status: 422, kind: 'unprocessable' } : undefined
}

/** The player's side; undefined when the task is hidden from the player. */
export function sideOf({ client, provider, state }: ModelTask, player: Player): Side | undefined {
  if (player === provider) return 'provider'
  return player === client && !state.clientWaiting ? 'client' : undefined
}
