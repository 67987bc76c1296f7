import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { minute } from '../../server/src/lib/clock.ts'
import { databaseUrl } from '../../server/test/fixtures/database/databases.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import { clusterUrl } from '../../server/test/fixtures/database/test-cluster.ts'
import type { SenderProcess, SenderBundle } from './sender-process.ts'
import { advanceUntilDelivered, findOrphanedLeases, type OrphanedLeases } from './advance-clock.ts'
import { requireSigned, type ReceiverPool } from './receivers.ts'
import { startSender } from './sender.ts'
import { eventsPerTask, exchangeMessages, type Fixture } from './fixture.ts'

interface KillPlan {
  readonly kills: number
  readonly size: number
  readonly random: Random
  progress(done: number): void
}

/**
 * In each round traders exchange messages, a sender is killed while it delivers them, and two other senders deliver the
 * rest. Returns how many deliveries the kills interrupted.
 */
export async function runKillRounds(
  fixture: Fixture,
  bundle: SenderBundle,
  killPlan: KillPlan,
): Promise<number> {
  const { souk, receivers } = fixture
  const { kills, size, random, progress } = killPlan
  const url = await urlOf(souk)
  let sender: SenderProcess | undefined = bundle.start(url, souk.clock.now())
  let interrupted = 0
  try {
    for (let round = 1; round <= kills && sender !== undefined; round++) {
      const killed = killWhileDelivering(receivers, sender, 1 + random.below(Math.ceil(size / kills / 8)))
      await Promise.all([createTasks(fixture, (size * round) / kills), sender.ready])
      sender.setTime(souk.clock.now())
      await killed
      const orphans = await findOrphanedLeases(souk)
      interrupted += orphans.ids.length
      sender = round < kills ? bundle.start(url, souk.clock.now()) : undefined
      await deliverRest(fixture, url, orphans, sender)
      progress(Math.round((size * round) / kills))
    }
  } finally {
    await sender?.kill()
  }
  return interrupted
}

/** Delivers the rest with a sender in this process, together with the successor of the killed one. */
async function deliverRest(
  { souk, receivers }: Fixture,
  url: string,
  orphans: OrphanedLeases,
  successor?: SenderProcess,
): Promise<void> {
  const ours = await startSender(url, souk.clock)
  try {
    await advanceUntilDelivered(souk, orphans, () => {
      requireSigned(receivers)
      ours.wake()
      successor?.setTime(souk.clock.now())
    })
  } finally {
    await ours.stop()
  }
}

/** Kills the sender when this many messages have arrived: the last one is still waiting for its response. */
async function killWhileDelivering(
  receivers: ReceiverPool,
  sender: SenderProcess,
  messages: number,
): Promise<void> {
  let left = messages
  const killed = new Promise<void>((resolve) => {
    receivers.onArrival = () => {
      left -= 1
      if (left === 0) resolve(sender.kill())
    }
  })
  const late = delay(5 * minute, undefined, { ref: false }).then(() =>
    fail('a sender delivered nothing in five minutes'),
  )
  await Promise.race([killed, late])
}

const concurrentTasks = 10

/** Creates tasks until their events add up to this many deliveries. */
async function createTasks(fixture: Fixture, deliveries: number): Promise<void> {
  const { tasks, pairs } = fixture
  for (let target = deliveries / eventsPerTask / 2; tasks.length < target;) {
    const start = tasks.length % pairs.length
    const count = Math.min(concurrentTasks, Math.ceil(target - tasks.length))
    await Promise.all(pairs.slice(start, start + count).map((pair) => exchangeMessages(fixture, pair)))
  }
}

async function urlOf({ context }: Souk): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(context.database)
  return databaseUrl(clusterUrl(), rows[0]?.name ?? fail('no database'))
}
