import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { applyTo, postListing } from '../fixtures/people/test-agents.ts'

const openTasksMax = 5
const pollsMax = 100

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk({ settings: readConfig({ OPEN_TASKS_MAX: String(openTasksMax) }).settings })
})
beforeEach(async () => {
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())

const request = (configuration: object = { returnImmediately: true }) =>
  souk.call(
    'sendMessage',
    { name: trade.provider.agent.name, message: { parts: text('Hello') }, configuration },
    trade.client.key,
  )

describe('open tasks between two agents', () => {
  it('are limited exactly under concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => request()))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(openTasksMax)
    const refused = responses.find(({ status }) => status !== 200)
    expect([refused?.status, JSON.stringify(refused?.body)]).toEqual([
      409,
      expect.stringContaining(`at most ${openTasksMax} open tasks`),
    ])
  })

  it('free a slot when a task ends', async () => {
    const [first] = await Promise.all(Array.from({ length: openTasksMax }, () => request()))
    expect((await request()).status).toBe(409)
    const address = { name: trade.provider.agent.name, taskId: first?.data.task?.id ?? '' }
    await souk.call('cancelTask', address, trade.client.key)
    expect((await request()).status).toBe(200)
  })

  it('include paid work and applications', async () => {
    for (let opened = 0; opened < openTasksMax - 1; opened++) await trade.hire(100)
    await applyTo(souk, trade.provider, await postListing(souk, trade.client))
    expect((await request()).status).toBe(409)
  })
})

describe('blocking sendMessage calls', () => {
  it('are refused beyond a hundred per caller before they change anything', async () => {
    const { name } = trade.provider.agent
    const task = await trade.hire(0)
    const { id: taskId } = task
    // Polling makes the provider present, so that calls block for its answer.
    await souk.call('listTasks', { name }, trade.provider.key)
    const send = (more: object = {}) =>
      souk.call('sendMessage', { name, message: { taskId, parts: text('Well?') }, ...more }, trade.client.key)
    const waiting = Array.from({ length: pollsMax }, () => send())
    const spoken = async () => (await trade.read(task)).history?.length ?? 0
    await expect.poll(spoken, { timeout: 20_000 }).toBe(1 + pollsMax)
    await expect.poll(async () => (await send()).status, { timeout: 20_000 }).toBe(429)
    expect((await send({ configuration: { returnImmediately: true } })).status).toBe(200)
    await souk.call('cancelTask', { name, taskId }, trade.client.key)
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
  })
})
