import { sql } from 'kysely'
import type { Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day, hour, second } from '../../src/lib/clock.ts'
import { runTimeouts } from '../../src/tasks/commands/run-timeouts.ts'
import { flushPresence } from '../../src/node/flush-presence.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { market } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { applyTo, postListing } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
  expect(await trade.payments.failedChecks()).toEqual([])
})

const run = () => runTimeouts(souk.context)
const inDays = (days: number) => new Date(souk.clock.now().getTime() + days * day).toISOString()
const events = async (task: Task) => {
  const { rows } = await sql<{ action: string; by: string; phase: string }>`
    select action, by, phase from task_events where task_id = ${task.id} order by seq`.execute(
    souk.context.database,
  )
  return rows
}
const timeoutCount = async (task: Task) =>
  (await events(task)).filter(({ by, action }) => by === 'clock' && action !== 'warn').length
const outcome = async (task: Task) => {
  const { phase, reason, heldFunds } = await trade.market(task)
  return { phase, reason, held: heldFunds?.amount ?? 0 }
}

interface Case {
  readonly name: string
  /** Creates a task with held funds of 1000 in the phase whose timeout is tested. */
  readonly task: () => Promise<Task>
  readonly afterMs: number
  readonly ends: { phase: string; reason?: string }
  /** Expected location of the 1000 afterwards. */
  readonly funds: 'client' | 'provider' | 'frozen'
}

const reviewed = async (onSilence: string) =>
  trade.deliver(await trade.hire(1000, { reviewHours: 10, onSilence }))
const cases: readonly Case[] = [
  {
    name: 'an unanswered request',
    task: () => trade.hire(1000),
    afterMs: 7 * day,
    ends: { phase: 'canceled', reason: 'expired' },
    funds: 'client',
  },
  {
    name: 'work that misses its deadline',
    task: async () => trade.start(await trade.hire(1000, { deliverBy: inDays(3) })),
    afterMs: 3 * day,
    ends: { phase: 'failed', reason: 'expired' },
    funds: 'client',
  },
  {
    name: 'work without a deadline',
    task: async () => trade.start(await trade.hire(1000)),
    afterMs: 30 * day,
    ends: { phase: 'failed', reason: 'expired' },
    funds: 'client',
  },
  {
    name: 'an unanswered question',
    task: async () => trade.start(await trade.hire(1000, { deliverBy: inDays(2) }), 'input-required'),
    afterMs: 2 * day,
    ends: { phase: 'failed', reason: 'expired' },
    funds: 'client',
  },
  {
    name: 'a missing authorization',
    task: async () => trade.start(await trade.hire(1000, { deliverBy: inDays(2) }), 'auth-required'),
    afterMs: 2 * day,
    ends: { phase: 'failed', reason: 'expired' },
    funds: 'client',
  },
  {
    name: 'a review with onSilence accept',
    task: () => reviewed('accept'),
    afterMs: 10 * hour,
    ends: { phase: 'completed', reason: 'auto_accepted' },
    funds: 'provider',
  },
  {
    name: 'a review with onSilence dispute',
    task: () => reviewed('dispute'),
    afterMs: 10 * hour,
    ends: { phase: 'disputed' },
    funds: 'frozen',
  },
  {
    name: 'a review with onSilence refund',
    task: () => reviewed('refund'),
    afterMs: 10 * hour,
    ends: { phase: 'failed', reason: 'refunded' },
    funds: 'client',
  },
  {
    name: 'a revision that is never delivered',
    task: async () => {
      const terms = { reviewHours: 10, deliverBy: inDays(0.1) }
      return trade.requestRevision(await trade.deliver(await trade.hire(1000, terms)))
    },
    afterMs: 10 * hour,
    ends: { phase: 'disputed' },
    funds: 'frozen',
  },
  {
    name: 'a dispute about a delivery',
    task: async () => trade.dispute(await trade.deliver(await trade.hire(1000))),
    afterMs: 14 * day,
    ends: { phase: 'completed', reason: 'ruled' },
    funds: 'provider',
  },
  {
    name: 'a dispute without a delivery',
    task: async () => trade.dispute(await trade.start(await trade.hire(1000))),
    afterMs: 14 * day,
    ends: { phase: 'failed', reason: 'refunded' },
    funds: 'client',
  },
]

describe('runTimeouts', () => {
  it.each(cases)('ends $name when it expires and not before', async ({ task, afterMs, ends, funds }) => {
    const before = await trade.balances()
    const taken = await task()
    const { phase } = await trade.market(taken)
    souk.clock.advance(afterMs - second)
    await run()
    expect((await trade.market(taken)).phase).toBe(phase)
    souk.clock.advance(second)
    expect(await run()).toBe(1)
    expect(await outcome(taken)).toEqual({
      reason: undefined,
      ...ends,
      held: funds === 'frozen' ? 1000 : 0,
    })
    expect(await trade.balances()).toEqual({
      available: before.available - (funds === 'client' ? 0 : 1000),
      held: before.held + (funds === 'frozen' ? 1000 : 0),
      earned: before.earned + (funds === 'provider' ? 950 : 0),
    })
    expect(await run()).toBe(0)
    expect(await timeoutCount(taken)).toBe(1)
    expect(souk.loggedErrors).toEqual([])
    // Disputed tasks wait for another timeout, which must not fire in other cases.
    souk.clock.advance(14 * day)
    expect(await run()).toBe(funds === 'frozen' ? 1 : 0)
  })

  it('ends a free request, and an application while its listing stays open', async () => {
    const free = await trade.hire(0)
    const listing = await postListing(souk, trade.client)
    const application = await applyTo(souk, trade.provider, listing)
    souk.clock.advance(7 * day)
    expect(await run()).toBe(1)
    expect(await outcome(free)).toMatchObject({ phase: 'canceled', reason: 'expired' })
    souk.clock.advance(23 * day)
    expect(await run()).toBe(1)
    expect(await outcome(application)).toMatchObject({ phase: 'canceled', reason: 'expired' })
    const { data } = await souk.call('getListing', { listingId: listing.id }, trade.client.key)
    expect(data.listing.status).toBe('open')
    expect((await applyTo(souk, trade.provider, listing)).id).not.toBe(application.id)
    souk.clock.advance(30 * day)
    await run()
  })

  it('does not postpone the timeout because of messages', async () => {
    const task = await trade.start(await trade.hire(1000, { deliverBy: inDays(2) }))
    souk.clock.advance(day)
    await trade.start(task, 'input-required')
    await trade.requestRevision(task)
    souk.clock.advance(day)
    await run()
    expect(await outcome(task)).toMatchObject({ phase: 'failed', reason: 'expired' })
  })

  it('fires once when several nodes run it concurrently', async () => {
    const tasks = await Promise.all(Array.from({ length: 12 }, () => trade.hire(100)))
    souk.clock.advance(7 * day)
    const counts = await Promise.all([run(), run(), run(), run()])
    expect(counts.reduce((sum, count) => sum + count)).toBe(tasks.length)
    for (const task of tasks) {
      expect([await outcome(task), await timeoutCount(task)]).toEqual([
        { phase: 'canceled', reason: 'expired', held: 0 },
        1,
      ])
    }
    const postings = sql<{ count: bigint }>`
      select count(*) as count from ledger_postings where kind = 'release' and ref = any(${tasks.map(({ id }) => id)})`
    expect((await postings.execute(souk.context.database)).rows[0]?.count).toBe(12n)
  })

  it('loses or wins against concurrent actions, never both', async () => {
    const tasks = await Promise.all(Array.from({ length: 8 }, () => reviewed('refund')))
    souk.clock.advance(10 * hour)
    const { name } = trade.provider.agent
    const accept = ({ id }: Task) => souk.call('acceptTask', { name, taskId: id }, trade.client.key)
    const [, ...answers] = await Promise.all([run(), ...tasks.map(accept)])
    await run()
    const ends = await Promise.all(tasks.map(outcome))
    expect(ends.map(({ phase }) => phase)).toEqual(
      answers.map(({ status }) => (status === 200 ? 'completed' : 'failed')),
    )
  })

  it('processes more tasks than one batch and reports when more are due', async () => {
    for (let count = 0; count < 55; count++) await trade.hire(0)
    souk.clock.advance(7 * day)
    expect([await run(), await run(), await run()]).toEqual([50, 5, 0])
  })

  it('skips and logs a task that cannot be changed and processes the others', async () => {
    const broken = await trade.hire(1000)
    const [paid, free] = [await trade.hire(1000), await trade.hire(0)]
    const setHeld = (held: number) =>
      sql`update tasks set held = ${held} where id = ${broken.id}`.execute(souk.context.database)
    await setHeld(5000)
    souk.clock.advance(7 * day)
    expect(await run()).toBe(2)
    expect(souk.loggedErrors.splice(0)).toEqual([expect.stringContaining(broken.id)])
    expect(await outcome(broken)).toMatchObject({ phase: 'requested' })
    for (const task of [paid, free]) expect(await outcome(task)).toMatchObject({ phase: 'canceled' })
    await setHeld(1000)
    expect(await run()).toBe(1)
    expect(await outcome(broken)).toMatchObject({ phase: 'canceled', held: 0 })
  })

  it('records timeouts without an actor', async () => {
    const task = await trade.hire(1000)
    souk.clock.advance(7 * day)
    await run()
    const entry = await souk.context.database
      .selectFrom('audit_entries')
      .select(['action', 'actor_kind', 'user_id', 'key_id'])
      .where('target', '=', task.id)
      .where('action', '=', 'task.expired')
      .execute()
    expect(entry).toEqual([{ action: 'task.expired', actor_kind: 'system', user_id: null, key_id: null }])
  })
})

describe('a timeout warning', () => {
  it('is sent once before the timeout and changes only the version', async () => {
    const task = await trade.start(await trade.hire(1000, { deliverBy: inDays(5) }))
    const before = await trade.read(task)
    souk.clock.advance(4 * day - second)
    expect(await run()).toBe(0)
    souk.clock.advance(second)
    const counts = await Promise.all([run(), run(), run()])
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(await run()).toBe(0)
    const after = await trade.read(task)
    expect(after.status).toEqual(before.status)
    expect(after.history).toEqual(before.history)
    const [was, is] = [await trade.market(before), await trade.market(after)]
    expect(is).toEqual({ ...was, version: is.version })
    expect((await events(task)).at(-1)).toEqual({ action: 'warn', by: 'clock', phase: 'working' })
    souk.clock.advance(day)
    expect(await run()).toBe(1)
    expect(await outcome(task)).toMatchObject({ phase: 'failed', reason: 'expired' })
  })

  it('reaches subscribers as a status without a message', async () => {
    const task = await trade.deliver(await trade.hire(1000, { reviewHours: 10 }))
    const { version } = await trade.market(task)
    souk.clock.advance(9 * hour)
    await run()
    const { name } = trade.provider.agent
    const seen = await souk.call('getTask', { name, taskId: task.id, include: 'timeline' }, trade.client.key)
    expect(market(seen.data).timeline?.at(-1)).toEqual({
      seq: version + 1,
      at: souk.clock.now().toISOString(),
      action: 'warn',
      by: 'clock',
      phase: 'delivered',
      awaiting: 'client',
      revision: 0,
    })
    const response = await souk.app.inject({
      method: 'GET',
      url: `/api/a2a/v1/agents/${name}/tasks/${task.id}:subscribe`,
      headers: {
        authorization: `Bearer ${trade.client.key.as ?? ''}`,
        'a2a-version': '1.0',
        'last-event-id': String(version),
      },
      payloadAsStream: true,
    })
    const stream = response.stream()
    let received = ''
    for await (const chunk of stream) {
      received += String(chunk)
      if (/data:.*\n/.test(received)) break
    }
    const { statusUpdate } = JSON.parse(/data: ?(.*)\n/.exec(received)?.[1] ?? '{}')
    expect(statusUpdate).toMatchObject({ taskId: task.id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } })
    expect(statusUpdate.status.message).toBeUndefined()
    souk.clock.advance(hour)
    await run()
  })

  it('is skipped when the timeout is due as well', async () => {
    const task = await trade.hire(1000)
    souk.clock.advance(8 * day)
    expect(await run()).toBe(1)
    expect((await events(task)).map(({ action }) => action)).toEqual(['message', 'expire'])
  })
})

describe('writePresence', () => {
  const seenAt = async () =>
    (
      await souk.context.database
        .selectFrom('agent_presence')
        .select('seen_at')
        .where('agent_id', '=', idOf(trade.provider.agent))
        .execute()
    ).map(({ seen_at: at }) => at)

  it('stores when a provider was last seen and never moves it backwards', async () => {
    const task = await trade.hire(0)
    const look = () =>
      souk.call('getTask', { name: trade.provider.agent.name, taskId: task.id }, trade.provider.key)
    await look()
    await flushPresence(souk.context)
    const first = souk.clock.now()
    expect(await seenAt()).toEqual([first])
    souk.clock.advance(hour)
    await look()
    await flushPresence(souk.context)
    expect(await seenAt()).toEqual([souk.clock.now()])
    souk.context.presence.markSeen(idOf(trade.provider.agent), first)
    await flushPresence(souk.context)
    expect(await seenAt()).toEqual([souk.clock.now()])
    expect(souk.context.presence.drain()).toEqual([])
  })
})
