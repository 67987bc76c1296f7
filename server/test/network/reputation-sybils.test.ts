import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId, type Id } from '../../src/lib/ids.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

const crowdSize = 1000
const skill = { id: 'legal', name: 'Legal', description: 'Does it.', tags: ['law'] }

let souk: Souk
let boss: TestAgent
let sybils: Id<'agt'>[]
beforeAll(async () => {
  souk = await startSouk()
  boss = await createTestAgent(souk)
  await souk.call('updateMyAgent', { skills: [skill] }, boss.asPerson)
  sybils = await insertSybils(boss)
  await count()
})
afterAll(() => souk.stop())

const count = () => souk.work(['event-relay', 'reputation'])
// One run processes a bounded batch.
const countAll = async () => {
  for (let run = 0; run < 5; run++) await count()
}

/** Copies of the first agent, more than one owner may have. */
async function insertSybils({ agent }: TestAgent): Promise<Id<'agt'>[]> {
  const ids = Array.from({ length: crowdSize }, () => newId('agt', souk.clock.now()))
  await sql`
    with crowd as (select id, 'sybil-' || place as handle from unnest(${ids}::text[]) with ordinality as c (id, place)),
    named as (insert into handles (handle, skeleton, owner_id, created_at) select handle, handle, id, now() from crowd)
    insert into agents (id, handle, owner_id, display_name, description, skills, tags, task_types, input_modes,
      output_modes, version, pricing, visibility, contact_from, created_at, updated_at)
    select crowd.id, crowd.handle, owner_id, display_name, description, skills, tags, task_types, input_modes,
      output_modes, version, pricing, visibility, contact_from, created_at, updated_at
    from crowd, agents where agents.id = ${agent.id}`.execute(souk.context.database)
  return ids
}

/** Inserts paid tasks of each copy with the agent, with events, as a bug elsewhere could. */
async function plantTrades(clients: readonly Id<'agt'>[], providerId: Id<'agt'>): Promise<void> {
  await souk.context.store.write(async (tx) => {
    const ids = clients.map(() => newId('task', tx.now))
    await sql`
      insert into tasks (id, context_id, provider_id, client_id, phase, reason, seq, status_seq, status_at, terms,
        terms_hash, held, book, currency, has_work, was_delivered, revisions, created_at)
      select id, 'c', ${providerId}, client_id, 'completed', 'accepted', 3, 3, ${tx.now}::timestamptz,
        ${JSON.stringify({ price: usd(1000) })}::jsonb, 'x', 0, 'sandbox', 'USD', true, true, 0, ${tx.now}::timestamptz
      from unnest(${ids}::text[], ${clients}::text[]) as planted (id, client_id)`.execute(tx)
    await sql`
      insert into task_events (task_id, seq, at, action, by, phase)
      select id, seq, ${tx.now}::timestamptz, action, maker, phase from unnest(${ids}::text[]) as planted (id), (values
        (1, 'message', 'client', 'requested'), (2, 'deliver', 'provider', 'delivered'),
        (3, 'accept', 'client', 'completed')) as happened (seq, action, maker, phase)`.execute(tx)
    for (const id of ids) {
      const step = { taskId: id, contextId: 'c', sequence: 3, phase: 'completed', by: 'client' } as const
      const data = { ...step, action: 'accept', role: 'provider' } as const
      tx.emit({ kind: 'task.updated', agentId: providerId, subject: id, data })
    }
  })
}

/** All reputation rows. */
async function countReputationRows() {
  const { rows } = await sql<{ settled: bigint; known: bigint; endorsed: bigint; recommended: bigint }>`
    select (select count(*) from settled_tasks) as settled, (select count(*) from reputations) as known,
      (select count(*) from endorsements) as endorsed, (select count(*) from recommendations) as recommended`.execute(
    souk.context.database,
  )
  return Object.values(rows[0] ?? {}).map(Number)
}

const trustOf = async (name: string) => (await souk.call('getAgent', { name })).data.agent.trust
const expectNoReputation = async () => {
  const trust = await trustOf(boss.agent.name)
  expect(trust).toMatchObject({
    provider: { completed: 0, clients: 0, failed: 0 },
    client: { settled: 0 },
    endorsements: [{ skill: 'legal', count: 0 }],
    recommendations: 0,
  })
  expect(await countReputationRows()).toEqual([0, 0, 0, 0])
}

describe('a thousand agents of one owner', () => {
  it('cannot endorse, recommend or hire each other', async () => {
    const { name } = boss.agent
    const refusals = new Map<number, number>()
    const attempt = async (agent: Id<'agt'>) => {
      const as = { as: boss.person.token, agent }
      const message = { parts: [{ text: 'Please' }] }
      const responses = [
        await souk.call('endorseAgent', { name, skill: 'legal' }, as),
        await souk.call('recommendAgent', { name, text: 'The best.' }, as),
        await souk.call('sendMessage', { name, message }, as),
      ]
      for (const { status } of responses) refusals.set(status, (refusals.get(status) ?? 0) + 1)
    }
    for (let start = 0; start < crowdSize; start += 10) {
      await attempt(sybils[start] ?? fail('no such agent'))
    }
    expect(Object.fromEntries(refusals)).toEqual({ 403: (3 * crowdSize) / 10 })
    await count()
    await expectNoReputation()
  })

  it('gain nothing from inserted trades', async () => {
    const { id } = boss.agent
    await plantTrades(sybils, idOf(boss.agent))
    await countAll()
    await expectNoReputation()
    // Nor after a recount from the tasks.
    await souk.context.database.updateTable('reputation_progress').set({ book: null }).execute()
    await countAll()
    await expectNoReputation()
    const as = { as: boss.person.token, agent: String(sybils[0]) }
    expect((await souk.call('recommendAgent', { name: id, text: 'The best.' }, as)).status).toBe(403)
    await expectNoReputation()
  })

  it('do not count in inserted reviews of inserted trades', async () => {
    const { database } = souk.context
    await sql`insert into reviews (id, task_id, role, agent_id, from_id, from_owner_id, score, text, after_refund, counts,
        created_at, updated_at, reveals_at, revealed_at)
      select 'rev_' || id, id, 'client', provider_id, client_id, ${boss.person.user.id}, 5, 'The best.', false, true,
        now(), now(), now(), now() from tasks where provider_id = ${boss.agent.id}`.execute(database)
    // A reputation from elsewhere, so that a rating has a row to appear in.
    const figures = {
      completed: 0,
      clients: 0,
      had_deadline: 0,
      on_time: 0,
      disputed_as_provider: 0,
      failed: 0,
    }
    const asClient = { settled: 0, deliveries_judged: 0, deliveries_accepted: 0, disputed_as_client: 0 }
    const row = { agent_id: idOf(boss.agent), ...figures, ...asClient, updated_at: souk.clock.now() }
    await database.insertInto('reputations').values(row).execute()
    await countAll()
    expect((await trustOf(boss.agent.name))?.provider.rating).toEqual({ score: null, count: 0 })
    const taskId = (await database.selectFrom('tasks').select('id').limit(1).executeTakeFirstOrThrow()).id
    const review = { taskId, score: 5, text: 'The best.' }
    expect((await souk.call('submitReview', review, boss.asPerson)).status).toBe(409)
    await sql`delete from reviews`.execute(database)
    await sql`delete from reputations`.execute(database)
  })

  it('do not count in inserted endorsements and recommendations', async () => {
    await sql`insert into endorsements (id, agent_id, skill, from_id, created_at)
      select 'end_' || a.id, ${boss.agent.id}, 'legal', a.id, now() from unnest(${sybils}::text[]) as a (id)`.execute(
      souk.context.database,
    )
    expect((await trustOf(boss.agent.name))?.endorsements).toEqual([{ skill: 'legal', count: 0 }])
    await sql`delete from endorsements`.execute(souk.context.database)
  })
})

describe('agents of one organization', () => {
  it('earn no reputation from each other', async () => {
    const trade = await createTaskFixture(souk)
    const { data } = await souk.call(
      'createOrganization',
      { handle: 'one-house', displayName: 'One House' },
      { as: trade.client.person.token },
    )
    const assigned = [trade.client, trade.provider].map(({ agent }) => ({
      agent_id: idOf(agent),
      organization_id: sql<Id<'org'>>`${data.organization.id}`,
      assigned_by: sql<Id<'usr'>>`${trade.client.person.user.id}`,
      created_at: souk.clock.now(),
    }))
    await souk.context.database.insertInto('organization_agents').values(assigned).execute()
    await pay(trade)
    await count()
    expect((await countReputationRows()).slice(0, 2)).toEqual([0, 0])
  })
})

describe('one honest trade', () => {
  it('changes exactly the expected numbers', async () => {
    const trade = await createTaskFixture(souk)
    await pay(trade)
    await count()
    expect(await countReputationRows()).toEqual([1, 2, 0, 0])
    expect(await trustOf(trade.provider.agent.name)).toMatchObject({
      provider: { completed: 1, clients: 1, onTime: null, disputed: 0, failed: 0, medianResponseMinutes: 0 },
      client: { settled: 0, acceptRate: null, disputed: 0 },
    })
    expect(await trustOf(trade.client.agent.name)).toMatchObject({
      provider: { completed: 0, clients: 0, medianResponseMinutes: null },
      client: { settled: 1, acceptRate: 1, disputed: 0 },
    })
  })
})

async function pay(trade: TaskFixture): Promise<void> {
  const task = await trade.deliver(await trade.hire(1000))
  await souk.call('acceptTask', { name: trade.provider.agent.name, taskId: task.id }, trade.client.key)
  expect((await trade.market(task)).phase).toBe('completed')
}
