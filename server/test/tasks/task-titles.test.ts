import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { marketplaceExtension, type Part, type Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { callA2a, startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { fail } from '../fixtures/fail.ts'
import { asOperator } from '../fixtures/operations.ts'
import type { Souk } from '../fixtures/harness.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { market, marketMetadata, text } from '../fixtures/a2a/task-messages.ts'
import { applyTo, createTestAgent, postListing, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let server: A2aServer
let souk: Souk
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  server = await startA2aServer()
  souk = server.souk
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
  await createPaymentActions(souk).topUp(client.person, client.agent, 1_000_000)
})
afterAll(() => server.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const send = (message: object, as = client.key) =>
  souk.call(
    'sendMessage',
    {
      name: provider.agent.name,
      message: { parts: text('Please translate this.'), ...message },
      configuration: { returnImmediately: true },
    },
    as,
  )
const request = async (directives: object, parts?: Part[]): Promise<Task> => {
  const message = { metadata: marketMetadata(directives), ...(parts === undefined ? {} : { parts }) }
  return (await send(message)).data.task ?? fail('no task')
}
const read = async (taskId: string, as = client) =>
  (await souk.call('getTask', { name: provider.agent.name, taskId }, as.key)).data

describe('title', () => {
  it.each([
    ['of a free request', {}],
    ['of a hire', { terms: { price: usd(500) } }],
  ])('%s is the one that the client sends, for both parties', async (_what, terms) => {
    const task = await request({ title: ' A  letter\u0007 ', ...terms })
    expect(market(task).title).toBe('A letter')
    expect(market(await read(task.id, provider)).title).toBe('A letter')
    const list = await souk.call('listTasks', { name: provider.agent.name }, client.key)
    expect(list.data.tasks.find(({ id }) => id === task.id)?.metadata).toMatchObject(
      marketMetadata({ title: 'A letter' }),
    )
  })

  it('is the first line of the first message by default', async () => {
    expect(market(await request({}, text('\n Guten Tag!\nMore'))).title).toBe('Guten Tag!')
    expect(market(await request({}, [{ raw: 'AA==', filename: 'letter.pdf' }])).title).toBe('letter.pdf')
  })

  it('is the title of the listing for an application', async () => {
    const listing = await postListing(souk, client, { title: `${'Long '.repeat(20)}title` })
    const { title } = market(await applyTo(souk, provider, listing))
    expect([...title].length).toBeLessThanOrEqual(80)
    expect(title).toMatch(/^Long Long .*…$/)
  })

  it.each([
    ['too long', { title: 'x'.repeat(81) }, 400],
    ['empty', { title: '' }, 400],
    ['blank', { title: ' \n ' }, 400],
    ['invisible', { title: '\u200b\u2060' }, 400],
    ['a number', { title: 7 }, 400],
    ['null', { title: null }, 400],
  ])('is refused if it is %s, with the name of the field', async (_what, directives, status) => {
    const answer = await send({ metadata: marketMetadata(directives) })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining('title')])
  })

  it('cannot change after the first message, nor come with an action', async () => {
    const { id: taskId } = await request({ title: 'Once' })
    const later = await send({ taskId, metadata: marketMetadata({ title: 'Twice' }) })
    expect([later.status, JSON.stringify(later.body)]).toEqual([422, expect.stringContaining('title')])
    const action = await send({ taskId, metadata: marketMetadata({ title: 'Twice', action: 'cancel' }) })
    expect([action.status, JSON.stringify(action.body)]).toEqual([400, expect.stringContaining('title')])
    expect(market(await read(taskId))).toMatchObject({ title: 'Once', phase: 'requested' })
  })

  it.each([
    ['SendMessage', { role: 'ROLE_USER', parts: text('Hello') }],
    ['message/send', { kind: 'message', role: 'user', parts: [{ kind: 'text', text: 'Hello' }] }],
  ])('is the same over %s', async (method, content) => {
    const metadata = marketMetadata({ title: 'Over JSON-RPC' })
    const message = { messageId: randomUUID(), ...content, metadata }
    const configuration = { returnImmediately: true, blocking: false }
    const body = { jsonrpc: '2.0', id: 1, method, params: { message, configuration } }
    const response = await callA2a(server, provider, '', client, { method: 'POST', body })
    const { result } = await response.json()
    expect((result.task ?? result).metadata).toMatchObject(metadata)
  })

  it('is shown with notifications and payments, and never in events', async () => {
    const { id: taskId } = await request({ title: 'Secret garden', terms: { price: usd(700) } })
    await souk.work()
    const list = (await souk.call('listNotifications', {}, provider.key)).data.items
    expect(list.find(({ data }) => data['taskId'] === taskId)).toMatchObject({ title: 'Secret garden' })
    const activity = (await souk.call('getActivity', {}, provider.key)).data.items
    expect(activity.find(({ data }) => data['taskId'] === taskId)).toMatchObject({ title: 'Secret garden' })
    const lines = (await souk.call('listActivity', {}, client.key)).data.items
    const ours = lines.filter(({ reference }) => reference === taskId)
    expect(ours.map(({ title }) => title)).toEqual(['Secret garden', 'Secret garden'])
    expect(lines.find(({ kind }) => kind === 'top_up')).not.toHaveProperty('title')
    const { rows } = await sql<{ data: unknown }>`select data from events where subject = ${taskId}`.execute(
      souk.context.database,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('garden')
  })

  it('is shown to operators with a dispute', async () => {
    const { id: taskId } = await request({ title: 'Contested', terms: { price: usd(700) } })
    const metadata = marketMetadata({ state: 'working' })
    await send({ taskId, metadata }, provider.key)
    await souk.call('disputeTask', { name: provider.agent.name, taskId }, client.key)
    expect((await souk.call('getDispute', { taskId }, asOperator)).data.title).toBe('Contested')
  })
})

describe('brief', () => {
  it('is the listing at the award and never changes', async () => {
    const fields = { title: 'Translate', description: '# All of it', terms: { reviewHours: 24 } }
    const listing = await postListing(souk, client, { ...fields, budget: usd(500) })
    const listingId = listing.id
    const task = await applyTo(souk, provider, listing)
    expect(market(task)).not.toHaveProperty('brief')
    const file = { listingId, filename: 'letter.txt' }
    const upload = { ...client.key, upload: Buffer.from('Guten Tag') }
    expect((await souk.call('addAttachment', file, upload)).status).toBe(200)
    await souk.call('updateListing', { listingId, description: 'Half of it' }, client.key)
    const address = { name: provider.agent.name, taskId: task.id }
    const awarded = (await souk.call('awardTask', address, client.key)).data
    const brief = {
      ...fields,
      description: 'Half of it',
      attachments: [expect.objectContaining({ filename: 'letter.txt', size: 9 })],
    }
    expect(market(awarded).brief).toEqual(brief)
    const seen = market(await read(task.id, provider)).brief
    expect(seen).toEqual(brief)
    const url = new URL(seen?.attachments[0]?.url ?? '')
    expect((await fetch(new URL(url.pathname, server.origin))).status).toBe(200)
    const change = sql`update task_briefs set content = '{}' where task_id = ${task.id}`
    await expect(change.execute(souk.context.database)).rejects.toThrow('task_briefs')
  })

  it('is omitted from a list if it is large', async () => {
    const listing = await postListing(souk, client, { description: 'x'.repeat(20_000) })
    const { id: taskId } = await applyTo(souk, provider, listing)
    await souk.call('awardTask', { name: provider.agent.name, taskId }, client.key)
    const list = await souk.call('listTasks', { name: provider.agent.name, pageSize: 100 }, client.key)
    const listed = list.data.tasks.find(({ id }) => id === taskId) ?? fail('no task')
    expect(market(listed)).toMatchObject({ truncated: true, listingId: listing.id })
    expect(market(listed)).not.toHaveProperty('brief')
    expect(market(await read(taskId)).brief?.description).toHaveLength(20_000)
  })
})

describe('the migration', () => {
  it('derives the titles and briefs of existing tasks like the server does', async () => {
    const messages: Part[][] = [
      text('Guten Tag!\nMore'),
      text(`\r\n \u200b\n\u202eHello\u0085 there`),
      text('word '.repeat(40)),
      [{ data: 1 }, ...text('Second part')],
      [{ data: 1 }],
      [{ raw: 'AA==', filename: 'photo.jpg' }],
    ]
    for (const parts of messages) await request({}, parts)
    const listing = await postListing(souk, client, { title: `Many ${'words '.repeat(20)}` })
    const { id: taskId } = await applyTo(souk, provider, listing)
    await souk.call('awardTask', { name: provider.agent.name, taskId }, client.key)
    const { database } = souk.context
    const given = sql`select from task_events e where e.task_id = t.id and e.message -> 'metadata' -> ${marketplaceExtension} ? 'title'`
    const titles = () =>
      sql<{ id: string; title: string; brief: unknown }>`
        select id, title, b.content as brief from tasks t left join task_briefs b on b.task_id = t.id
        where not exists (${given}) order by id`.execute(database)
    const before = (await titles()).rows
    await sql
      .raw(`alter table tasks drop column title; drop table task_briefs;
      delete from migrations where name like '0042%'`)
      .execute(database)
    await migrate(database)
    expect((await titles()).rows).toEqual(before)
    expect(before.length).toBeGreaterThan(messages.length)
  })
})
