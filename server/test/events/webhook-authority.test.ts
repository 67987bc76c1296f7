import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hour } from '../../src/lib/clock.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'
import { deliverAll, openReceiver, payloadOf, type Receiver } from '../fixtures/receivers/webhook-receiver.ts'

let souk: Souk
let receiver: Receiver
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  receiver = await openReceiver(() => souk)
})
beforeEach(async () => {
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
  receiver.react = () => ({ status: 204 })
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(async () => {
  await souk.stop()
  await receiver.close()
})

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

async function hire() {
  const input = { name: provider.agent.name, message: { parts: text('Please.') } }
  const sent = await souk.call('sendMessage', input, { ...client.key, headers: { prefer: 'wait=0' } })
  return 'task' in sent.data ? sent.data.task.id : ''
}

/** Deliveries after another task request. */
async function arrivalsOfNextTask(): Promise<string[]> {
  await deliverAll(souk)
  receiver.arrived.length = 0
  await hire()
  await deliverAll(souk)
  return receiver.arrived.map((message) => payloadOf(message)['type'])
}

const status = async () => {
  const { webhook } = (await souk.call('getWebhook', {}, provider.asPerson)).data
  return [webhook.status, webhook.disabledReason]
}

async function organizationWith(member: Person, role: 'admin' | 'member') {
  const as = { as: provider.person.token }
  const handle = `${provider.agent.name}-labs`
  const { id } = (await souk.call('createOrganization', { handle, displayName: 'Labs' }, as)).data
    .organization
  await souk.call('assignAgent', { id, agentId: provider.agent.id }, as)
  const invited = await souk.call('inviteMember', { id, userId: member.user.id, role }, as)
  const invitationId = invited.data.invitation.id
  await souk.call('respondToInvitation', { invitationId, accept: true }, { as: member.token })
  return { id, as }
}

describe('a webhook registered with a key', () => {
  const keyFor = async (fields: { expiresAt?: string } = {}) => {
    const created = await souk.call(
      'createKey',
      { agentId: provider.agent.id, label: 'hook', ...fields },
      provider.asPerson,
    )
    await souk.call('setWebhook', { url: receiver.url(), secret }, { as: created.data.secret })
    return created.data.key
  }

  it('receives events while the key is active', async () => {
    await keyFor()
    expect(await arrivalsOfNextTask()).toContain('task.created')
    expect(await status()).toEqual(['active', null])
  })

  it('receives nothing after the key was deactivated, and the agent is notified', async () => {
    const { kid } = await keyFor()
    await souk.call('deactivateKey', { agentId: provider.agent.id, kid }, provider.asPerson)
    expect(await status()).toEqual(['disabled', 'revoked'])
    expect(await arrivalsOfNextTask()).toEqual([])
    const { items } = (await souk.call('listNotifications', {}, provider.asPerson)).data
    expect(items.map(({ kind }) => kind)).toContain('webhook.disabled')
  })

  it('receives nothing after the key expired', async () => {
    await keyFor({ expiresAt: new Date(souk.clock.now().getTime() + hour).toISOString() })
    souk.clock.advance(2 * hour)
    expect(await arrivalsOfNextTask()).toEqual([])
  })

  it('refuses a test after the key was deactivated and works again after registration', async () => {
    const { kid } = await keyFor()
    await souk.call('deactivateKey', { agentId: provider.agent.id, kid }, provider.asPerson)
    expect((await souk.call('testWebhook', {}, provider.asPerson)).status).toBe(409)
    await souk.call('setWebhook', { url: receiver.url(), secret }, provider.asPerson)
    expect(await arrivalsOfNextTask()).toContain('task.created')
  })
})

describe('a webhook registered by an admin of the organization', () => {
  type Losing = { id: string; userId: string }
  it.each([
    ['removed', (member: Losing, as: CallOptions) => souk.call('removeMember', member, as)],
    [
      'demoted to member',
      (member: Losing, as: CallOptions) => souk.call('updateMember', { ...member, role: 'member' }, as),
    ],
  ])('receives nothing after the admin was %s', async (_how, lose) => {
    const admin = await souk.person()
    const { id, as } = await organizationWith(admin, 'admin')
    const asPerson = { as: admin.token, agent: provider.agent.id }
    await souk.call('setWebhook', { url: receiver.url(), secret }, asPerson)
    expect(await arrivalsOfNextTask()).toContain('task.created')
    await lose({ id, userId: admin.user.id }, as)
    expect(await arrivalsOfNextTask()).toEqual([])
    expect(await status()).toEqual(['disabled', 'revoked'])
  })
})

describe('a push config registered by a member', () => {
  it('is removed with its pending deliveries after the member was removed', async () => {
    const member = await souk.person()
    const { id, as } = await organizationWith(member, 'member')
    const taskId = await hire()
    const task = { name: provider.agent.name, taskId }
    const asPerson = { as: member.token, agent: provider.agent.id }
    await souk.call('createPushConfig', { ...task, url: receiver.url() }, asPerson)
    await deliverAll(souk)
    receiver.arrived.length = 0
    await souk.call('removeMember', { id, userId: member.user.id }, as)
    await souk.call('sendMessage', { name: task.name, message: { taskId, parts: text('More.') } }, client.key)
    await deliverAll(souk)
    expect(receiver.arrived).toEqual([])
    const left = await souk.call('listPushConfigs', task, provider.asPerson)
    expect(left.data.configs).toEqual([])
  })
})
