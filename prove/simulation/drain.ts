/** The end of a town: the processor is well, everybody listens, time goes on, and nothing may be left over. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { after, day, hour, minute, second } from '../../server/src/lib/clock.ts'
import { delaysMs } from '../../server/src/events/delivery/schedule.ts'
import { told } from '../../server/test/tasks/task-model/compare.ts'
import { count, isOpen } from '../../server/test/tasks/task-model/world.ts'
import { requireTrue, trueInTheEnd } from '../processor/consistency-checks.ts'
import { checkTown } from './invariants.ts'
import { follow } from './sync-model.ts'
import { becomeWell } from './webhooks.ts'
import { messengers, workWell } from './advance-time.ts'
import { signInAgain, type Town } from './fixture.ts'

/** Longer than any clock of a task, any page, any retry and any dispute lasts. */
const waits = [6 * second, 3 * minute, 7 * hour, 30 * hour, 40 * day, 40 * day, 40 * day]

export async function windDown(town: Town): Promise<void> {
  const { souk } = town
  becomeWell(town)
  for (const passed of waits) {
    souk.clock.advance(passed)
    town.story.push(`${passed / hour} hours pass at the end`)
    await workWell(town)
    // What followed from it may take its time: a call is repeated after minutes, and a receiver gets few messages at once.
    for (let more = 0, due = await whatIsDue(town); more < 60 && due !== undefined; more++) {
      souk.clock.advance(due === 'messages' ? minute : soonMs)
      await workWell(town, due === 'messages' ? messengers : undefined)
      due = await whatIsDue(town)
    }
    await follow(town)
  }
  await checkTown(town)
  const { store } = souk.context
  await store.read((reader) => requireTrue(reader, `seed ${town.seed}`, trueInTheEnd))
  expect(
    town.tasks.filter(isOpen).map(({ id }) => id),
    told(town),
  ).toEqual([])
  expect(
    town.players.map(({ books }) => books.held),
    told(town),
  ).toEqual(town.players.map(() => 0))
  await checkBalances(town)
  await checkDeliveries(town)
  await checkApprovals(town)
}

/** Longer than a node keeps to itself what it does not finish. */
const soonMs = 3 * minute

/** What has to be done soon. */
async function whatIsDue({ souk }: Town): Promise<'money' | 'messages' | undefined> {
  const now = souk.clock.now()
  const soon = after(now, soonMs)
  const { rows } = await sql<{ money: boolean; messages: boolean }>`
    select exists (select from sandbox_events where state = 'queued' and due_at <= ${soon})
        or exists (select from processor_events where state = 'queued' and due_at <= ${soon})
        or exists (select from payments where due_at <= ${soon})
        or exists (select from payouts where due_at <= ${soon}) as money,
      exists (select from outbox)
        or exists (select from webhook_deliveries where status = 'pending' and next_attempt_at <= ${now}) as messages`.execute(
    souk.context.database,
  )
  const [due] = rows
  return due?.money === true ? 'money' : due?.messages === true ? 'messages' : undefined
}

/** What people are shown is what the model says. */
async function checkBalances(town: Town): Promise<void> {
  await signInAgain(town)
  for (const { name, key, books } of town.players) {
    const { balance } = (await town.souk.call('getBalance', {}, key)).data
    const pendingReason = books.pending === 0 ? null : 'client-chargeback'
    expect({ name, ...balance }, told(town)).toEqual({ name, currency: 'USD', ...books, pendingReason })
  }
}

/** Every message has arrived, or was given up for a reason that the documents name. */
async function checkDeliveries(town: Town): Promise<void> {
  const { souk, players, receiver, unhooked } = town
  const agents = players.map(({ agent }) => agent.id)
  const { rows } = await sql<Delivery>`
    select d.id, d.agent_id as agent, d.event_id as event, d.status, d.tries, d.trigger,
      exists (select from events e where e.agent_id = d.agent_id and e.kind = 'webhook.disabled') as disabled
    from webhook_deliveries d where d.agent_id = any(${agents})`.execute(souk.context.database)
  const arrived = new Set(receiver.arrived.map(({ id }) => id))
  const isAccounted: Readonly<Record<string, (delivery: Delivery) => boolean>> = {
    succeeded: ({ event }) => arrived.has(event),
    exhausted: ({ tries, trigger }) => tries > delaysMs.length || trigger === 'test',
    cancelled: ({ agent, disabled }) => disabled || unhooked.has(agent),
  }
  const left = rows.filter((delivery) => isAccounted[delivery.status]?.(delivery) !== true)
  expect(left, told(town)).toEqual([])
  for (const { status } of rows) count(town, `delivery ${status}`)
}

interface Delivery {
  readonly id: string
  readonly agent: string
  readonly event: string
  readonly status: string
  readonly tries: number
  readonly trigger: string
  /** Whether the webhook was ever disabled because its receiver had gone, or failed for days. */
  readonly disabled: boolean
}

async function checkApprovals(town: Town): Promise<void> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from approvals where state in ('pending', 'approved')`.execute(
    town.souk.context.database,
  )
  expect(rows, told(town)).toEqual([])
}
