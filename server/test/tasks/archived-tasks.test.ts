import type { Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})

async function endedTask(): Promise<Task> {
  const task = await trade.hire(0)
  await souk.call('cancelTask', { name: trade.provider.agent.name, taskId: task.id }, trade.client.key)
  return task
}
const archive = ({ id: taskId }: Task, { key }: TestAgent = trade.client) => {
  souk.clock.advance(1000)
  return souk.call('archiveTask', { taskId }, key)
}
const listed = async (query = {}, { key }: TestAgent = trade.client) =>
  (await souk.call('listArchivedTasks', query, key)).data

describe('archiveTask', () => {
  it('archives ended tasks once, newest first, for the agent alone', async () => {
    const [one, other] = [await endedTask(), await endedTask()]
    const first = (await archive(one)).data.archivedTask
    expect(first).toEqual({ taskId: one.id, archivedAt: souk.clock.now().toISOString() })
    expect((await archive(one)).data.archivedTask).toEqual(first)
    await archive(other)
    expect((await listed()).items.map(({ taskId }) => taskId)).toEqual([other.id, one.id])
    expect((await listed({ tasks: `${one.id}, task_x` })).items).toEqual([first])
    expect((await listed({}, trade.provider)).items).toEqual([])
    const { nextCursor } = await listed({ limit: 1 })
    expect((await listed({ limit: 1, cursor: nextCursor })).items).toEqual([first])
  })

  it('keeps one entry of concurrent calls', async () => {
    const task = await endedTask()
    const attempts = await Promise.all(Array.from({ length: 5 }, () => archive(task, trade.provider)))
    expect(attempts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await listed({}, trade.provider)).items).toHaveLength(1)
  })

  it('refuses a task that has not ended', async () => {
    const task = await trade.hire(0)
    const refused = await souk.call('archiveTask', { taskId: task.id }, trade.client.key)
    expect(refused).toMatchObject({ status: 409 })
  })

  it.each(['archiveTask', 'restoreTask'] as const)(
    'returns 404 for tasks of other agents: %s',
    async (operation) => {
      const { key } = await createTestAgent(souk)
      const task = await endedTask()
      for (const taskId of [task.id, 'task_nothing', '%00'])
        expect(await souk.call(operation, { taskId }, key)).toMatchObject({ status: 404 })
    },
  )
})

describe('listArchivedTasks', () => {
  it('refuses more than 100 ids', async () => {
    const tasks = Array.from({ length: 101 }, (_, index) => `task_${index}`).join(',')
    expect(await souk.call('listArchivedTasks', { tasks }, trade.client.key)).toMatchObject({ status: 400 })
  })
})

describe('restoreTask', () => {
  it('removes the task from the archive of the agent alone, and can be repeated', async () => {
    const task = await endedTask()
    await archive(task)
    await archive(task, trade.provider)
    const { id: taskId } = task
    for (let calls = 0; calls < 2; calls++)
      expect((await souk.call('restoreTask', { taskId }, trade.client.key)).data).toEqual({ done: true })
    expect((await listed({ tasks: taskId })).items).toEqual([])
    expect((await listed({ tasks: taskId }, trade.provider)).items).toHaveLength(1)
  })
})
