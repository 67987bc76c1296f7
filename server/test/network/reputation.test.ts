import { sql } from 'kysely'
import type { Reputation, Ruling, Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { day, hour, minute, second } from '../../src/lib/clock.ts'
import { aggregateReputation } from '../../src/reputation/aggregate-reputation.ts'
import { runTimeouts } from '../../src/tasks/commands/run-timeouts.ts'
import { asOperator } from '../fixtures/operations.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { market, marketMetadata, text } from '../fixtures/a2a/task-messages.ts'
import { applyTo, createTestAgent, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

/** Two traders without reputation. */
const createParties = async () => {
  trade = await createTaskFixture(souk)
}
const count = async () => {
  await souk.work(['event-relay', 'reputation'])
}
const reputationOf = async ({ agent }: TestAgent): Promise<Reputation> => {
  const { trust } = (await souk.call('getAgent', { name: agent.name })).data.agent
  if (trust === undefined) return fail('no trust')
  return { provider: trust.provider, client: trust.client }
}
const figures = async (): Promise<Figures> => {
  await count()
  const { provider } = await reputationOf(trade.provider)
  const { client } = await reputationOf(trade.client)
  return { ...provider, ...client, disputed: [provider.disputed, client.disputed] }
}
const accept = async ({ id }: Task) => {
  await souk.call('acceptTask', { name: trade.provider.agent.name, taskId: id }, trade.client.key)
}
const cancel = async ({ id }: Task) => {
  await souk.call('cancelTask', { name: trade.provider.agent.name, taskId: id }, trade.client.key)
}
const failTask = (task: Task) => trade.start(task, 'failed')
const rule = async ({ id: taskId }: Task, ruling: Ruling, toClient?: number) => {
  const share = toClient === undefined ? {} : { toClient }
  return (await souk.call('ruleDispute', { taskId, ruling, ...share, reasons: 'As agreed.' }, asOperator))
    .data
}
const inMinutes = (minutes: number) => new Date(souk.clock.now().getTime() + minutes * minute).toISOString()

/** Public reputation as provider and as client. */
type Figures = Omit<Reputation['provider'] & Reputation['client'], 'disputed'> & { disputed: number[] }

const nothing: Figures = {
  completed: 0,
  clients: 0,
  onTime: null,
  disputed: [0, 0],
  failed: 0,
  medianResponseMinutes: null,
  rating: { score: null, count: 0 },
  settled: 0,
  acceptRate: null,
}
/** One paid task with an immediate response. */
const paid: Figures = {
  ...nothing,
  completed: 1,
  clients: 1,
  medianResponseMinutes: 0,
  settled: 1,
  acceptRate: 1,
}
const refunded: Figures = { ...nothing, failed: 1, medianResponseMinutes: 0, settled: 1 }

interface Case {
  readonly name: string
  readonly happens: () => Promise<unknown>
  readonly shows: Figures
}

const delivered = async (terms = {}) => trade.deliver(await trade.hire(1000, terms))
const cases: readonly Case[] = [
  { name: 'nothing', happens: async () => undefined, shows: nothing },
  { name: 'a delivery that is accepted', happens: async () => accept(await delivered()), shows: paid },
  {
    name: 'a delivery by the deadline',
    happens: async () => accept(await delivered({ deliverBy: inMinutes(30) })),
    shows: { ...paid, onTime: 1 },
  },
  {
    name: 'a late delivery',
    happens: async () => {
      const task = await trade.start(await trade.hire(1000, { deliverBy: inMinutes(30) }))
      souk.clock.advance(31 * minute)
      await accept(await trade.deliver(task))
    },
    shows: { ...paid, onTime: 0 },
  },
  {
    name: 'a delivery in time that is changed after the deadline',
    happens: async () => {
      const task = await delivered({ deliverBy: inMinutes(30) })
      souk.clock.advance(20 * minute)
      await trade.requestRevision(task)
      souk.clock.advance(20 * minute)
      await accept(await trade.deliver(task))
    },
    shows: { ...paid, onTime: 1 },
  },
  {
    name: 'a deadline that passes',
    happens: async () => {
      await trade.start(await trade.hire(1000, { deliverBy: inMinutes(30) }))
      souk.clock.advance(31 * minute)
      await runTimeouts(souk.context)
    },
    shows: { ...refunded, onTime: 0 },
  },
  {
    name: 'silence that accepts',
    happens: async () => {
      await delivered({ reviewHours: 10 })
      souk.clock.advance(11 * hour)
      await runTimeouts(souk.context)
    },
    shows: { ...paid, acceptRate: 0 },
  },
  {
    name: 'silence that refunds',
    happens: async () => {
      await delivered({ reviewHours: 10, onSilence: 'refund' })
      souk.clock.advance(11 * hour)
      await runTimeouts(souk.context)
    },
    shows: { ...refunded, acceptRate: 0 },
  },
  {
    name: 'a provider that gives up',
    happens: async () => failTask(await trade.start(await trade.hire(1000))),
    shows: refunded,
  },
  {
    name: 'a provider that takes its delivery back',
    happens: async () => failTask(await delivered()),
    shows: refunded,
  },
  {
    name: 'a dispute that the client gives up',
    happens: async () => accept(await trade.dispute(await delivered())),
    shows: { ...paid, disputed: [1, 1] },
  },
  {
    name: 'a dispute of the provider that is ruled for it',
    happens: async () => rule(await trade.dispute(await delivered(), trade.provider), 'release'),
    shows: { ...paid, disputed: [1, 1], acceptRate: 0 },
  },
  {
    name: 'a dispute that is split',
    happens: async () => rule(await trade.dispute(await delivered()), 'split', 400),
    shows: { ...paid, disputed: [1, 1], acceptRate: 0 },
  },
  {
    name: 'a dispute that is ruled for the client',
    happens: async () => rule(await trade.dispute(await delivered()), 'refund'),
    shows: { ...refunded, disputed: [1, 1], acceptRate: 0 },
  },
  {
    name: 'a dispute that is still open',
    happens: async () => trade.dispute(await delivered()),
    shows: nothing,
  },
  {
    name: 'free work',
    happens: async () => trade.deliver(await trade.hire(0)),
    shows: nothing,
  },
  {
    name: 'a client that cancels before there is work',
    happens: async () => cancel(await trade.start(await trade.hire(1000))),
    shows: nothing,
  },
  {
    name: 'a request that is declined',
    happens: async () => trade.start(await trade.hire(1000), 'rejected'),
    shows: nothing,
  },
  {
    name: 'an unanswered request',
    happens: async () => {
      await trade.hire(1000)
      souk.clock.advance(8 * day)
      await runTimeouts(souk.context)
    },
    shows: nothing,
  },
]

describe('reputation', () => {
  it.each(cases)('is correct after $name', async ({ happens, shows }) => {
    await createParties()
    await happens()
    expect(await figures()).toEqual(shows)
    expect(await trade.payments.failedChecks()).toEqual([])
  })

  it('adds up over tasks and counts each owner once', async () => {
    await createParties()
    for (let round = 0; round < 3; round++) {
      const task = await trade.hire(1000, { deliverBy: inMinutes(60) })
      souk.clock.advance((round + 1) * 10 * minute)
      await trade.start(task)
      await accept(await trade.deliver(task))
      if (round === 0) expect(await figures()).toMatchObject({ completed: 1, clients: 1 })
    }
    await failTask(await trade.start(await trade.hire(1000)))
    const other = await createTestAgent(souk)
    await trade.payments.topUp(other.person, other.agent, 5000)
    const sister = await souk.agent(other.person)
    await trade.payments.topUp(other.person, sister, 5000)
    for (const agent of [other.agent, sister]) {
      const as = { as: other.person.token, agent: agent.id }
      const message = { parts: [{ text: 'Please' }], metadata: offer(1000) }
      const input = { name: trade.provider.agent.name, message, configuration: { returnImmediately: true } }
      const task = (await souk.call('sendMessage', input, as)).data.task ?? fail('no task')
      await trade.deliver(task)
      await souk.call('acceptTask', { name: trade.provider.agent.name, taskId: task.id }, as)
    }
    // The lower median of 10, 20, 30, 0, 0 and 0 minutes.
    expect(await figures()).toEqual({
      completed: 5,
      clients: 2,
      onTime: 1,
      disputed: [0, 0],
      failed: 1,
      medianResponseMinutes: 0,
      settled: 4,
      acceptRate: 1,
      rating: { score: null, count: 0 },
    })
  })

  it('measures the response time of an applicant from the award', async () => {
    await createParties()
    const listing = await postListing(souk, trade.client, { budget: usd(1000) })
    const application = await applyTo(souk, trade.provider, listing, { price: usd(1000) })
    const address = { name: trade.provider.agent.name, taskId: application.id }
    souk.clock.advance(5 * hour)
    await souk.call('awardTask', address, trade.client.key)
    souk.clock.advance(7 * minute)
    await trade.start(application)
    await accept(await trade.deliver(application))
    expect(await figures()).toEqual({ ...paid, medianResponseMinutes: 7 })
  })

  it('ignores applications that were not selected', async () => {
    await createParties()
    const listing = await postListing(souk, trade.client, { budget: usd(1000) })
    const application = await applyTo(souk, trade.provider, listing, { price: usd(1000) })
    await cancel(application)
    expect(await figures()).toEqual(nothing)
  })
})

describe('aggregation', () => {
  const rows = async () => {
    const { rows: found } = await sql<object>`
      select to_jsonb(r) - 'updated_at' as row from reputations r order by agent_id`.execute(
      souk.context.database,
    )
    return found
  }
  const countAll = async () => {
    let seen = 1
    while (seen > 0) seen = await aggregateReputation(souk.context)
  }
  const again = (changes: object) => souk.context.database.updateTable('reputation_progress').set(changes)

  it('is idempotent for the same events and tasks', async () => {
    await count()
    const before = await rows()
    expect(before.length).toBeGreaterThan(20)
    for (const changes of [{ number: 0n }, { task_id: '' }]) {
      await again(changes).execute()
      await countAll()
      expect(await rows()).toEqual(before)
    }
  })

  it('adds new events among processed ones', async () => {
    await createParties()
    await accept(await delivered())
    await count()
    await accept(await delivered())
    await souk.work(['event-relay'])
    await again({ task_id: '' }).execute()
    await countAll()
    expect(await figures()).toEqual({ ...paid, completed: 2, settled: 2 })
  })

  it('gives the same result from scratch', async () => {
    await count()
    const before = await rows()
    await again({ book: null }).execute()
    await countAll()
    expect(await rows()).toEqual(before)
  })

  it('counts once after a crash', async () => {
    await createParties()
    await accept(await delivered())
    await souk.work(['event-relay'])
    const { store } = souk.context
    const dies = {
      ...store,
      write: <T>(change: Parameters<typeof store.write<T>>[0]) =>
        store.write<T>(async (tx) => {
          await change(tx)
          return fail('killed before the commit')
        }),
    }
    await expect(aggregateReputation({ store: dies })).rejects.toThrow('killed')
    expect(await reputationOf(trade.provider)).toMatchObject({ provider: { completed: 0 } })
    expect(await figures()).toEqual(paid)
    expect(await figures()).toEqual(paid)
  })

  it('runs on one node at a time', async () => {
    await createParties()
    await accept(await delivered())
    await souk.work(['event-relay'])
    await Promise.all(Array.from({ length: 6 }, () => aggregateReputation(souk.context)))
    expect(await figures()).toEqual(paid)
  })

  it('recounts from tasks when unprocessed events were pruned', async () => {
    await createParties()
    await count()
    await accept(await delivered())
    await souk.work(['event-relay'])
    souk.clock.advance(91 * day)
    await souk.work(['retention'])
    expect(await figures()).toEqual(paid)
  })

  it('restarts when the counted currency changes', async () => {
    await createParties()
    await accept(await delivered())
    expect(await figures()).toEqual(paid)
    await sql`alter table tasks disable trigger all`.execute(souk.context.database)
    await sql`update tasks set book = 'live' where provider_id = ${trade.provider.agent.id}`.execute(
      souk.context.database,
    )
    await again({ book: 'live' }).execute()
    expect(await figures()).toEqual(nothing)
  })
})

const offer = (amount: number) => ({ 'urn:souk:marketplace:v1': { terms: { price: usd(amount) } } })

describe('the agent for demo trades', () => {
  const demoName = async () => (await souk.call('getStats', {})).data.demoAgent ?? fail('no demo agent')
  const hireDemo = async (name: string) => {
    const terms = { price: usd(4000) }
    const message = { parts: text('Describe three vases.'), metadata: marketMetadata({ terms }) }
    const input = { name, message, configuration: { returnImmediately: true } }
    return (await souk.call('sendMessage', input, trade.client.key)).data.task ?? fail('no task')
  }
  const afterItsWork = async ({ id }: Task, name: string) => {
    souk.clock.advance(5 * second)
    await souk.work(['demo-agent'])
    const input = { name, taskId: id, include: 'timeline' as const }
    return (await souk.call('getTask', input, trade.client.key)).data
  }

  it('works, answers, revises and is paid, and counts neither for itself nor for its client', async () => {
    await createParties()
    await souk.work(['demo-agent'])
    const name = await demoName()
    const task = await hireDemo(name)
    expect(market(await afterItsWork(task, name)).phase).toBe('working')
    const handedOver = await afterItsWork(task, name)
    expect(market(handedOver).phase).toBe('delivered')
    expect(handedOver.artifacts?.map((artifact) => artifact.name)).toEqual([
      'texts.md',
      'oxblood.png',
      'bone.png',
      'petrol.png',
    ])
    const asks = marketMetadata({ intent: 'question' })
    const question = { taskId: task.id, parts: text('How large is the bowl?'), metadata: asks }
    await souk.call('sendMessage', { name, message: question }, trade.client.key)
    expect(market(await afterItsWork(task, name)).awaiting).toBe('client')
    const changes = { taskId: task.id, parts: text('Shorter, please.') }
    await souk.call('sendMessage', { name, message: changes }, trade.client.key)
    const revised = await afterItsWork(task, name)
    expect([market(revised).phase, revised.artifacts?.length]).toEqual(['delivered', 5])
    await souk.call('acceptTask', { name, taskId: task.id }, trade.client.key)
    await count()
    const { agent } = (await souk.call('getAgent', { name })).data
    expect(agent.trust?.provider.completed).toBe(0)
    expect((await reputationOf(trade.client)).client.settled).toBe(0)
    expect(
      (await souk.call('submitReview', { taskId: task.id, score: 5, text: 'Good.' }, trade.client.key))
        .status,
    ).toBe(409)
    expect((await souk.call('listPendingReviews', {}, trade.client.key)).data.items).toEqual([])
  })

  it('keeps its disputes out of the queue of the operators', async () => {
    const name = await demoName()
    const task = await hireDemo(name)
    for (let steps = 0; steps < 2; steps++) await afterItsWork(task, name)
    await souk.call('disputeTask', { name, taskId: task.id }, trade.client.key)
    const { items } = (await souk.call('listDisputes', {}, asOperator)).data
    expect(items.map(({ taskId }) => taskId)).not.toContain(task.id)
  })

  it('is found by its name only', async () => {
    const name = await demoName()
    const found = (await souk.call('listAgents', { q: 'demo desk' })).data.items
    expect(found.map((agent) => agent.name)).not.toContain(name)
    expect((await souk.call('getStats', {})).data.agents).toBe(
      (await souk.call('listAgents', { limit: 100 })).data.items.length,
    )
  })
})
