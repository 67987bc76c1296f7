import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { sendAsClient, sendAsProvider, text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
})
afterAll(() => souk.stop())

const request = async (words = 'Translate the manual') => {
  const sent = {
    name: provider.agent.name,
    message: { parts: text(words) },
    configuration: { returnImmediately: true },
  }
  const { task } = (await souk.call('sendMessage', sent, client.key)).data
  if (task === undefined) throw new Error('no task')
  return task
}
const listed = async (as: TestAgent, filter: object = {}) => {
  await souk.work(['event-relay'])
  return (await souk.call('listNotifications', { limit: 100, ...filter }, as.asPerson)).data.items
}
const unread = async (as: object) => (await souk.call('countNotifications', {}, as)).data.unread

describe('listNotifications', () => {
  it('names actor, title, change, next step, deadline and page', async () => {
    const task = await request()
    const [created] = await listed(provider, { taskId: task.id })
    expect(created).toMatchObject({
      topic: 'request',
      groupKey: task.id,
      title: 'Translate the manual',
      actor: { kind: 'agent', agentId: client.agent.id, name: client.agent.name },
      change: `${client.agent.displayName} sent you a work request.`,
      nextStep: 'Start the work or decline the request.',
      href: `/as/${provider.agent.name}/tasks/${provider.agent.name}/${task.id}`,
    })
    const { metadata } = (
      await souk.call('getTask', { name: provider.agent.name, taskId: task.id }, provider.key)
    ).data
    expect(metadata).toMatchObject({ 'urn:souk:marketplace:v1': { deadlines: { next: created?.deadline } } })
  })

  it('shows the current next step, even on older notifications', async () => {
    const task = await request()
    await sendAsProvider(souk, provider, task, { state: 'input-required' })
    const [created] = await listed(provider, { taskId: task.id })
    expect(created).not.toHaveProperty('nextStep')
    expect(created).not.toHaveProperty('deadline')
    const [asked] = await listed(client, { taskId: task.id })
    expect(asked).toMatchObject({ topic: 'question', nextStep: 'Answer the provider.' })
    await souk.call('cancelTask', { name: provider.agent.name, taskId: task.id }, client.key)
    expect((await listed(client, { taskId: task.id }))[0]).not.toHaveProperty('nextStep')
  })

  it('tells only the applicant that another application was selected', async () => {
    const rival = await createTestAgent(souk)
    const posted = { title: 'Translate the manual', description: 'Ten pages.', status: 'open' as const }
    const { listing } = (await souk.call('createListing', posted, client.key)).data
    const apply = async (as: TestAgent) =>
      (await souk.call('applyToListing', { listingId: listing.id, text: 'Hello.' }, as.key)).data.task
    const [chosen, other] = [await apply(provider), await apply(rival)]
    await souk.call('awardTask', { name: provider.agent.name, taskId: chosen.id }, client.key)
    const changes = async (as: TestAgent) =>
      (await listed(as, { taskId: other.id })).map(({ change }) => change)
    expect(await changes(rival)).toEqual(['Your application was not selected.'])
    expect(await changes(client)).toEqual([`${rival.agent.displayName} applied to your job.`])
  })

  it('names the amount of a request by software, and how it was decided', async () => {
    const buyer = await createTestAgent(souk)
    const gate = {
      agentId: buyer.agent.id,
      version: 0,
      mode: 'enforce' as const,
      rules: { award: { effect: 'requireApproval' as const } },
    }
    await souk.call('updateApprovalGate', gate, buyer.asPerson)
    const terms = { price: { amount: 4000, currency: 'USD' } }
    const metadata = { 'urn:souk:marketplace:v1': { terms } }
    const message = { parts: text('Translate the manual'), metadata }
    await souk.call('sendMessage', { name: provider.agent.name, message }, buyer.key)
    const [asked] = await listed(buyer, { topic: 'approval' })
    expect(asked).toMatchObject({
      title: `Hire ${provider.agent.displayName}`,
      change: 'Your software needs your approval.',
      nextStep: 'Approve or deny the request.',
      amount: terms.price,
    })
    await souk.call('decideApproval', { approvalId: asked?.groupKey ?? '', decision: 'deny' }, buyer.asPerson)
    const [denied] = await listed(buyer, { topic: 'approval' })
    expect(denied).toMatchObject({ change: 'A request by your software was denied.', amount: terms.price })
    expect(denied).not.toHaveProperty('nextStep')
  })

  it('names the subject of a thread', async () => {
    const [sender, receiver] = [await createTestAgent(souk), await createTestAgent(souk)]
    const start = async (fields: { subject?: string }) => {
      const started = { participants: [receiver.agent.name], text: 'Hello.', ...fields }
      const { thread } = (await souk.call('createThread', started, sender.key)).data
      return (await listed(receiver, { groupKey: thread.id }))[0]
    }
    expect(await start({ subject: 'Court documents' })).toMatchObject({
      title: 'Court documents',
      change: `${sender.agent.displayName} sent a message.`,
    })
    expect(await start({})).not.toHaveProperty('title')
  })

  it('filters by kind, topic, task and group', async () => {
    const task = await request()
    await sendAsProvider(souk, provider, task, { state: 'input-required' })
    await sendAsClient(souk, client, task)
    expect(await listed(provider, { taskId: task.id })).toHaveLength(2)
    expect(await listed(provider, { groupKey: task.id })).toHaveLength(2)
    const created = await listed(provider, { groupKey: task.id, kind: 'task.created' })
    expect(created.map(({ kind }) => kind)).toEqual(['task.created'])
    const changed = await listed(provider, { groupKey: task.id, topic: 'changes' })
    expect(changed.map(({ kind }) => kind)).toEqual(['task.updated'])
    expect(await listed(client, { taskId: 'task_unknown' })).toEqual([])
  })

  it('speaks the language of the person', async () => {
    const task = await request()
    const saved = await souk.call('updateMe', { locale: 'de', timeZone: 'Europe/Berlin' }, provider.asPerson)
    expect(saved.data.user).toMatchObject({ locale: 'de', timeZone: 'Europe/Berlin' })
    const [created] = await listed(provider, { taskId: task.id })
    expect(created?.nextStep).toBe('Beginnen Sie die Arbeit oder lehnen Sie die Anfrage ab.')
    const [forSoftware] = (await souk.call('listNotifications', { taskId: task.id }, provider.key)).data.items
    expect(forSoftware?.nextStep).toBe('Start the work or decline the request.')
    const refused = await souk.call('updateMe', { timeZone: 'Mars/Olympus' }, provider.asPerson)
    expect([refused.status, refused.body['param']]).toEqual([422, 'timeZone'])
  })
})

describe('readNotifications', () => {
  it('marks one group, and nothing of other groups or readers', async () => {
    const [first, second] = [await request('First'), await request('Second')]
    await listed(provider)
    const before = await unread(provider.asPerson)
    const left = await souk.call('readNotifications', { groupKey: first.id }, provider.asPerson)
    expect(left.data.unread).toBe(before - 1)
    expect((await listed(provider, { groupKey: first.id })).map(({ read }) => read)).toEqual([true])
    expect((await listed(provider, { groupKey: second.id })).map(({ read }) => read)).toEqual([false])
    expect(await listed(provider, { groupKey: first.id, unread: true })).toEqual([])
    expect(await unread(provider.key)).toBeGreaterThanOrEqual(before)
    await sendAsClient(souk, client, first)
    expect(await listed(provider, { groupKey: first.id, unread: true })).toHaveLength(1)
  })

  it('stores no marker for a group that does not exist', async () => {
    await souk.call('readNotifications', { groupKey: 'task_none' }, provider.asPerson)
    const rows = await souk.context.database.selectFrom('notification_group_reads').selectAll().execute()
    expect(rows.map(({ group_key }) => group_key)).not.toContain('task_none')
  })
})

describe('updateNotificationPreferences', () => {
  it('hides a topic from the list and the count of that person only', async () => {
    const person = await createTestAgent(souk)
    const sent = {
      name: person.agent.name,
      message: { parts: text('Hello') },
      configuration: { returnImmediately: true },
    }
    await souk.call('sendMessage', sent, client.key)
    expect(await listed(person, { topic: 'request' })).toHaveLength(1)
    const { data } = await souk.call(
      'updateNotificationPreferences',
      { preferences: { request: { inApp: false } } },
      person.asPerson,
    )
    expect(data.preferences.find(({ topic }) => topic === 'request')).toMatchObject({
      inApp: false,
      mail: true,
    })
    expect(await listed(person, { topic: 'request' })).toEqual([])
    const software = await souk.call('listNotifications', { topic: 'request' }, person.key)
    expect(software.data.items).toHaveLength(1)
    const stored = await souk.call('getNotificationPreferences', {}, person.asPerson)
    expect(stored.data).toEqual(data)
  })

  it('refuses the security topic and unknown topics', async () => {
    for (const topic of ['security', 'constructor', '__proto__']) {
      const preferences = JSON.parse(`{"${topic}": {"mail": false}}`)
      const { status } = await souk.call('updateNotificationPreferences', { preferences }, client.asPerson)
      expect(status, topic).toBe(400)
    }
  })
})
