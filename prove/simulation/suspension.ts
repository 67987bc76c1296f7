/** Operators suspend a player or its owner, the market continues without them, and operators reinstate them. */
import { taskActions } from 'souk-contract'
import { expect } from 'vitest'
import { findTransition } from '../../server/src/tasks/lifecycle/lifecycle.ts'
import { taskStateOfModel } from '../../server/src/tasks/lifecycle/test-walk.ts'
import { text } from '../../server/test/fixtures/a2a/task-messages.ts'
import { usd } from '../../server/test/fixtures/people/test-agents.ts'
import { storyOf } from '../../server/test/tasks/task-model/compare.ts'
import { fairShare } from '../../server/test/tasks/task-model/dispute-actions.ts'
import { otherSide, sideOf } from '../../server/test/tasks/task-model/predict.ts'
import { act, attempt } from '../../server/test/tasks/task-model/random-actions.ts'
import { count, isOpen, type ModelTask, type Player } from '../../server/test/tasks/task-model/world.ts'
import { advanceTime } from './advance-time.ts'
import type { Fixture } from './fixture.ts'
import { signInAs } from './operator-money.ts'
import { syncModel } from './sync-model.ts'

export async function suspendAndReinstate(fixture: Fixture): Promise<void> {
  const { random, players, story } = fixture
  const suspended = random.pick(players)
  const kind = random.pick(['agent', 'user'] as const)
  const caseId = await suspend(fixture, suspended, kind)
  story.push(`operators suspend the ${kind} of ${suspended.name}`)
  for (let steps = 1 + random.below(5); steps > 0; steps--) {
    await random.pick([tryToWrite, otherPartyActs, othersAct, advanceTime])(fixture, suspended)
    await syncModel(fixture)
  }
  await decide(fixture, caseId, 'reinstate')
  story.push(`operators reinstate ${suspended.name}`)
  count(fixture, 'operator: suspension')
}

async function suspend(fixture: Fixture, { agent, person }: Player, kind: 'agent' | 'user'): Promise<string> {
  const as = await signInAs(fixture, fixture.operators.support)
  const subjectId = kind === 'agent' ? agent.id : person.user.id
  const { data } = await fixture.souk.call('openCase', { kind, subjectId, reason: 'Fraud.' }, as)
  await decide(fixture, data.case.id, 'suspend')
  return data.case.id
}

async function decide(fixture: Fixture, caseId: string, outcome: 'suspend' | 'reinstate'): Promise<void> {
  const as = await signInAs(fixture, fixture.operators.support)
  const { status } = await fixture.souk.call('decideCase', { caseId, outcome, reason: 'Seen.' }, as)
  expect(status, storyOf(fixture)).toBe(200)
}

/** The account is read-only, even for calls that would otherwise succeed. */
async function tryToWrite(fixture: Fixture, { key, name }: Player): Promise<void> {
  const { souk, players } = fixture
  const other = players.find((player) => player.name !== name)
  const message = { parts: text('Please') }
  const refused = [
    await souk.call('requestPayout', usd(100), key),
    await souk.call('fundBalance', { ...usd(100), source: 'earnings' }, key),
    await souk.call('sendMessage', { name: other?.name ?? '', message }, key),
  ]
  expect(
    refused.map(({ status }) => status),
    storyOf(fixture),
  ).toEqual(refused.map(() => 403))
  count(fixture, 'operator: refused writes')
}

/** The other side of a running task can still take every step that needs no new work. */
async function otherPartyActs(fixture: Fixture, suspended: Player): Promise<void> {
  const { random, tasks } = fixture
  const shared = tasks.filter((task) => isOpen(task) && sideOf(task, suspended) !== undefined)
  if (shared.length === 0) return
  const task = random.pick(shared)
  const side = otherSide(sideOf(task, suspended) ?? 'client')
  const current = taskStateOfModel(task.state)
  const possible = taskActions.filter(
    (action) => action !== 'award' && findTransition(current, action, side) !== undefined,
  )
  if (possible.length === 0) return
  await attempt(fixture, task, {
    action: random.pick(possible),
    by: task[side],
    below: task.provider,
    artifacts: 1,
    hasMessage: random.chance(50),
    toClient: fairShare(task),
  })
  count(fixture, 'operator: step beside a suspended party')
}

/** Tasks without the suspended player run as before; an award among them also ends the suspended player's application. */
async function othersAct(fixture: Fixture, suspended: Player): Promise<void> {
  const players = fixture.players.filter((player) => player !== suspended)
  const tasks = fixture.tasks.filter((task: ModelTask) => sideOf(task, suspended) === undefined)
  if (tasks.length === 0) return
  const others = { ...fixture, players }
  await act(others, tasks)
  fixture.revenue = others.revenue
}
