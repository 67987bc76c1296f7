/** A batch of n steps must leave the same rows as n steps committed one by one in their own transactions. */
import { sql } from 'kysely'
import type { Task } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import type { CallResult } from '../fixtures/operations.ts'
import { text, marketMetadata } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let batched: TaskFixture
let single: TaskFixture
beforeAll(async () => {
  souk = await startSouk({ rateLimitScale: 1_000 })
  batched = await createTaskFixture(souk)
  single = await createTaskFixture(souk)
  // Steps behind a gate are not batched, even if the gate allows everything.
  for (const { agent, asPerson } of [single.client, single.provider]) {
    await souk.call('updateApprovalGate', { agentId: agent.id, version: 0, mode: 'enforce' }, asPerson)
  }
})
afterAll(() => souk.stop())

const steps = 8

type Move = (trade: TaskFixture, task: Task, place: number) => Promise<CallResult<unknown>>

const act =
  (operation: 'acceptTask' | 'disputeTask' | 'cancelTask', by: 'client' | 'provider'): Move =>
  (trade, { id }, place) =>
    souk.call(
      operation,
      {
        name: trade.provider.agent.name,
        taskId: id,
        ...(operation === 'cancelTask'
          ? {}
          : { message: { messageId: `said-${place}`, parts: text('Well.') } }),
      },
      trade[by].key,
    )

const say =
  (by: 'client' | 'provider', state?: string): Move =>
  (trade, { id: taskId }, place) =>
    souk.call(
      'sendMessage',
      {
        name: trade.provider.agent.name,
        message: {
          messageId: `said-${place}`,
          taskId,
          parts: text('Well.'),
          ...(state === undefined ? {} : { metadata: marketMetadata({ state }) }),
        },
        configuration: {
          returnImmediately: true,
          // Messages do not pass the gate, but a push config requires a transaction of its own.
          ...(trade === single ? { taskPushNotificationConfig: { url: 'https://hooks.example.com/' } } : {}),
        },
      },
      trade[by].key,
    )

const hired = (price: number) => (trade: TaskFixture) => trade.hire(price)
const delivered = async (trade: TaskFixture) => trade.deliver(await trade.hire(1000))

describe('a batch of steps', () => {
  it.each<[string, (trade: TaskFixture) => Promise<Task>, Move]>([
    ['a message of the client', hired(0), say('client')],
    ['a message of the provider', hired(1000), say('provider')],
    ['a start', hired(1000), say('provider', 'working')],
    ['a question', hired(0), say('provider', 'input-required')],
    ['the end of free work', hired(0), say('provider', 'completed')],
    ['a request for changes', delivered, say('client')],
    ['an acceptance', delivered, act('acceptTask', 'client')],
    ['a dispute', delivered, act('disputeTask', 'client')],
    ['a cancelation', hired(1000), act('cancelTask', 'client')],
  ])('leaves the same rows as single steps: %s', async (_name, prepare, move) => {
    const [joined, alone] = [await prepared(batched, prepare), await prepared(single, prepare)]
    const responses = await Promise.all(joined.map((task, place) => move(batched, task, place)))
    for (const [place, task] of alone.entries()) responses.push(await move(single, task, place))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    const expected = await Promise.all(alone.map((task) => rowsOf(single, task)))
    expect(await Promise.all(joined.map((task) => rowsOf(batched, task)))).toEqual(expected)
  })

  it('uses one transaction, unlike single steps', async () => {
    const [joined, alone] = [await prepared(batched, delivered), await prepared(single, delivered)]
    await Promise.all(joined.map((task, place) => act('acceptTask', 'client')(batched, task, place)))
    await Promise.all(alone.map((task, place) => act('acceptTask', 'client')(single, task, place)))
    expect(await transactionsOf(joined)).toBeLessThan(steps)
    expect(await transactionsOf(alone)).toBe(steps)
  })
})

async function prepared(trade: TaskFixture, prepare: (trade: TaskFixture) => Promise<Task>): Promise<Task[]> {
  const tasks: Task[] = []
  for (let count = 0; count < steps; count++) tasks.push(await prepare(trade))
  return tasks
}

const query = async (statement: ReturnType<typeof sql<object>>) =>
  (await statement.execute(souk.context.database)).rows

async function transactionsOf(tasks: readonly Task[]): Promise<number> {
  const ids = tasks.map(({ id }) => id)
  const rows = await query(sql<object>`select distinct xmin::text from tasks where id = any(${ids})`)
  return rows.length
}

/** All rows of a task, with ids replaced by stable names so that two tasks can be compared. */
async function rowsOf({ client, provider }: TaskFixture, { id, contextId }: Task): Promise<unknown> {
  const rows = {
    task: await query(
      sql<object>`select t.*, t.terms_hash::text as terms_hash from tasks t where id = ${id}`,
    ),
    events: await query(sql<object>`select * from task_events where task_id = ${id} order by seq`),
    outbox: await query(sql<object>`select agent_id, kind, subject, data,
      (select array_agg(topic order by topic) from unnest(topics) topic) as topics
      from outbox where subject = ${id} order by data -> 'sequence', kind, agent_id = ${client.agent.id}`),
    audit: await query(sql<object>`select action, actor_kind, target, details from audit_entries
      where target = ${id} order by at, action`),
    postings:
      await query(sql<object>`select p.kind, p.ref, d.kind as debit, d.owner as from_owner, c.kind as credit,
        c.owner as to_owner, t.amount
      from ledger_postings p join ledger_transfers t on t.posting_id = p.id
        join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
      where p.ref = ${id} order by p.id, t.amount`),
  }
  const names = {
    [id]: 'TASK',
    [contextId]: 'CONTEXT',
    [client.agent.id]: 'CLIENT',
    [provider.agent.id]: 'PROVIDER',
  }
  const named = Object.entries({
    ...names,
    [client.agent.name]: 'client',
    [provider.agent.name]: 'provider',
  }).reduce(
    (normalized, [value, name]) => normalized.replaceAll(value, name),
    JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  )
  return JSON.parse(named.replaceAll(/\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g, '$1_…'))
}
