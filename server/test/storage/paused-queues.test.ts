/** Work that operators have paused is neither polled nor counted as late, so that no alert fires. */
import type { Policy } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { dueWorkers } from '../../src/workers/due-queries.ts'
import { measureLag } from '../../src/workers/queries.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { idOf } from '../fixtures/money/payment-actions.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

let souk: Souk
let trade: TaskFixture
let admin: Person
beforeAll(async () => {
  souk = await startSouk()
  admin = await souk.operator('admin')
})
beforeEach(async () => {
  trade = await createTaskFixture(souk)
})
afterEach(async () => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

async function set(changes: Partial<Policy>): Promise<void> {
  const { data } = await souk.call('createSession', { email: admin.email, password: admin.password })
  const as = { as: data.token }
  await souk.call('confirmPassword', { password: admin.password }, as)
  const { status } = await souk.call('updatePolicy', { ...changes, reason: 'For a test.' }, as)
  expect(status).toBe(200)
  await souk.work(['policy'])
}

/** Whether the worker is woken, the age of its oldest row in the metric, and the number of rows on the page *Health*. */
async function stateOf(worker: string, queue: string) {
  const { store } = souk.context
  const due = await store.read(dueWorkers)
  const lag = await store.read(measureLag)
  const { data } = await souk.call('getMarketHealth', {}, asOperator)
  const waiting = data.queues.find(({ name }) => name === queue)?.waiting
  return { woken: due.includes(worker), late: (lag[queue] ?? 0) > 0, waiting }
}

const idle = { woken: false, late: false, waiting: 0 }
const waiting = { woken: true, late: true, waiting: 1 }

describe('payouts', () => {
  beforeEach(async () => {
    const { person, agent, asPerson } = trade.provider
    await trade.payments.earn(agent, 5000)
    await trade.payments.onboard(person, agent)
    await souk.call('requestPayout', { amount: 5000, currency: 'USD' }, asPerson)
    souk.clock.advance(day)
  })
  afterEach(async () => {
    for (let step = 0; step < 4; step++) {
      await trade.payments.settle()
      souk.clock.advance(day)
    }
    expect(await stateOf('payouts', 'payouts')).toEqual(idle)
  })

  it('wait while operators have switched payouts off', async () => {
    expect(await stateOf('payouts', 'payouts')).toEqual(waiting)
    await set({ payouts: false })
    expect(await stateOf('payouts', 'payouts')).toEqual(idle)
    await souk.work(['payouts'])
    await set({ payouts: true })
    expect(await stateOf('payouts', 'payouts')).toEqual(waiting)
  })

  it('wait while the agent is suspended', async () => {
    const agents = () =>
      souk.context.database.updateTable('agents').where('id', '=', idOf(trade.provider.agent))
    await agents()
      .set({ standing: 'suspended', visibility: 'private', chosen_visibility: 'public' })
      .execute()
    expect(await stateOf('payouts', 'payouts')).toEqual(idle)
    await agents().set({ standing: 'good', visibility: 'public', chosen_visibility: null }).execute()
    expect(await stateOf('payouts', 'payouts')).toEqual(waiting)
  })

  it('wait while operators hold them', async () => {
    const held = (hold_reason: string | null) =>
      souk.context.database
        .updateTable('payouts')
        .set({ hold_reason })
        .where('due_at', 'is not', null)
        .execute()
    await held('Stolen card?')
    expect(await stateOf('payouts', 'payouts')).toEqual(idle)
    await held(null)
    expect(await stateOf('payouts', 'payouts')).toEqual(waiting)
  })
})

describe('task timeouts', () => {
  it('wait while the market is read-only', async () => {
    await trade.deliver(await trade.hire(1000))
    souk.clock.advance(30 * day)
    expect(await stateOf('task-timeouts', 'timeouts')).toEqual(waiting)
    await set({ readOnly: true })
    expect(await stateOf('task-timeouts', 'timeouts')).toEqual(idle)
    await set({ readOnly: false })
    souk.clock.advance(30 * day)
    expect(await stateOf('task-timeouts', 'timeouts')).toEqual(waiting)
    await souk.work(['task-timeouts'])
    expect(await stateOf('task-timeouts', 'timeouts')).toEqual(idle)
  })
})
