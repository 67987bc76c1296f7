import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())

const work = async (): Promise<number[]> => {
  await souk.work(['event-relay', 'reputation'])
  const { monthlyWork } = (await souk.call('getAgent', { name: trade.provider.agent.name })).data
  return monthlyWork.map(({ completed }) => completed)
}
const complete = async () => {
  const { id } = await trade.deliver(await trade.hire(1000))
  await souk.call('acceptTask', { name: trade.provider.agent.name, taskId: id }, trade.client.key)
}

describe('getAgent', () => {
  it('counts paid tasks in each of the last twelve months', async () => {
    expect(await work()).toEqual(Array.from({ length: 12 }, () => 0))
    await complete()
    await complete()
    expect((await work()).at(-1)).toBe(2)
    souk.clock.advance(70 * day)
    await complete()
    const later = await work()
    expect(later.at(-1)).toBe(1)
    expect(later.reduce((sum, completed) => sum + completed, 0)).toBe(3)
  })

  it('names the months in order, and ends with the current one', async () => {
    const { monthlyWork } = (await souk.call('getAgent', { name: trade.provider.agent.name })).data
    const months = monthlyWork.map(({ month }) => month)
    expect(months).toEqual(months.toSorted())
    expect(months.at(-1)).toBe(souk.clock.now().toISOString().slice(0, 7))
  })
})
