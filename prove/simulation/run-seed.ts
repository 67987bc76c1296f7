/** Runs the simulation of one seed. */
import type { TaskAction } from 'souk-contract'
import { fail } from '../../server/test/fixtures/fail.ts'
import { act, attempt } from '../../server/test/tasks/task-model/random-actions.ts'
import { apply, hire, offer, request, withdraw } from '../../server/test/tasks/task-model/random-openings.ts'
import { convert, rule } from '../../server/test/tasks/task-model/random-events.ts'
import { isOpen, type Player } from '../../server/test/tasks/task-model/world.ts'
import { usd } from '../../server/test/fixtures/people/test-agents.ts'
import { checkInvariants } from './invariants.ts'
import { syncModel } from './sync-model.ts'
import { requestApproval, decide } from './approvals.ts'
import { changeReaction, changeWebhook, setWebhook, redeliver } from './webhooks.ts'
import {
  charge,
  completeLate,
  decideChargeback,
  removeCard,
  setBank,
  openTopUp,
  payOut,
  saveCard,
} from './wallet-actions.ts'
import { advanceTime, runWorkers } from './advance-time.ts'
import { createFixture, type Environment, type Fixture } from './fixture.ts'
import { drain } from './drain.ts'
import { actOnPayout, correct, decideAction, refund, writeOff } from './operator-money.ts'
import { suspendAndReinstate } from './suspension.ts'

/** All actions with their weights. */
const weightedActions: readonly (readonly [
  weight: number,
  action: (fixture: Fixture) => Promise<unknown>,
])[] = [
  [24, act],
  [8, request],
  [8, completeTrade],
  [4, offer],
  [8, apply],
  [1, withdraw],
  [3, rule],
  [3, (fixture) => convert(fixture)],
  [5, openTopUp],
  [2, completeLate],
  [3, saveCard],
  [5, charge],
  [1, removeCard],
  [4, setBank],
  [6, payOut],
  [1, decideChargeback],
  [4, requestApproval],
  [4, decide],
  [1, changeWebhook],
  [2, changeReaction],
  [1, redeliver],
  [3, suspendAndReinstate],
  [4, actOnPayout],
  [3, refund],
  [3, writeOff],
  [2, (fixture) => correct(fixture)],
  [3, decideAction],
  [14, advanceTime],
]
const actions = weightedActions.flatMap(([weight, action]) => Array.from({ length: weight }, () => action))

const stepsPerSeed = 110
const stepsBetweenChecks = 40
const openMax = 15

export async function runSeed(environment: Environment, seed: number): Promise<Fixture> {
  const fixture = await createFixture(environment, seed)
  await setUp(fixture)
  for (let step = 1; step <= stepsPerSeed; step++) {
    await chooseAction(fixture)(fixture)
    await syncModel(fixture)
    if (step % stepsBetweenChecks === 0) await checkInvariants(fixture)
  }
  await drain(fixture)
  return fixture
}

/** A random action; no new tasks while too many are open. */
function chooseAction({ random, tasks }: Fixture): (fixture: Fixture) => Promise<unknown> {
  const action = random.pick(actions)
  const isFull = tasks.filter(isOpen).length >= openMax
  return isFull && (action === request || action === apply || action === offer) ? act : action
}

/** Gives some players money, cards, banks and a webhook, and runs an accepted task, a corrected conversion and a declined task. */
async function setUp(fixture: Fixture): Promise<void> {
  const { souk, payments, players } = fixture
  const amounts = [60_000, 40_000, 8_000]
  for (const [index, amount] of amounts.entries()) {
    const player = players[index] ?? fail('no players')
    const { session } = (await souk.call('startTopUp', usd(amount), player.key)).data
    await payments.complete(session, { card: '4242424242424242' })
    await setBank(fixture, player)
    if (index > 0) await saveCard(fixture, player)
  }
  const [client, provider] = players
  if (client === undefined || provider === undefined) return fail('no players')
  await setWebhook(fixture, provider)
  await runWorkers(fixture)
  await syncModel(fixture)
  await runTrade(fixture, { client, provider }, 2000, ['deliver', 'accept'])
  await convert(fixture, provider)
  await correct(fixture, provider)
  await syncModel(fixture)
  await runTrade(fixture, { client, provider }, 2000, ['decline'])
  await runWorkers(fixture)
}

/** A complete trade: hired, delivered and accepted. */
async function completeTrade(fixture: Fixture): Promise<void> {
  const { random, players } = fixture
  const solvent = players.filter(({ books }) => books.available > 3000 && !books.restricted)
  const client = random.pick(solvent.length > 0 ? solvent : players)
  const provider = random.pick(players.filter((player) => player !== client))
  await runTrade(fixture, { client, provider }, 100 + random.below(6000), ['deliver', 'accept'])
}

async function runTrade(
  fixture: Fixture,
  pair: { client: Player; provider: Player },
  price: number,
  steps: readonly TaskAction[],
): Promise<void> {
  const task = await hire(fixture, pair, { price: usd(price) })
  if (task === undefined) return
  for (const action of steps) {
    const by = action === 'accept' ? pair.client : pair.provider
    await attempt(fixture, task, { action, by, below: pair.provider, artifacts: 1, hasMessage: false })
  }
}
