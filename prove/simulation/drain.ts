/** Drains a seed: no more faults, time passes, and nothing may be left unfinished. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { after, day, hour, minute, second } from '../../server/src/lib/clock.ts'
import { delaysMs } from '../../server/src/events/delivery/schedule.ts'
import { storyOf } from '../../server/test/tasks/task-model/compare.ts'
import { count, isOpen } from '../../server/test/tasks/task-model/world.ts'
import { finalChecks, requireChecks } from '../processor/consistency-checks.ts'
import { checkInvariants } from './invariants.ts'
import { syncModel } from './sync-model.ts'
import { healReceivers } from './webhooks.ts'
import { deliveryWorkers, runWorkers } from './advance-time.ts'
import { releasePayouts, retryByOperator } from './operator-money.ts'
import { renewSession, type Fixture } from './fixture.ts'

/** Longer than any task timeout, processor page, retry or dispute. */
const waits = [6 * second, 3 * minute, 7 * hour, 30 * hour, 40 * day, 40 * day, 40 * day]

export async function drain(fixture: Fixture): Promise<void> {
  const { souk } = fixture
  healReceivers(fixture)
  await releasePayouts(fixture)
  for (const elapsedMs of waits) {
    souk.clock.advance(elapsedMs)
    fixture.story.push(`${elapsedMs / hour} hours pass while draining`)
    await retryStoppedPayouts(fixture)
    await runWorkers(fixture)
    // Retries run minutes later, and a receiver gets a limited number of messages per second.
    for (let more = 0, due = await findDueWork(fixture); more < 60 && due !== undefined; more++) {
      souk.clock.advance(due === 'messages' ? minute : soonMs)
      await runWorkers(fixture, due === 'messages' ? deliveryWorkers : undefined)
      due = await findDueWork(fixture)
    }
    await syncModel(fixture)
  }
  await checkInvariants(fixture)
  const { store } = souk.context
  await store.read((reader) => requireChecks(reader, `seed ${fixture.seed}`, finalChecks))
  expect(
    fixture.tasks.filter(isOpen).map(({ id }) => id),
    storyOf(fixture),
  ).toEqual([])
  expect(
    fixture.players.map(({ books }) => books.held),
    storyOf(fixture),
  ).toEqual(fixture.players.map(() => 0))
  await checkBalances(fixture)
  await checkDeliveries(fixture)
  await checkApprovals(fixture)
}

/**
 * A step that was refused before a long pause exhausts its retries with the first refusal after it. Its owner retries, or an
 * operator if debts restrict the owner.
 */
async function retryStoppedPayouts(fixture: Fixture): Promise<void> {
  const { souk, players } = fixture
  const stopped = await souk.context.database
    .selectFrom('payouts')
    .select(['id', 'agent_id'])
    .where('state', '=', 'needs_attention')
    .execute()
  if (stopped.length > 0) await renewSession(fixture)
  for (const { id: payoutId, agent_id: agentId } of stopped) {
    const owner = players.find(({ agent }) => agent.id === agentId)
    if (owner === undefined) continue
    const { status } = await souk.call('retryPayout', { payoutId }, owner.key)
    count(fixture, `retried payout ${status}`)
    if (status === 403) await retryByOperator(fixture, payoutId)
  }
}

/** Longer than any lease. */
const soonMs = 3 * minute

/** The type of work that is due soon. */
async function findDueWork({ souk }: Fixture): Promise<'money' | 'messages' | undefined> {
  const now = souk.clock.now()
  const horizon = after(now, soonMs)
  const { rows } = await sql<{ money: boolean; messages: boolean }>`
    select exists (select from sandbox_events where state = 'queued' and due_at <= ${horizon})
        or exists (select from processor_events where state = 'queued' and due_at <= ${horizon})
        or exists (select from payments where due_at <= ${horizon})
        or exists (select from payouts where due_at <= ${horizon})
        or exists (select from refund_orders where due_at <= ${horizon}) as money,
      exists (select from outbox)
        or exists (select from webhook_deliveries where status = 'pending' and next_attempt_at <= ${now}) as messages`.execute(
    souk.context.database,
  )
  const [due] = rows
  return due?.money === true ? 'money' : due?.messages === true ? 'messages' : undefined
}

/** The balances in the API match the model. */
async function checkBalances(fixture: Fixture): Promise<void> {
  await renewSession(fixture)
  for (const { name, key, books } of fixture.players) {
    const { balance } = (await fixture.souk.call('getBalance', {}, key)).data
    const pendingReason = books.pending === 0 ? null : 'client-chargeback'
    expect({ name, ...balance }, storyOf(fixture)).toEqual({
      name,
      currency: 'USD',
      ...books,
      cleared: books.earnings,
      pendingReason,
      debtPlan: null,
    })
  }
}

/** Every message has arrived, or was abandoned for a documented reason. */
async function checkDeliveries(fixture: Fixture): Promise<void> {
  const { souk, players, receiver, withoutWebhook } = fixture
  const agents = players.map(({ agent }) => agent.id)
  const { rows } = await sql<Delivery>`
    select d.id, d.agent_id as agent, d.event_id as event, d.status, d.tries, d.trigger,
      exists (select from events e where e.agent_id = d.agent_id and e.kind = 'webhook.disabled') as disabled
    from webhook_deliveries d where d.agent_id = any(${agents})`.execute(souk.context.database)
  const arrived = new Set(receiver.arrived.map(({ id }) => id))
  const isAccounted: Readonly<Record<string, (delivery: Delivery) => boolean>> = {
    succeeded: ({ event }) => arrived.has(event),
    exhausted: ({ tries, trigger }) => tries > delaysMs.length || trigger === 'test',
    canceled: ({ agent, disabled }) => disabled || withoutWebhook.has(agent),
  }
  const unaccounted = rows.filter((delivery) => isAccounted[delivery.status]?.(delivery) !== true)
  expect(unaccounted, storyOf(fixture)).toEqual([])
  for (const { status } of rows) count(fixture, `delivery ${status}`)
}

interface Delivery {
  readonly id: string
  readonly agent: string
  readonly event: string
  readonly status: string
  readonly tries: number
  readonly trigger: string
  /** Whether the webhook was ever disabled, by a 410 or by days of failures. */
  readonly disabled: boolean
}

async function checkApprovals(fixture: Fixture): Promise<void> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from approvals where state in ('pending', 'approved')`.execute(
    fixture.souk.context.database,
  )
  expect(rows, storyOf(fixture)).toEqual([])
}
