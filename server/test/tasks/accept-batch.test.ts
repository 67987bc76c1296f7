/** Concurrent acceptances share one SQL statement; each must end as if it had run alone. */
import { feeOf, type Task } from 'souk-contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { post } from '../../src/money/ledger/post.ts'
import { returnHeld } from '../../src/money/ledger/recipes.ts'
import { isId } from '../../src/lib/ids.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { usd } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())

const delivered = async (price: number) => trade.deliver(await trade.hire(price))

const accept = ({ id }: Task, fields: object = {}, headers: Record<string, string> = {}) =>
  souk.call(
    'acceptTask',
    { name: trade.provider.agent.name, taskId: id, ...fields },
    { ...trade.client.key, headers },
  )

describe('acceptTask', () => {
  it.each([
    ['a call without a message', {}],
    ['a call with a message', { message: { parts: text('Thank you') } }],
  ])('returns to %s the same task as a later read', async (_name, fields) => {
    const task = await delivered(1000)
    const { data } = await accept(task, fields)
    expect(data).toEqual(await trade.read(task))
    expect(data.status.state).toBe('TASK_STATE_COMPLETED')
  })

  it('replays the stored response although the task has ended', async () => {
    const task = await delivered(1000)
    const first = await accept(task, {}, { 'idempotency-key': 'once' })
    const again = await accept(task, {}, { 'idempotency-key': 'once' })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    expect((await accept(task)).status).toBe(403)
  })

  it('pays each of many concurrently accepted tasks exactly once', async () => {
    const tasks: Task[] = []
    for (let count = 0; count < 40; count++) tasks.push(await delivered(1000 + count))
    const responses = await Promise.all([...tasks, ...tasks].map((task) => accept(task)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(40)
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(40)
    const { feeBps } = souk.context.config.settings
    const net = (amount: number) => amount - feeOf(usd(amount), feeBps)
    const { held, earned } = await trade.balances()
    expect({ held, earned }).toEqual({
      held: 0,
      earned: tasks.reduce((sum, _task, count) => sum + net(1000 + count), 0),
    })
    expect(await trade.payments.failedChecks()).toEqual([])
  })

  it('accepts one task when concurrent calls reuse an Idempotency-Key', async () => {
    const tasks: Task[] = []
    for (let count = 0; count < 8; count++) tasks.push(await delivered(1000 + count))
    await Promise.all(tasks.map((task) => accept(task, {}, { 'idempotency-key': 'the-same' })))
    const phases = await Promise.all(tasks.map(async (task) => (await trade.market(task)).phase))
    expect(phases.filter((phase) => phase === 'completed')).toHaveLength(1)
  })

  it('does not fail a call because of another call in the same batch', async () => {
    const [good, bad, other] = [await delivered(1000), await delivered(2000), await delivered(3000)]
    await removeHeldFunds(bad, 2000n)
    const [first, refused, last] = await Promise.allSettled([good, bad, other].map((task) => accept(task)))
    expect([first, last]).toMatchObject([{ value: { status: 200 } }, { value: { status: 200 } }])
    // The route does not declare it, because no call leads to it.
    expect(String(refused?.status === 'rejected' && refused.reason)).toContain(
      'answered "insufficient-funds"',
    )
    expect((await trade.market(bad)).phase).toBe('delivered')
  })
})

/** Simulates a ledger that lost the held funds of a task. */
async function removeHeldFunds({ id }: Task, amount: bigint): Promise<void> {
  const { book, currency } = souk.context.config.settings
  const taskId = isId('task', id) ? id : fail('not a task')
  const fact = { book, currency, taskId, clientId: idOf(trade.client.agent), amount }
  await souk.context.store.write((tx) => post(tx, returnHeld(fact), { actor: 'system' }))
}
