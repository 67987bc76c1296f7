/** Advances the clock and runs all workers, some, or none. */
import { receiveEvents } from '../../server/src/money/processor/receive-events.ts'
import { day, hour, minute, second } from '../../server/src/lib/clock.ts'
import { deliverSandboxEvents } from '../../server/src/money/processor/sandbox/deliver-events.ts'
import { workersOf } from '../../server/src/workers/index.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import { count, applyTimeouts, expireOffers } from '../../server/test/tasks/task-model/world.ts'
import { shuffled } from '../processor/event-queue.ts'
import { dispatchAndCheck } from './webhooks.ts'
import { renewSession, type Fixture } from './fixture.ts'
import { withFaults } from './fault-injection.ts'

export const deliveryWorkers = ['event-relay', 'webhook-dispatch', 'webhook-send'] as const

/** Workers that change money, tasks or messages. */
const workerNames = [
  ...deliveryWorkers,
  'sandbox',
  'sandbox-events',
  'processor-events',
  'payments',
  'payouts',
  'chargebacks',
  'refunds',
  'refund-orders',
  'balance-transactions',
  'ledger-roll-up',
  'task-timeouts',
  'approvals',
  'reputation',
] as const

type WorkerName = (typeof workerNames)[number]

const shortTimes = [second, 6 * second, 6 * second, 30 * second, 3 * minute, 11 * minute, hour, 7 * hour]
const longTimes = [day, 2 * day, 5 * day, 16 * day, 35 * day]

export async function advanceTime(fixture: Fixture): Promise<void> {
  const { random, story, souk } = fixture
  const elapsedMs = random.chance(85) ? random.pick(shortTimes) : random.pick(longTimes)
  souk.clock.advance(elapsedMs)
  expireOffers(fixture)
  story.push(`${elapsedMs / hour} hours pass`)
  // Sessions have expired.
  if (elapsedMs >= day) await renewSession(fixture)
  if (random.chance(15)) return
  const all = random.chance(50)
  const chosen = shuffled(workerNames, random).filter(() => all || random.chance(50))
  await withFaults(fixture, 35, () => runSelected(fixture, chosen))
}

/** Runs workers in causal order without faults. */
export async function runWorkers(
  fixture: Fixture,
  names: readonly WorkerName[] = workerNames,
): Promise<number> {
  return runSelected(fixture, names, 'without faults')
}

async function runSelected(
  fixture: Fixture,
  names: readonly WorkerName[],
  mode?: 'without faults',
): Promise<number> {
  fixture.story.push(`workers run: ${names.join(', ')}`)
  let done = 0
  for (const name of names) done += await runWorker(fixture, name, mode)
  count(fixture, 'workers ran')
  return done
}

type Work = () => Promise<number>

async function runWorker(fixture: Fixture, name: WorkerName, mode?: 'without faults'): Promise<number> {
  const worker =
    workersOf(fixture.souk.context).find((known) => known.name === name) ?? fail(`no worker ${name}`)
  if (name === 'sandbox-events' && mode !== 'without faults') return deliverWithFaults(fixture)
  const wrap = wrappers[name]
  return wrap === undefined ? worker.work() : wrap(fixture, worker.work)
}

/** Additional steps around some workers. */
const wrappers: Partial<Record<WorkerName, (fixture: Fixture, runSelected: Work) => Promise<number>>> = {
  'webhook-dispatch': dispatchAndCheck,
  'webhook-send': async ({ souk }, send) => {
    const sent = await send()
    await souk.context.deliveryLimiter.drain(30 * second)
    return sent
  },
  'task-timeouts': runTimeouts,
}

/** Applies timeouts to the model first, then to the service until none is due. */
async function runTimeouts(fixture: Fixture, runClocks: Work): Promise<number> {
  applyTimeouts(fixture)
  let struck = 0
  for (let more = 1; more > 0; struck += more) more = await runClocks()
  return struck
}

async function deliverWithFaults({ souk, random }: Fixture): Promise<number> {
  const { context } = souk
  const deliver = (body: Buffer, headers: Record<string, string>) => receiveEvents(context, body, headers)
  return deliverSandboxEvents(context, deliver, {
    duplicate: random.chance(40),
    reorder: random.chance(40),
    dropFirst: random.chance(20),
    delayMs: random.chance(20) ? 5 * second : 0,
  })
}
