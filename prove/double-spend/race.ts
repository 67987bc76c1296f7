/** Concurrent calls on one object; the result must equal that of some sequential order (linearizability). */
import type { Market, Task } from 'souk-contract'
import { day } from '../../server/src/lib/clock.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import { market } from '../../server/test/fixtures/a2a/task-messages.ts'
import { usd } from '../../server/test/fixtures/people/test-agents.ts'
import { assertClaim } from '../suite.ts'
import {
  addressOf,
  artifacts,
  calls,
  hireInput,
  steering,
  type RaceTarget,
  type CallResult,
} from './calls.ts'
import { setBalances, readBalances, type TraderPair } from './fixture.ts'
import type { Action, Pair } from './actions.ts'
import {
  outcomeOf,
  outcomes,
  price,
  returned,
  type Balances,
  type Side,
  type CountPair,
  type ModelState,
} from './model.ts'
import { pickNode, type Nodes } from './nodes.ts'
import { rollInitialState, type InitialPhase } from './initial-state.ts'

interface Race {
  readonly nodes: Nodes
  readonly traders: TraderPair
  readonly random: Random
  readonly pair: Pair
  readonly callers: number
}

export interface RaceResult {
  readonly responses: readonly CallResult[]
  readonly succeeded: CountPair
  /** Number of possible outcomes; with more than one, the order of the calls decided. */
  readonly outcomeCount: number
}

export async function runRace({ nodes, traders, random, pair, callers }: Race): Promise<RaceResult> {
  const { souk } = nodes
  const plan = shuffleCalls(random, pair, callers)
  const called = countBy(plan, pair, () => true)
  const initial = rollInitialState(random, pair, called)
  const { taskId, offerId, left } = await prepareRace(souk, traders, initial)
  const target: RaceTarget = { traders, earner: initial.earner, taskId, offerId }
  const responses = await Promise.all(
    plan.map((action, caller) => calls[action](target, pickNode(nodes, caller), caller)),
  )
  requireExpectedStatuses(pair, responses)
  const succeeded = countBy(plan, pair, (index) => responses[index]?.status === 200)
  const [task, balances] = await Promise.all([
    readTask(souk, traders, taskId),
    readBalancesSince(souk, traders, left),
  ])
  const outcome = outcomeOf({ ...task, ...balances }, succeeded)
  const possible = outcomes(initial, pair, called)
  assertClaim(
    possible.has(outcome),
    `${pair.join(' and ')} were called ${called.join(' and ')} times concurrently. Before: ${outcomeOf(initial, [0, 0])}. ` +
      `After: ${outcome}. Possible in sequence: ${[...possible].join('; or: ')}. Responses: ${countResponses(plan, responses)}.`,
  )
  return { responses, succeeded, outcomeCount: possible.size }
}

/** Half of the callers perform each action, in random order. */
function shuffleCalls(random: Random, pair: Pair, callers: number): Action[] {
  return Array.from({ length: callers }, (_, caller) => ({
    action: caller % 2 === 0 ? pair[0] : pair[1],
    index: random.below(2 ** 30),
  }))
    .toSorted((left, right) => left.index - right.index)
    .map(({ action }) => action)
}

function countBy(
  plan: readonly Action[],
  [first, second]: Pair,
  counts: (index: number) => boolean,
): CountPair {
  const countOf = (action: Action) =>
    plan.filter((planned, index) => planned === action && counts(index)).length
  return [countOf(first), first === second ? 0 : countOf(second)]
}

const refusals: ReadonlySet<string> = new Set([
  '400 task-not-cancelable',
  '400 unsupported-operation',
  '402 insufficient-funds',
  '403 forbidden',
  '404 not-found',
  '409 conflict',
])

function requireExpectedStatuses(pair: Pair, responses: readonly CallResult[]): void {
  const unexpected = responses.find(
    ({ status, kind }) => status !== 200 && !refusals.has(`${status} ${kind}`),
  )
  assertClaim(
    unexpected === undefined,
    `${pair.join(' and ')} concurrently: a call returned ${unexpected?.status} ${unexpected?.kind}`,
  )
}

/** Number of responses per action and status, for the violation message. */
function countResponses(plan: readonly Action[], responses: readonly CallResult[]): string {
  const counts = new Map<string, number>()
  for (const [caller, action] of plan.entries()) {
    const answer = `${action} ${responses[caller]?.status} ${responses[caller]?.kind ?? ''}`.trim()
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...counts].map(([answer, count]) => `${count} x ${answer}`).join(', ')
}

type BalancesBySide = Readonly<Record<Side, Balances>>

interface PreparedRace extends OpenedTask {
  /** Held funds and pending payouts left by earlier races. */
  readonly left: BalancesBySide
}

async function prepareRace(
  souk: Souk,
  traders: TraderPair,
  { task, client, provider }: ModelState,
): Promise<PreparedRace> {
  // A new day resets the card cap and the rate limits.
  souk.clock.advance(day + 1)
  const [ofClient, ofProvider] = await Promise.all([
    setBalances(souk, traders.client, { ...client, available: client.available + client.held }),
    setBalances(souk, traders.provider, provider),
  ])
  const leftIn = ({ held, payoutPending }: Balances) => ({ available: 0, earnings: 0, held, payoutPending })
  const left = { client: leftIn(ofClient), provider: leftIn(ofProvider) }
  if (task === undefined) return { left, taskId: '', offerId: '' }
  const taskId = await openers[initialPhaseOf(task)](souk, traders)
  return { left, taskId, offerId: task.providerOffer ? await offerSplit(souk, traders, taskId) : 'off_none' }
}

function initialPhaseOf({ phase }: { phase: string }): InitialPhase {
  const names: readonly InitialPhase[] = ['applied', 'requested', 'working', 'delivered', 'disputed']
  return names.find((name) => name === phase) ?? fail(`no race starts with a task in phase ${phase}`)
}

interface OpenedTask {
  readonly taskId: Task['id']
  readonly offerId: string
}

/** The provider offers a settlement. */
async function offerSplit(souk: Souk, traders: TraderPair, taskId: string): Promise<string> {
  const input = { ...addressOf(traders, taskId), toClient: usd(returned) }
  const { offers } = (await souk.call('offerSettlement', input, traders.provider.key)).data
  return offers[0]?.offerId ?? fail('no offer')
}

type OpenTask = (souk: Souk, traders: TraderPair) => Promise<Task['id']>

const openers: Readonly<Record<InitialPhase, OpenTask>> = {
  applied: async (souk, { client, provider }) => {
    const fields = { title: 'Work', description: 'To be done.', budget: usd(price) }
    const { listing } = (await souk.call('createListing', fields, client.key)).data
    const input = { listingId: listing.id, text: 'I can do it.' }
    return (await souk.call('applyToListing', input, provider.key)).data.task.id
  },
  requested: async (souk, traders) => {
    const { data } = await souk.call('sendMessage', hireInput(traders, price), traders.client.key)
    return data.task?.id ?? fail('no task')
  },
  working: async (souk, traders) => {
    const taskId = await openers.requested(souk, traders)
    return (
      (await souk.call('sendMessage', steering(traders, taskId, 'working'), traders.provider.key)).data.task
        ?.id ?? ''
    )
  },
  delivered: async (souk, traders) => {
    const taskId = await openers.requested(souk, traders)
    const input = { name: traders.provider.agent.name, taskId, artifacts }
    return (await souk.call('deliverTask', input, traders.provider.key)).data.id
  },
  disputed: async (souk, traders) => {
    const taskId = await openers.delivered(souk, traders)
    const input = { name: traders.provider.agent.name, taskId }
    return (await souk.call('disputeTask', input, traders.client.key)).data.id
  },
}

async function readTask(souk: Souk, { client, provider }: TraderPair, taskId: string) {
  if (taskId === '') return { task: undefined, reason: undefined }
  const input = { name: provider.agent.name, taskId }
  const { phase, reason }: Market = market((await souk.call('getTask', input, client.key)).data)
  return { task: { phase }, reason }
}

async function readBalancesSince(
  souk: Souk,
  traders: TraderPair,
  left: BalancesBySide,
): Promise<BalancesBySide> {
  const since = async (side: Side): Promise<Balances> =>
    without(await readBalances(souk, traders[side]), left[side])
  const [client, provider] = await Promise.all([since('client'), since('provider')])
  return { client, provider }
}

function without(balances: Balances, left: Balances): Balances {
  return {
    available: balances.available - left.available,
    held: balances.held - left.held,
    earnings: balances.earnings - left.earnings,
    payoutPending: balances.payoutPending - left.payoutPending,
  }
}
