/** One seed from beginning to end. */
import type { TaskAction } from 'souk-contract'
import { fail } from '../../server/test/fixtures/harness.ts'
import { act, attempt } from '../../server/test/tasks/task-model/random-actions.ts'
import { apply, hire, offer, request, withdraw } from '../../server/test/tasks/task-model/random-openings.ts'
import { convert, rule } from '../../server/test/tasks/task-model/random-events.ts'
import { isOpen, type Player } from '../../server/test/tasks/task-model/world.ts'
import { usd } from '../../server/test/fixtures/traders.ts'
import { checkTown } from './invariants.ts'
import { follow } from './sync-model.ts'
import { ask, decide } from './approvals.ts'
import { changeMood, hook, listen, redeliver } from './webhooks.ts'
import {
  charge,
  completeLate,
  decideChargeback,
  forgetCard,
  nameBank,
  openTopUp,
  payOut,
  saveCard,
} from './wallet-actions.ts'
import { pass, workWell } from './advance-time.ts'
import { newTown, type Ground, type Town } from './fixture.ts'
import { windDown } from './drain.ts'

/** Everything that can happen, and how often in so many of its sum. */
const happenings: readonly (readonly [weight: number, happen: (town: Town) => Promise<unknown>])[] = [
  [24, act],
  [8, request],
  [8, deal],
  [4, offer],
  [8, apply],
  [1, withdraw],
  [3, rule],
  [3, convert],
  [5, openTopUp],
  [2, completeLate],
  [3, saveCard],
  [5, charge],
  [1, forgetCard],
  [4, nameBank],
  [6, payOut],
  [1, decideChargeback],
  [4, ask],
  [4, decide],
  [1, hook],
  [2, changeMood],
  [1, redeliver],
  [14, pass],
]
const wholes = happenings.flatMap(([weight, happen]) => Array.from({ length: weight }, () => happen))

const stepsPerSeed = 110
const checkedEvery = 40
const openMax = 15

export async function playSeed(ground: Ground, seed: number): Promise<Town> {
  const town = await newTown(ground, seed)
  await prepare(town)
  for (let step = 1; step <= stepsPerSeed; step++) {
    await next(town)(town)
    await follow(town)
    if (step % checkedEvery === 0) await checkTown(town)
  }
  await windDown(town)
  return town
}

/** New work only as long as there is not too much of it. */
function next({ dice, tasks }: Town): (town: Town) => Promise<unknown> {
  const happen = dice.pick(wholes)
  const crowded = tasks.filter(isOpen).length >= openMax
  return crowded && (happen === request || happen === apply || happen === offer) ? act : happen
}

/** Some have money, one can be paid, one is told of everything; and one piece of work is paid, another is not. */
async function prepare(town: Town): Promise<void> {
  const { souk, bank, players } = town
  const purses = [60_000, 40_000, 8_000]
  for (const [place, amount] of purses.entries()) {
    const player = players[place] ?? fail('nobody lives here')
    const { session } = (await souk.call('startTopUp', usd(amount), player.key)).data
    await bank.complete(session, { card: '4242424242424242' })
    await nameBank(town, player)
    if (place > 0) await saveCard(town, player)
  }
  const [client, provider] = players
  if (client === undefined || provider === undefined) return fail('nobody lives here')
  await listen(town, provider)
  await workWell(town)
  await follow(town)
  await trade(town, { client, provider }, 2000, ['deliver', 'accept'])
  await trade(town, { client, provider }, 2000, ['decline'])
  await workWell(town)
}

/** Work as it should be: asked for, done and paid. */
async function deal(town: Town): Promise<void> {
  const { dice, players } = town
  const solvent = players.filter(({ books }) => books.available > 3000 && !books.restricted)
  const client = dice.pick(solvent.length > 0 ? solvent : players)
  const provider = dice.pick(players.filter((player) => player !== client))
  await trade(town, { client, provider }, 100 + dice.roll(6000), ['deliver', 'accept'])
}

async function trade(
  town: Town,
  pair: { client: Player; provider: Player },
  price: number,
  actions: readonly TaskAction[],
): Promise<void> {
  const task = await hire(town, pair, { price: usd(price) })
  if (task === undefined) return
  for (const action of actions) {
    const by = action === 'accept' ? pair.client : pair.provider
    await attempt(town, task, { action, by, below: pair.provider, artifacts: 1, said: false })
  }
}
