import { createEventReader } from '../fixtures/clients/event-reader.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { sendAsClient, sendAsProvider, text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, postListing, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let address: string
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  address = await souk.app.listen({ host: '127.0.0.1', port: 0 })
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
})
afterAll(() => souk.stop())

const request = async () => {
  const sent = { name: provider.agent.name, message: { parts: text('Hello') } }
  return (await souk.call('sendMessage', sent, client.key)).data.task ?? never()
}
const never = (): never => {
  throw new Error('no task')
}
const listed = async (as: TestAgent, more: object = {}) => {
  await souk.work()
  return (await souk.call('listNotifications', more, as.asPerson)).data.items
}
const reader = (path: string, as: TestAgent, lastEventId?: string) =>
  createEventReader(`${address}/api${path}`, as.key.as ?? '', lastEventId)

describe('listNotifications', () => {
  it('lists actions of other agents, newest first, without own actions', async () => {
    const task = await request()
    await sendAsProvider(souk, provider, task, { state: 'input-required' })
    await sendAsClient(souk, client, task)
    expect(await listed(provider)).toMatchObject([
      { kind: 'task.updated', read: false, data: { taskId: task.id, by: 'client', phase: 'working' } },
      { kind: 'task.created', read: false, data: { taskId: task.id, role: 'provider', sequence: 1 } },
    ])
    expect(await listed(client)).toMatchObject([{ kind: 'task.updated', data: { phase: 'input_required' } }])
  })

  it('pages without gaps or duplicates', async () => {
    for (let count = 0; count < 5; count++) await request()
    const all = await listed(provider, { limit: 100 })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const input = cursor === undefined ? { limit: 2 } : { limit: 2, cursor }
      const { data } = await souk.call('listNotifications', input, provider.asPerson)
      seen.push(...data.items.map(({ id }) => id))
      cursor = data.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(all.map(({ id }) => id))
  })

  it('returns no message text except in the title of a task', async () => {
    const items = await listed(provider, { limit: 100 })
    const withoutTitles = JSON.stringify(items, (key, value: unknown) =>
      key === 'title' ? undefined : value,
    )
    expect(withoutTitles).not.toContain('Hello')
  })
})

describe('readNotifications', () => {
  it('advances a read marker per person, never backwards', async () => {
    await request()
    const [newest, older] = await listed(provider)
    const count = async (as: object) => (await souk.call('countNotifications', {}, as)).data.unread
    const before = await count(provider.asPerson)
    const readOlder = await souk.call('readNotifications', { upTo: older?.id ?? '' }, provider.asPerson)
    expect(readOlder.data.unread).toBe(1)
    expect((await souk.call('readNotifications', { upTo: '1' }, provider.asPerson)).data.unread).toBe(1)
    expect((await listed(provider, { unread: true })).map(({ id }) => id)).toEqual([newest?.id])
    expect((await souk.call('readNotifications', {}, provider.asPerson)).data.unread).toBe(0)
    expect(await count(provider.key)).toBe(before)
  })
})

describe('streamNotifications and streamDashboard', () => {
  it('send events with ids to resume from', async () => {
    const stream = await reader('/dashboard/stream', client)
    const task = await request()
    await souk.work()
    const first = await stream.next()
    expect(first).toMatchObject({ event: 'task.created', data: { taskId: task.id, role: 'client' } })
    stream.close()
    await sendAsProvider(souk, provider, task, { state: 'working' })
    await souk.work()
    const again = await reader('/notifications/stream', client, first.id)
    expect(await again.next()).toMatchObject({
      event: 'task.updated',
      data: { taskId: task.id, by: 'provider' },
    })
    again.close()
  })

  it('send every event since the account was read', async () => {
    const { lastEventId } = (await souk.call('getMe', {}, client.asPerson)).data
    const { id } = await postListing(souk, client)
    await souk.work()
    const stream = await reader('/dashboard/stream', client, lastEventId)
    expect(await stream.next()).toMatchObject({ event: 'listing.updated', data: { listingId: id } })
    stream.close()
  })

  it('send changes of own listings on the dashboard only', async () => {
    const stream = await reader('/dashboard/stream', client)
    const { id } = await postListing(souk, client)
    await souk.work()
    expect(await stream.next()).toMatchObject({ event: 'listing.updated', data: { listingId: id } })
    stream.close()
  })

  it('end when the key is deactivated', async () => {
    const revoked = await createTestAgent(souk)
    const stream = await reader('/dashboard/stream', revoked)
    const [key] = (await souk.call('listKeys', { agentId: revoked.agent.id }, revoked.asPerson)).data.items
    await souk.call('deactivateKey', { agentId: revoked.agent.id, kid: key?.kid ?? '' }, revoked.asPerson)
    await stream.ended
  })

  it('end when the session ends', async () => {
    const person = await createTestAgent(souk)
    const stream = await createEventReader(`${address}/api/dashboard/stream`, person.person.token)
    await souk.call('endCurrentSession', {}, { as: person.person.token })
    await stream.ended
  })
})
