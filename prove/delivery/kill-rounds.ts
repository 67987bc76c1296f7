import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { minute } from '../../server/src/lib/clock.ts'
import { databaseUrl } from '../../server/test/fixtures/global-setup.ts'
import { fail, type Souk } from '../../server/test/fixtures/harness.ts'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import { postgresUrl } from '../../server/test/fixtures/postgres-url.ts'
import type { Child, Program } from './sender-process.ts'
import { drive, orphansOf, type Orphans } from './advance-clock.ts'
import { requireSigned, type Post } from './receivers.ts'
import { startSender } from './sender.ts'
import { changesEach, talk, type World } from './fixture.ts'

interface Plan {
  readonly kills: number
  readonly size: number
  readonly dice: Dice
  progress(done: number): void
}

/**
 * In rounds: people talk, a sender is killed in the midst of delivering it, and another one finishes the work together
 * with the successor of the dead. Answers how many deliveries were cut off.
 */
export async function sendAll(world: World, program: Program, plan: Plan): Promise<number> {
  const { souk, post } = world
  const { kills, size, dice, progress } = plan
  const url = await urlOf(souk)
  let child: Child | undefined = program.start(url, souk.clock.now())
  let cutOff = 0
  try {
    for (let round = 1; round <= kills && child !== undefined; round++) {
      const killed = killAtWork(post, child, 1 + dice.roll(Math.ceil(size / kills / 8)))
      await Promise.all([talkUntil(world, (size * round) / kills), child.ready])
      child.tell(souk.clock.now())
      await killed
      const orphans = await orphansOf(souk)
      cutOff += orphans.ids.length
      child = round < kills ? program.start(url, souk.clock.now()) : undefined
      await finish(world, url, orphans, child)
      progress(Math.round((size * round) / kills))
    }
  } finally {
    await child?.kill()
  }
  return cutOff
}

/** Another sender delivers what is left, together with the successor of the dead as soon as that is there. */
async function finish(
  { souk, post }: World,
  url: string,
  orphans: Orphans,
  successor?: Child,
): Promise<void> {
  const ours = await startSender(url, souk.clock)
  try {
    await drive(souk, orphans, () => {
      requireSigned(post)
      ours.wake()
      successor?.tell(souk.clock.now())
    })
  } finally {
    await ours.stop()
  }
}

/** When so many messages have come, the one that came last being under way for certain. */
async function killAtWork(post: Post, child: Child, messages: number): Promise<void> {
  let left = messages
  const killed = new Promise<void>((resolve) => {
    post.onArrival = () => {
      left -= 1
      if (left === 0) resolve(child.kill())
    }
  })
  const late = delay(5 * minute, undefined, { ref: false }).then(() => fail('a sender sends nothing'))
  await Promise.race([killed, late])
}

const atOnce = 10

/** Until both sides of every task have been promised so many deliveries in all. */
async function talkUntil(world: World, deliveries: number): Promise<void> {
  const { told, couples } = world
  for (let tasks = deliveries / changesEach / 2; told.length < tasks;) {
    const start = told.length % couples.length
    const many = Math.min(atOnce, Math.ceil(tasks - told.length))
    await Promise.all(couples.slice(start, start + many).map((couple) => talk(world, couple)))
  }
}

async function urlOf({ context }: Souk): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(context.database)
  return databaseUrl(postgresUrl(), rows[0]?.name ?? fail('no database'))
}
