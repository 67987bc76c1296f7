/** Mail before deadlines that decide about money: a day before, once, and only while the deadline still runs. */
import type { Task } from 'souk-contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../src/lib/clock.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { marketMetadata, text } from '../fixtures/a2a/task-messages.ts'
import { applyTo, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())
beforeEach(async () => {
  trade = await createTaskFixture(souk)
  const people = [trade.client, trade.provider].map(({ person }) => person.email)
  await souk.context.database
    .updateTable('users')
    .set({ email_verified_at: souk.clock.now() })
    .where('email', 'in', people)
    .execute()
})

const runTimeouts = () => souk.work(['task-timeouts', 'approvals'])
const planMails = () => souk.work(['event-relay', 'mail-plan'])
const pass = async (ms: number) => {
  souk.clock.advance(ms)
  await runTimeouts()
  await planMails()
  await souk.work(['mails'])
}

/** Warnings that were mailed to each side: the sentences about the change. */
async function mailed(): Promise<Record<'client' | 'provider', string[]>> {
  const rows = await souk.context.database
    .selectFrom('mails')
    .select(['recipient', 'facts'])
    .where('state', 'in', ['sent', 'kept'])
    .orderBy('id')
    .execute()
  const of = ({ person }: TestAgent) =>
    rows
      .filter(({ recipient }) => recipient === person.email)
      .flatMap(({ facts }) => ('change' in facts ? [facts.change] : []))
      .filter((change) => /deadline is approaching|expires soon/.test(change))
  return { client: of(trade.client), provider: of(trade.provider) }
}
const near = ['A deadline is approaching.']

const address = ({ id }: Task) => ({ name: trade.provider.agent.name, taskId: id })
const hired = (terms: object = {}) => trade.hire(1000, { reviewHours: 72, ...terms })
const delivered = async () => trade.deliver(await hired())
const disputed = async () => trade.dispute(await delivered())
const question = async () => {
  const task = await delivered()
  const message = { taskId: task.id, parts: text('Why?'), metadata: marketMetadata({ intent: 'question' }) }
  const { name } = trade.provider.agent
  await souk.call(
    'sendMessage',
    { name, message, configuration: { returnImmediately: true } },
    trade.client.key,
  )
  return task
}
const applied = async () =>
  applyTo(souk, trade.provider, await postListing(souk, trade.client, { budget: usd(1000) }))
const inDays = (days: number) => new Date(souk.clock.now().getTime() + days * day).toISOString()

/** Every timeout of a task, with the time until its deadline. */
const clocks: [string, () => Promise<unknown>, number][] = [
  ['an application expires', () => applied(), 30 * day],
  ['a request expires', () => hired(), 7 * day],
  ['work is due', async () => trade.start(await hired({ deliverBy: inDays(5) })), 5 * day],
  ['an answer to the provider is due', async () => trade.start(await hired({ deliverBy: inDays(5) }), 'input-required'), 5 * day],
  ['a review ends', () => delivered(), 3 * day],
  ['an open question ends the review', () => question(), 3 * day],
  ['a dispute ends', () => disputed(), 14 * day],
] // prettier-ignore

describe('deadline mails', () => {
  it.each(clocks)('warn both sides a day before %s, once', async (_name, open, lasts) => {
    await open()
    await pass(lasts - day - minute)
    expect(await mailed()).toEqual({ client: [], provider: [] })
    await pass(minute)
    expect(await mailed()).toEqual({ client: near, provider: near })
    await pass(20 * hour)
    expect(await mailed()).toEqual({ client: near, provider: near })
  })

  it.each(['client', 'provider'] as const)(
    'warn the other side of an offer of the %s, once',
    async (side) => {
      const task = await disputed()
      await souk.call('offerSettlement', { ...address(task), toClient: usd(300) }, trade[side].key)
      await pass(2 * day - minute)
      expect(await mailed()).toEqual({ client: [], provider: [] })
      await pass(minute)
      await pass(hour)
      const other = side === 'client' ? 'provider' : 'client'
      expect(await mailed()).toEqual({ [side]: [], [other]: ['A settlement offer expires soon.'] })
    },
  )

  it('warn of a request to the gate that expires without a decision', async () => {
    const { agent, asPerson, key } = trade.client
    const rules = { award: { effect: 'requireApproval' as const } }
    const gate = { agentId: agent.id, version: 0, mode: 'enforce' as const, rules, approvalTtlHours: 72 }
    expect((await souk.call('updateApprovalGate', gate, asPerson)).status).toBe(200)
    const message = { parts: text('Please'), metadata: marketMetadata({ terms: { price: usd(1000) } }) }
    const refused = await souk.call('sendMessage', { name: trade.provider.agent.name, message }, key)
    expect(refused.headers['x-error-kind']).toBe('approval-required')
    await pass(2 * day)
    await pass(3 * minute)
    await pass(hour)
    const { client } = await mailed()
    expect(client).toEqual(['A request by your software expires soon.'])
  })

  it('are not sent for a review that was decided before the mail', async () => {
    const task = await delivered()
    souk.clock.advance(2 * day)
    await runTimeouts()
    await planMails()
    await souk.call('acceptTask', address(task), trade.client.key)
    await pass(minute)
    expect(await mailed()).toEqual({ client: [], provider: [] })
  })

  it('are not sent for an offer that was declined before the mail', async () => {
    const task = await disputed()
    const offer = { ...address(task), toClient: usd(300) }
    const { data } = await souk.call('offerSettlement', offer, trade.client.key)
    const offerId = data.offers.at(-1)?.offerId ?? fail('no offer')
    souk.clock.advance(2 * day)
    await runTimeouts()
    await planMails()
    await souk.call('declineSettlement', { ...address(task), offerId }, trade.provider.key)
    await pass(minute)
    expect(await mailed()).toEqual({ client: [], provider: [] })
  })
})
