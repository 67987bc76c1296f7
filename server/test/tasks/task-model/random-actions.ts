/** Random actions on existing tasks: mostly valid ones, and enough invalid ones. */
import { taskActions, type Task, type TaskAction, type TaskDispute } from 'souk-contract'
import { expect } from 'vitest'
import {
  findTransition,
  transitions,
  type Action,
  type Transition,
} from '../../../src/tasks/lifecycle/lifecycle.ts'
import { after, nameOf, taskStateOfModel, type ModelState } from '../../../src/tasks/lifecycle/test-walk.ts'
import type { CallResult } from '../../fixtures/operations.ts'
import type { Souk } from '../../fixtures/harness.ts'
import { text, marketMetadata } from '../../fixtures/a2a/task-messages.ts'
import { checkDispute, checkTask, stranger, storyOf } from './compare.ts'
import { predict, sideOf, stateByAction, type Attempt, type Prediction } from './predict.ts'
import { advance, count, isOpen, type ModelTask, type Player, type Side, type World } from './world.ts'
import { callInDispute, fairShare, isInDispute, offerFor, rememberOffer } from './dispute-actions.ts'

const concurrentAttempts = 4

/** Runs concurrent attempts, each on a different one of the tasks; returns their number. */
export async function act(world: World, tasks: readonly ModelTask[] = world.tasks): Promise<number> {
  const chosen = new Set(Array.from({ length: concurrentAttempts }, () => someTask(world, tasks)))
  const plans = [...chosen].map((task): Plan => [task, planFor(world, task)])
  // An award ends other applications and depends on a balance that other steps change, so it runs alone to stay predictable.
  const award = plans.find(isAward)
  const run = award === undefined ? plans : [award]
  await Promise.all(run.map(([task, tried]) => attempt(world, task, tried)))
  return run.length
}

type Plan = [task: ModelTask, tried: Attempt]

function isAward([, { action }]: Plan): boolean {
  return action === 'award'
}

/** Often a task on the way to a transition that no task has taken: some states are rare, and timeouts soon end them. */
function someTask(world: World, tasks: readonly ModelTask[]): ModelTask {
  const { random } = world
  const open = tasks.filter(isOpen)
  const rare = random.chance(30) ? open.filter((task) => rareSteps(world, task).length > 0) : []
  if (rare.length > 0) return random.pick(rare)
  return random.pick(open.length > 0 && random.chance(93) ? open : tasks)
}

/** A transition that a party can cause. */
interface PartyStep {
  readonly action: TaskAction
  readonly by: Side
  readonly transition: Transition
}

/** All steps that the lifecycle table allows the parties. */
function stepsFrom(state: ModelState): PartyStep[] {
  const current = taskStateOfModel(state)
  return transitions.flatMap((transition) => {
    const { action, by } = transition
    if (!isTaskAction(action) || (by !== 'client' && by !== 'provider')) return []
    return findTransition(current, action, by) === transition ? [{ action, by, transition }] : []
  })
}

/** Steps by transitions that no task has taken, and steps after which one is possible. */
function rareSteps({ taken }: World, { state }: ModelTask): PartyStep[] {
  const isUntaken = ({ transition }: PartyStep) => !taken.has(transition)
  return stepsFrom(state).filter(
    (step) => isUntaken(step) || stepsFrom(after(state, step.transition)).some(isUntaken),
  )
}

function isTaskAction(action: Action): action is TaskAction {
  return taskActions.some((name) => name === action)
}

function planFor(world: World, task: ModelTask): Attempt {
  return world.random.chance(60) ? sensible(world, task) : randomAttempt(world, task)
}

/** Makes the call, compares its response with the prediction and updates the model. */
export async function attempt(world: World, task: ModelTask, tried: Attempt): Promise<Prediction> {
  const predicted = predict(task, tried, world.souk.clock.now())
  world.story.push(lineOf(task, tried, predicted))
  const { toClient } = tried.action === 'settle' ? offerFor(task, tried) : {}
  const { status, kind, shown, dispute } = await send(world, task, tried)
  expect({ status, kind }, storyOf(world)).toEqual({ status: predicted.status, kind: predicted.kind })
  count(world, `${predicted.status} ${predicted.kind ?? ''}`)
  if (predicted.row !== undefined) {
    advance(world, task, predicted.row, {
      artifacts: chunksOf(tried),
      ...(toClient === undefined ? {} : { toClient }),
    })
  }
  if (dispute !== undefined) checkDispute(world, task, dispute)
  if (dispute !== undefined && tried.action === 'offer') rememberOffer(world, task, tried, dispute)
  if (shown !== undefined) checkTask(world, task, tried.by, shown)
  return predicted
}

function chunksOf({ action, artifacts }: Attempt): number {
  return action === 'deliver' ? artifacts : 0
}

/** An attempt that the lifecycle table allows, or any attempt if none is allowed. */
function sensible(world: World, task: ModelTask): Attempt {
  const { random } = world
  const steps = stepsFrom(task.state)
  const lasting = steps.filter(({ action }) => !endingActions.has(action))
  const rare = random.chance(50) ? rareSteps(world, task) : []
  // Actions that end a task are rare, so that most tasks reach a delivery.
  const choice = [rare, random.chance(75) ? lasting : [], steps].find((some) => some.length > 0)
  if (choice === undefined) return randomAttempt(world, task)
  const { action, by } = random.pick(choice)
  return {
    action,
    by: task[by],
    below: task.provider,
    artifacts: 1 + random.below(2),
    hasMessage: random.chance(50),
    toClient: fairShare(task),
  }
}

const endingActions: ReadonlySet<TaskAction> = new Set<TaskAction>([
  'cancel',
  'decline',
  'fail',
  'complete',
  'dispute',
  'settle',
])

/** Any action by any player at any version, valid or not. */
function randomAttempt(world: World, task: ModelTask): Attempt {
  const { random } = world
  const parties = [task.client, task.provider]
  const action = random.pick(taskActions)
  const versioned = (action === 'award' || action === 'accept') && random.chance(50)
  return {
    action,
    by: random.chance(85) ? random.pick(parties) : stranger(world, task),
    below: random.chance(95) ? random.pick(parties) : stranger(world, task),
    ...(versioned ? { expectedVersion: Math.max(1, task.seq + random.below(3) - 1) } : {}),
    artifacts: random.below(2),
    hasMessage: random.chance(50),
    toClient: random.chance(80) ? fairShare(task) : fairShare(task) * 3,
  }
}

const piece = { name: 'letter.txt', parts: text('Dear Sir') }

export interface Sent {
  readonly status: number
  readonly kind: string | undefined
  readonly shown?: Task | undefined
  readonly dispute?: TaskDispute | undefined
}

/** Translates an attempt into its API call. */
export async function send({ souk }: Pick<World, 'souk'>, task: ModelTask, tried: Attempt): Promise<Sent> {
  const { action, by, below, expectedVersion, artifacts, hasMessage } = tried
  const address = { name: below.name, taskId: task.id }
  const version = expectedVersion === undefined ? {} : { expectedVersion }
  const note = hasMessage ? { message: { parts: text(action) } } : {}
  if (isInDispute(action)) {
    const { id: offerId } = offerFor(task, tried)
    const answer = await callInDispute(souk, { ...tried, ...address, action, offerId })
    return { ...outcome(answer), ...(answer.status === 200 ? { dispute: answer.data } : {}) }
  }
  switch (action) {
    case 'award':
      return reply(await souk.call('awardTask', { ...address, ...version, ...note }, by.key))
    case 'accept':
      return reply(await souk.call('acceptTask', { ...address, ...version, ...note }, by.key))
    case 'cancel':
      return reply(await souk.call('cancelTask', address, by.key))
    case 'dispute':
      return reply(await souk.call('disputeTask', { ...address, ...note }, by.key))
    case 'deliver':
      return reply(
        await souk.call(
          'deliverTask',
          { ...address, ...note, artifacts: Array.from({ length: artifacts }, () => piece) },
          by.key,
        ),
      )
    case 'artifact':
      return outcome(await souk.call('submitArtifact', { ...address, artifact: piece }, by.key))
    case 'message':
    case 'question':
    case 'changes':
    case 'start':
    case 'ask':
    case 'askAuthorization':
    case 'complete':
    case 'reply':
    case 'decline':
    case 'fail':
      return say(souk, address, by, action)
  }
}

/** Messages and state changes both go through sendMessage. */
async function say(
  souk: Souk,
  { name, taskId }: { name: string; taskId: string },
  by: Player,
  action: TaskAction,
): Promise<Sent> {
  const state = stateByAction[action]
  const message = { parts: text(action), taskId, metadata: marketMetadata(directivesOf(action, state)) }
  const response = await souk.call(
    'sendMessage',
    { name, message, configuration: { returnImmediately: true } },
    by.key,
  )
  return { ...outcome(response), ...(response.status === 200 ? { shown: response.data.task } : {}) }
}

function directivesOf(action: TaskAction, state: string | undefined): object {
  if (action === 'question' || action === 'changes') return { intent: action }
  if (action === 'reply') return { reply: 'message' }
  return state === undefined ? {} : { state }
}

function reply(response: CallResult<Task>): Sent {
  return { ...outcome(response), ...(response.status === 200 ? { shown: response.data } : {}) }
}

export function outcome({ status, headers }: CallResult<unknown>): Sent {
  const kind = headers['x-error-kind']
  return { status, kind: typeof kind === 'string' ? kind : undefined }
}

function lineOf(
  task: ModelTask,
  { action, by, below, expectedVersion }: Attempt,
  { status, kind }: Prediction,
) {
  const who = sideOf(task, by) ?? 'stranger'
  const version = expectedVersion === undefined ? '' : ` at version ${expectedVersion} of ${task.seq}`
  return `${task.id} ${nameOf(task.state)}: ${who} ${action}${version} below ${below.name}, expecting ${status} ${kind ?? ''}`
}
