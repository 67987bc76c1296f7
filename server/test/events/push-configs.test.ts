import { sql } from 'kysely'
import type { PushConfig, PushConfigInput, Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let provider: TestAgent
let task: Task
beforeAll(async () => {
  souk = await startSouk()
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
})
afterAll(() => souk.stop())
beforeEach(async () => {
  task = await request()
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

async function request(config?: object): Promise<Task> {
  const configuration = {
    returnImmediately: true,
    ...(config === undefined ? {} : { taskPushNotificationConfig: { url, ...config } }),
  }
  const input = { name: provider.agent.name, message: { parts: text('Hello') }, configuration }
  return (await souk.call('sendMessage', input, client.key)).data.task ?? fail('no task')
}

const url = 'https://hooks.example.com/souk'
const address = () => ({ name: provider.agent.name, taskId: task.id })
const create = (config: Partial<PushConfigInput> & object, as: CallOptions = client.key) =>
  souk.call('createPushConfig', { url, ...config, ...address() }, as)
const list = async (as: CallOptions = client.key): Promise<PushConfig[]> =>
  (await souk.call('listPushConfigs', address(), as)).data.configs
const get = (configId: string, as: CallOptions = client.key) =>
  souk.call('getPushConfig', { ...address(), configId }, as)
const remove = (configId: string, as: CallOptions = client.key) =>
  souk.call('deletePushConfig', { ...address(), configId }, as)
const rows = async () => {
  const query = sql<{ secrets: Buffer }>`select secrets from push_configs where task_id = ${task.id}`
  return (await query.execute(souk.context.database)).rows
}

describe('createPushConfig', () => {
  it('stores the URL and encrypts the secrets without returning them', async () => {
    const secrets = { token: 'tok-123', authentication: { scheme: 'Bearer', credentials: 'cred-456' } }
    const response = await create({ id: 'inbox', ...secrets })
    const shown = { id: 'inbox', taskId: task.id, url, authentication: { scheme: 'Bearer' } }
    expect([response.status, response.body]).toEqual([200, shown])
    expect([(await get('inbox')).body, await list()]).toEqual([shown, [shown]])
    const [row] = await rows()
    const sealed = row?.secrets ?? fail('no row')
    expect(sealed.toString('latin1')).not.toMatch(/tok-123|cred-456/)
    expect(JSON.parse(souk.context.vault.open(sealed))).toEqual({ token: 'tok-123', credentials: 'cred-456' })
  })

  it('generates an id by default', async () => {
    const { data } = await create({})
    expect(data).toEqual({ id: expect.stringMatching(/^pnc_/), taskId: task.id, url })
    expect((await create({})).data.id).not.toBe(data.id)
  })

  it('replaces a config with the same id, separately per task', async () => {
    await create({ id: 'inbox', token: 'old', authentication: { scheme: 'Basic' } })
    const moved = 'https://hooks.example.com/moved'
    expect((await create({ id: 'inbox', url: moved })).data).toEqual({
      id: 'inbox',
      taskId: task.id,
      url: moved,
    })
    expect(await list()).toEqual([{ id: 'inbox', taskId: task.id, url: moved }])
    const [row] = await rows()
    expect(JSON.parse(souk.context.vault.open(row?.secrets ?? fail('no row')))).toEqual({})
    task = await request()
    expect((await create({ id: 'inbox' })).data.url).toBe(url)
  })

  it('takes the task from the path, not from the body', async () => {
    const other = await request()
    const response = await souk.app.inject({
      method: 'POST',
      url: `/api/a2a/v1/agents/${provider.agent.name}/tasks/${task.id}/pushNotificationConfigs?taskId=${other.id}`,
      headers: { authorization: `Bearer ${client.key.as ?? ''}`, 'a2a-version': '1.0' },
      payload: { url, id: 'inbox', taskId: other.id, name: 'other-agent', newer: { field: true } },
    })
    expect([response.statusCode, response.json()]).toEqual([200, { id: 'inbox', taskId: task.id, url }])
  })

  it('ignores the query string', async () => {
    const response = await souk.app.inject({
      method: 'POST',
      url: `/api/a2a/v1/agents/${provider.agent.name}/tasks/${task.id}/pushNotificationConfigs?id=a/b&authentication=x`,
      headers: { authorization: `Bearer ${client.key.as ?? ''}`, 'a2a-version': '1.0' },
      payload: { url },
    })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { id: expect.stringMatching(/^pnc_/), taskId: task.id, url },
    ])
  })

  it('allows ten per party and replacing the tenth', async () => {
    const ids = Array.from({ length: 10 }, (_, index) => `inbox-${index}`)
    for (const id of ids) expect((await create({ id })).status).toBe(200)
    expect((await create({ id: 'one-more' })).status).toBe(409)
    expect((await create({ id: 'inbox-9' })).status).toBe(200)
    expect((await create({ id: 'one-more' }, provider.key)).status).toBe(200)
    await remove('inbox-3')
    expect((await create({ id: 'one-more' })).status).toBe(200)
    expect((await list()).map(({ id }) => id).toSorted()).toEqual(
      [...ids.filter((id) => id !== 'inbox-3'), 'one-more'].toSorted(),
    )
  })

  it('refuses an eleventh under concurrent calls', async () => {
    const responses = await Promise.all(
      Array.from({ length: 14 }, (_, index) => create({ id: `at-once-${index}` })),
    )
    expect(responses.filter(({ status }) => status === 200).length).toBe(10)
    expect((await list()).length).toBe(10)
  })

  it('accepts a config for a task that has ended', async () => {
    await souk.call('cancelTask', address(), client.key)
    expect((await create({ id: 'late' })).status).toBe(200)
  })

  it.each([
    ['http to another machine', { url: 'http://hooks.example.com/' }],
    ['no address', { url: 'not a url' }],
    ['a password in it', { url: 'https://a:b@hooks.example.com/' }],
    ['an address of the wrong type', { url: 7 }],
    ['an address that is too long', { url: `https://hooks.example.com/${'x'.repeat(2000)}` }],
    ['a scheme of two words', { authentication: { scheme: 'Bearer x' } }],
    [
      'a header inside the credentials',
      { authentication: { scheme: 'Bearer', credentials: 'x\r\nHost: y' } },
    ],
    ['a header inside the token', { token: 'x\r\nHost: y' }],
    ['an id with a slash', { id: 'a/b' }],
  ])('refuses %s', async (_name, config) => {
    const response = await souk.app.inject({
      method: 'POST',
      url: `/api/a2a/v1/agents/${provider.agent.name}/tasks/${task.id}/pushNotificationConfigs`,
      headers: { authorization: `Bearer ${client.key.as ?? ''}`, 'a2a-version': '1.0' },
      payload: { url, ...config },
    })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({
        error: expect.objectContaining({ details: [expect.objectContaining({ reason: 'INVALID_PARAMS' })] }),
      }),
    ])
    expect(await rows()).toEqual([])
  })

  it('accepts a loopback URL because the server is local', async () => {
    expect((await create({ url: 'http://localhost:9000/hook' })).status).toBe(200)
  })

  it('records the config in the audit log, hidden from the other party', async () => {
    await create({ id: 'inbox', url: `${url}?secret=1` })
    await remove('inbox')
    const entries = await souk.context.database
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('target', '=', `${task.id}/inbox`)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'pushConfig.created', details: { host: 'hooks.example.com' } },
      { action: 'pushConfig.deleted', details: {} },
    ])
    const seen = await souk.call('getTask', { ...address(), include: 'audit' }, provider.asPerson)
    expect(JSON.stringify(seen.body)).not.toContain('pushConfig')
  })
})

describe('sendMessage', () => {
  it('accepts a config with the first message and with later ones', async () => {
    task = await request({ id: 'inline', token: 'tok' })
    expect(await list()).toEqual([{ id: 'inline', taskId: task.id, url }])
    const message = { parts: text('More'), taskId: task.id }
    const configuration = { returnImmediately: true, taskPushNotificationConfig: { url, id: 'mine' } }
    await souk.call('sendMessage', { ...address(), message, configuration }, provider.key)
    expect(await list(provider.key)).toEqual([{ id: 'mine', taskId: task.id, url }])
  })

  it('changes nothing when the config is invalid', async () => {
    const before = (await souk.call('listTasks', { name: provider.agent.name }, client.key)).data.totalSize
    const configuration = { taskPushNotificationConfig: { url: 'http://hooks.example.com/' } }
    const message = { parts: text('Hello') }
    const input = { name: provider.agent.name, message, configuration }
    expect((await souk.call('sendMessage', input, client.key)).status).toBe(400)
    const after = (await souk.call('listTasks', { name: provider.agent.name }, client.key)).data.totalSize
    expect(after).toBe(before)
  })
})

describe('listPushConfigs', () => {
  it('lists only the caller’s configs, below either agent address', async () => {
    await create({ id: 'of-client' })
    souk.clock.advance(1000)
    await create({ id: 'a-later-one' })
    await create({ id: 'of-provider' }, provider.key)
    expect((await list()).map(({ id }) => id)).toEqual(['of-client', 'a-later-one'])
    expect((await list(provider.key)).map(({ id }) => id)).toEqual(['of-provider'])
    const byClientId = await souk.call('listPushConfigs', { ...address(), name: client.agent.id }, client.key)
    expect(byClientId.body).toEqual({ configs: await list(), nextPageToken: '' })
    expect((await get('of-client', provider.key)).status).toBe(404)
  })

  it('accepts a trailing slash', async () => {
    const response = await souk.app.inject({
      method: 'GET',
      url: `/api/a2a/v1/agents/${provider.agent.name}/tasks/${task.id}/pushNotificationConfigs/`,
      headers: { authorization: `Bearer ${client.key.as ?? ''}`, 'a2a-version': '1.0' },
    })
    expect([response.statusCode, response.json()]).toEqual([200, { configs: [], nextPageToken: '' }])
  })
})

describe('getPushConfig', () => {
  it('returns the A2A error for an unknown config', async () => {
    const response = await get('nothing')
    expect([response.status, response.body]).toEqual([
      404,
      expect.objectContaining({
        error: expect.objectContaining({ details: [expect.objectContaining({ reason: 'TASK_NOT_FOUND' })] }),
      }),
    ])
  })
})

describe('deletePushConfig', () => {
  it('is idempotent and restricted to parties of the task', async () => {
    await create({ id: 'inbox' })
    const stranger = await createTestAgent(souk)
    expect((await remove('inbox', stranger.key)).status).toBe(404)
    expect((await remove('inbox', provider.key)).status).toBe(200)
    expect((await list()).length).toBe(1)
    const twice = [await remove('inbox'), await remove('inbox')]
    expect(twice.map(({ status, body }) => [status, body])).toEqual([
      [200, {}],
      [200, {}],
    ])
    expect(await list()).toEqual([])
    const missing = { name: provider.agent.name, taskId: 'task_nothing', configId: 'inbox' }
    expect((await souk.call('deletePushConfig', missing, client.key)).status).toBe(404)
  })
})
