/** Many calls at once on one object, and whether what came of them could have come of some order. */
import type { Market, Task } from 'souk-contract'
import { day } from '../../server/src/lib/clock.ts'
import { fail, type Souk } from '../../server/test/fixtures/harness.ts'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import { market } from '../../server/test/fixtures/task-messages.ts'
import { usd } from '../../server/test/fixtures/traders.ts'
import { assertClaim } from '../suite.ts'
import { artifacts, calls, hiring, steering, type Contested, type Sent } from './calls.ts'
import { level, purseOf, type Cast } from './fixture.ts'
import type { Deed, Pair } from './actions.ts'
import { outcomeOf, outcomes, price, type Purse, type Side, type Tally, type World } from './model.ts'
import { pickNode, type Nodes } from './nodes.ts'
import { rollScene, type Beginning } from './initial-state.ts'

export interface Contest {
  readonly nodes: Nodes
  readonly cast: Cast
  readonly dice: Dice
  readonly pair: Pair
  readonly callers: number
}

export interface Result {
  readonly sent: readonly Sent[]
  readonly won: Tally
  /** How many ends were possible; more than one means that the order decided. */
  readonly ends: number
}

export async function holdContest({ nodes, cast, dice, pair, callers }: Contest): Promise<Result> {
  const { souk } = nodes
  const plan = planOf(dice, pair, callers)
  const called = countBy(plan, pair, () => true)
  const scene = rollScene(dice, pair, called)
  const { taskId, left } = await setScene(souk, cast, scene)
  const contested: Contested = { cast, earner: scene.earner, taskId }
  const sent = await Promise.all(
    plan.map((deed, turn) => calls[deed](contested, pickNode(nodes, turn), turn)),
  )
  requireAnswers(pair, sent)
  const won = countBy(plan, pair, (place) => sent[place]?.status === 200)
  const [task, purses] = await Promise.all([look(souk, cast, taskId), pursesOf(souk, cast, left)])
  const seen = outcomeOf({ ...task, ...purses }, won)
  const possible = outcomes(scene, pair, called)
  assertClaim(
    possible.has(seen),
    `${pair.join(' and ')} were called ${called.join(' and ')} times at once. Before: ${outcomeOf(scene, [0, 0])}. ` +
      `After: ${seen}. In turn it would be: ${[...possible].join('; or: ')}. Answers: ${answersOf(plan, sent)}.`,
  )
  return { sent, won, ends: possible.size }
}

/** Half of the callers do one thing and half the other, in an order that chance gives. */
function planOf(dice: Dice, pair: Pair, callers: number): Deed[] {
  return Array.from({ length: callers }, (_, turn) => ({
    deed: turn % 2 === 0 ? pair[0] : pair[1],
    place: dice.roll(2 ** 30),
  }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ deed }) => deed)
}

function countBy(plan: readonly Deed[], [one, other]: Pair, counts: (place: number) => boolean): Tally {
  const ofDeed = (wanted: Deed) => plan.filter((deed, place) => deed === wanted && counts(place)).length
  return [ofDeed(one), one === other ? 0 : ofDeed(other)]
}

const refusals: ReadonlySet<string> = new Set([
  '400 task-not-cancelable',
  '400 unsupported-operation',
  '402 insufficient-funds',
  '403 forbidden',
  '409 conflict',
])

function requireAnswers(pair: Pair, sent: readonly Sent[]): void {
  const odd = sent.find(({ status, kind }) => status !== 200 && !refusals.has(`${status} ${kind}`))
  assertClaim(
    odd === undefined,
    `${pair.join(' and ')} at once: a call was answered ${odd?.status} ${odd?.kind}`,
  )
}

/** How often each call was answered how, for whoever has to find out why. */
function answersOf(plan: readonly Deed[], sent: readonly Sent[]): string {
  const counts = new Map<string, number>()
  for (const [turn, deed] of plan.entries()) {
    const answer = `${deed} ${sent[turn]?.status} ${sent[turn]?.kind ?? ''}`.trim()
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...counts].map(([answer, count]) => `${count} x ${answer}`).join(', ')
}

type Purses = Readonly<Record<Side, Purse>>

interface SetUp {
  readonly taskId: Task['id']
  /** What earlier contests have left in the purses: funds that are held, payouts that are under way. */
  readonly left: Purses
}

async function setScene(souk: Souk, cast: Cast, { task, client, provider }: World): Promise<SetUp> {
  // A new day for the limits of the card and of callers.
  souk.clock.advance(day + 1)
  const [ofClient, ofProvider] = await Promise.all([
    level(souk, cast.client, { ...client, available: client.available + client.held }),
    level(souk, cast.provider, provider),
  ])
  const leftIn = ({ held, payoutPending }: Purse) => ({ available: 0, earnings: 0, held, payoutPending })
  const left = { client: leftIn(ofClient), provider: leftIn(ofProvider) }
  return { left, taskId: task === undefined ? '' : await openers[beginningOf(task)](souk, cast) }
}

function beginningOf({ phase }: { phase: string }): Beginning {
  const names: readonly Beginning[] = ['applied', 'requested', 'working', 'delivered', 'disputed']
  return names.find((name) => name === phase) ?? fail(`no contest begins with a task that is ${phase}`)
}

type Open = (souk: Souk, cast: Cast) => Promise<Task['id']>

const openers: Readonly<Record<Beginning, Open>> = {
  applied: async (souk, { client, provider }) => {
    const fields = { title: 'Work', description: 'To be done.', budget: usd(price) }
    const { listing } = (await souk.call('createListing', fields, client.key)).data
    const input = { listingId: listing.id, text: 'I can do it.' }
    return (await souk.call('applyToListing', input, provider.key)).data.task.id
  },
  requested: async (souk, cast) => {
    const { data } = await souk.call('sendMessage', hiring(cast, price), cast.client.key)
    return data.task?.id ?? fail('no task')
  },
  working: async (souk, cast) => {
    const taskId = await openers.requested(souk, cast)
    return (
      (await souk.call('sendMessage', steering(cast, taskId, 'working'), cast.provider.key)).data.task?.id ??
      ''
    )
  },
  delivered: async (souk, cast) => {
    const taskId = await openers.requested(souk, cast)
    const input = { name: cast.provider.agent.name, taskId, artifacts }
    return (await souk.call('deliverTask', input, cast.provider.key)).data.id
  },
  disputed: async (souk, cast) => {
    const taskId = await openers.delivered(souk, cast)
    const input = { name: cast.provider.agent.name, taskId }
    return (await souk.call('disputeTask', input, cast.client.key)).data.id
  },
}

async function look(souk: Souk, { client, provider }: Cast, taskId: string) {
  if (taskId === '') return { task: undefined, reason: undefined }
  const input = { name: provider.agent.name, taskId }
  const { phase, reason }: Market = market((await souk.call('getTask', input, client.key)).data)
  return { task: { phase }, reason }
}

async function pursesOf(souk: Souk, cast: Cast, left: Purses): Promise<Purses> {
  const since = async (side: Side): Promise<Purse> => without(await purseOf(souk, cast[side]), left[side])
  const [client, provider] = await Promise.all([since('client'), since('provider')])
  return { client, provider }
}

function without(purse: Purse, left: Purse): Purse {
  return {
    available: purse.available - left.available,
    held: purse.held - left.held,
    earnings: purse.earnings - left.earnings,
    payoutPending: purse.payoutPending - left.payoutPending,
  }
}
