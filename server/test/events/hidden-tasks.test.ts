/** A task that is answered with a message alone stays unknown to its client. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hour, minute } from '../../src/lib/clock.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { marketMetadata, text } from '../fixtures/a2a/task-messages.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
  trade = await createTaskFixture(souk)
  await souk.context.database
    .updateTable('users')
    .set({ email_verified_at: souk.clock.now() })
    .where('email', '=', trade.client.person.email)
    .execute()
})
afterAll(() => souk.stop())

/** A call that waits for its reply, answered by the provider. */
async function answered(metadata: object): Promise<void> {
  const { client, provider } = trade
  const { name } = provider.agent
  await souk.call('listTasks', { name }, provider.key)
  const pending = souk.call('sendMessage', { name, message: { parts: text('Hello') } }, client.key)
  const taskId = await vi.waitFor(
    async () => {
      const { data } = await souk.call('listTasks', { name }, provider.key)
      const waiting = data.tasks.find(({ status }) => status.state === 'TASK_STATE_SUBMITTED')
      return waiting?.id ?? expect.fail('no task')
    },
    { timeout: 20_000 },
  )
  const message = { parts: text('Hi'), taskId, metadata: marketMetadata(metadata) }
  expect((await souk.call('sendMessage', { name, message }, provider.key)).status).toBe(200)
  await pending
}

/** Number of notifications, activity entries and mails of the client. */
async function told() {
  await souk.work(['event-relay', 'mail-plan'])
  souk.clock.advance(30 * minute)
  while ((await souk.work(['mails'])) > 0);
  const { asPerson, person } = trade.client
  const { items } = (await souk.call('listNotifications', {}, asPerson)).data
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails where recipient = ${person.email} and topic is not null
      and state in ('sent', 'kept')`.execute(souk.context.database)
  const activity = (await souk.call('getActivity', {}, asPerson)).data.items
  return { notifications: items.length, activity: activity.length, mails: rows[0]?.count }
}

describe('a task that is hidden from its client', () => {
  it('is announced neither in the app nor by mail', async () => {
    await answered({ reply: 'message' })
    expect(await told()).toEqual({ notifications: 0, activity: 0, mails: 0 })
    souk.clock.advance(hour)
    await answered({ state: 'completed' })
    expect(await told()).toEqual({ notifications: 1, activity: 1, mails: 1 })
  })
})
