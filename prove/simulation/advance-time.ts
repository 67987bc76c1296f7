/** Time passes, and workers do what is due: all of them, some, or none. */
import { receiveEvents } from '../../server/src/money/processor/receive-events.ts'
import { day, hour, minute, second } from '../../server/src/lib/clock.ts'
import { deliverSandboxEvents } from '../../server/src/money/processor/sandbox/deliver-events.ts'
import { workersOf } from '../../server/src/workers/index.ts'
import { fail } from '../../server/test/fixtures/harness.ts'
import { count, strike } from '../../server/test/tasks/task-model/world.ts'
import { shuffled } from '../processor/event-queue.ts'
import { dispatch } from './webhooks.ts'
import { signInAgain, type Town } from './fixture.ts'
import { inTrouble } from './fault-injection.ts'

export const messengers = ['event-relay', 'webhook-dispatch', 'webhook-send'] as const

/** Those that move money, tasks or messages. */
const workerNames = [
  ...messengers,
  'sandbox',
  'sandbox-events',
  'processor-events',
  'payments',
  'payouts',
  'chargebacks',
  'refunds',
  'balance-transactions',
  'ledger-roll-up',
  'task-timeouts',
  'approvals',
  'reputation',
] as const

type WorkerName = (typeof workerNames)[number]

const moments = [second, 6 * second, 6 * second, 30 * second, 3 * minute, 11 * minute, hour, 7 * hour]
const ages = [day, 2 * day, 5 * day, 16 * day, 35 * day]

export async function pass(town: Town): Promise<void> {
  const { dice, story, souk } = town
  const passed = dice.chance(85) ? dice.pick(moments) : dice.pick(ages)
  souk.clock.advance(passed)
  story.push(`${passed / hour} hours pass`)
  // Sessions have ended.
  if (passed >= day) await signInAgain(town)
  if (dice.chance(15)) return
  const all = dice.chance(50)
  const chosen = shuffled(workerNames, dice).filter(() => all || dice.chance(50))
  await inTrouble(town, 35, () => work(town, chosen))
}

/** Everybody works as on a good day, in the order in which one thing follows from the other. */
export async function workWell(town: Town, names: readonly WorkerName[] = workerNames): Promise<number> {
  return work(town, names, 'well')
}

async function work(town: Town, names: readonly WorkerName[], manner?: 'well'): Promise<number> {
  town.story.push(`at work: ${names.join(', ')}`)
  let done = 0
  for (const name of names) done += await workOnce(town, name, manner)
  count(town, 'workers ran')
  return done
}

type Work = () => Promise<number>

async function workOnce(town: Town, name: WorkerName, manner?: 'well'): Promise<number> {
  const worker =
    workersOf(town.souk.context).find((known) => known.name === name) ?? fail(`no worker ${name}`)
  if (name === 'sandbox-events' && manner !== 'well') return deliverBadly(town)
  const around = surroundings[name]
  return around === undefined ? worker.work() : around(town, worker.work)
}

/** What has to be done besides, when some of them work. */
const surroundings: Partial<Record<WorkerName, (town: Town, work: Work) => Promise<number>>> = {
  'webhook-dispatch': dispatch,
  'webhook-send': async ({ souk }, send) => {
    const sent = await send()
    await souk.context.deliveryLimiter.drain(30 * second)
    return sent
  },
  'task-timeouts': strikeAll,
}

/** The model's clocks first, then all of those of the service. */
async function strikeAll(town: Town, runClocks: Work): Promise<number> {
  strike(town)
  let struck = 0
  for (let more = 1; more > 0; struck += more) more = await runClocks()
  return struck
}

async function deliverBadly({ souk, dice }: Town): Promise<number> {
  const { context } = souk
  const deliver = (body: Buffer, headers: Record<string, string>) => receiveEvents(context, body, headers)
  return deliverSandboxEvents(context, deliver, {
    duplicate: dice.chance(40),
    reorder: dice.chance(40),
    dropFirst: dice.chance(20),
    delayMs: dice.chance(20) ? 5 * second : 0,
  })
}
