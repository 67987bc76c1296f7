/** Daily limits of mail: no sender can stop the mail that others cause. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { day, minute } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

const mailsPerDay = 10
let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk({ settings: { ...readConfig({}).settings, mailsPerDay } })
})
afterAll(() => souk.stop())
beforeEach(async () => {
  trade = await createTaskFixture(souk)
  await souk.context.database
    .updateTable('users')
    .set({ email_verified_at: souk.clock.now() })
    .where('email', '=', trade.provider.person.email)
    .execute()
})

/** Requests work of the provider for free. Returns the id of the task. */
async function request({ key }: TestAgent): Promise<string> {
  const configuration = { returnImmediately: true }
  const sent = { name: trade.provider.agent.name, message: { parts: text('Please') }, configuration }
  return (await souk.call('sendMessage', sent, key)).data.task?.id ?? expect.fail()
}

async function write({ key }: TestAgent, taskId: string): Promise<void> {
  const configuration = { returnImmediately: true }
  const message = { parts: text('Hello?'), taskId }
  await souk.call('sendMessage', { name: trade.provider.agent.name, message, configuration }, key)
}

async function send(): Promise<void> {
  await souk.work(['task-timeouts', 'event-relay', 'mail-plan'])
  souk.clock.advance(10 * minute)
  while ((await souk.work(['mails'])) > 0);
}

/** Topics of the mails that the provider got, with their number. */
async function mailed(): Promise<Record<string, number>> {
  const { rows } = await sql<{ topic: string; count: number }>`
    select topic, count(*)::int as count from mails
    where recipient = ${trade.provider.person.email} and state in ('sent', 'kept') and topic is not null
    group by topic`.execute(souk.context.database)
  return Object.fromEntries(rows.map(({ topic, count }) => [topic, count]))
}

describe('daily limits of mail', () => {
  it('give one sender a fifth, whichever agents it uses', async () => {
    const stranger = await createTestAgent(souk)
    for (let count = 0; count < mailsPerDay + 2; count++) await request(stranger)
    await send()
    expect(await mailed()).toEqual({ request: 2 })
    await request(await createTestAgent(souk))
    await send()
    expect(await mailed()).toEqual({ request: 3 })
  })

  it('count a mail about several messages for a sender only if it is the only one', async () => {
    const [stranger, other] = [await createTestAgent(souk), await createTestAgent(souk)]
    const [first, second] = [await request(stranger), await request(other)]
    await send()
    for (let count = 0; count < 2; count++) {
      await write(stranger, first)
      await send()
    }
    expect(await mailed()).toEqual({ request: 2, message: 1 })
    await write(stranger, first)
    await write(other, second)
    await send()
    expect(await mailed()).toEqual({ request: 2, message: 2 })
  })

  it('keep mail about delivery dates and disputes when strangers send many requests', async () => {
    const deliverBy = new Date(souk.clock.now().getTime() + 3 * day).toISOString()
    const due = await trade.start(await trade.hire(1000, { deliverBy }))
    const delivered = await trade.deliver(await trade.hire(1000, { reviewHours: 200 }))
    souk.clock.advance(2 * day - 10 * minute)
    for (let count = 0; count < mailsPerDay + 2; count++) await request(await createTestAgent(souk))
    await send()
    expect(await mailed()).toMatchObject({ request: mailsPerDay })
    await trade.dispute(delivered)
    await send()
    await send()
    expect(await mailed()).toEqual({ request: mailsPerDay, deadline: 1, dispute: 1 })
    expect((await trade.market(due)).phase).toBe('working')
  })
})
