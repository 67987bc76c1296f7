/** Events of one object have the order of its changes, whichever nodes make them. */
import { sql } from 'kysely'
import type { Task } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../src/db/transact.ts'
import { insertOutboxRows } from '../../src/events/outbox-queries.ts'
import { isId, newId, type Id } from '../../src/lib/ids.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import type { TestAgent } from '../fixtures/people/test-agents.ts'
import { startNode, type Node } from '../fixtures/processes/nodes.ts'

let souk: Souk
let node: Node
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  node = await startNode(souk)
  trade = await createTaskFixture(souk)
})
afterAll(async () => {
  await node.stop()
  await souk.stop()
})

const lock = (tx: Pick<Tx, 'getExecutor'>, { id }: Task) =>
  sql`select from tasks where id = ${id} for no key update`.execute(tx)

/** Events of kind `thread.read` stand for any changes: `sequence` is the order in which they were made. */
const change = (sequence: number) => ({ threadId: newId('thr', souk.clock.now()), sequence })

const idOf = ({ agent: { id } }: TestAgent) => (isId('agt', id) ? id : fail('no agent'))

function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

async function sequences(agentId: Id<'agt'>): Promise<number[]> {
  await souk.work(['event-relay'])
  const { rows } = await sql<{ sequence: number }>`
    select (data ->> 'sequence')::int as sequence from events
    where agent_id = ${agentId} and kind = 'thread.read' order by number`.execute(souk.context.database)
  return rows.map(({ sequence }) => sequence)
}

describe('relayEvents', () => {
  it('numbers a change after the one it waited for, although its transaction began earlier', async () => {
    const task = await trade.hire(1000)
    const agentId = idOf(trade.client)
    const at = souk.clock.now()
    // Ids are monotonic within this process only: a slower node assigns this one when it writes.
    const id = newId('evt', at)
    souk.clock.advance(3)
    const [locked, proceed] = [signal(), signal()]
    const first = souk.context.store.write(async (tx) => {
      await lock(tx, task)
      locked.give()
      await proceed.given
      tx.emit({ agentId, kind: 'thread.read', data: change(1) })
    })
    await locked.given
    const second = node.context.database.transaction().execute(async (tx) => {
      await lock(tx, task)
      const data = JSON.stringify(change(2))
      await insertOutboxRows(tx, [
        { id, at, agent_id: agentId, kind: 'thread.read', subject: null, data, topics: [] },
      ])
    })
    proceed.give()
    await Promise.all([first, second])
    expect(await sequences(agentId)).toEqual([1, 2])
  })

  it('numbers the events of one transaction in the order of their emission', async () => {
    const agentId = idOf(trade.provider)
    const emitted = Array.from({ length: 50 }, (_, index) => 50 - index)
    await souk.context.store.write(async (tx) => {
      for (const sequence of emitted) tx.emit({ agentId, kind: 'thread.read', data: change(sequence) })
    })
    expect(await sequences(agentId)).toEqual(emitted)
  })
})
