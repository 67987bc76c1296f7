/** A copy of the database must not reveal secrets; the contract tells which routes carry one. */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { secretsIn, takesIdempotencyKey } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tables } from '../../src/db/schema.ts'
import { basePaths } from '../../src/http/base-paths.ts'
import { fail } from '../fixtures/fail.ts'
import { routes, type CallOptions, type OperationName } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import {
  attemptBy,
  exchange,
  pollDevice,
  registerApp,
  startDevice,
  tokensOf,
} from '../fixtures/mcp/oauth-app.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
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

/** A successful call and its secrets: `chosen` by a person or `random`. */
interface CallWithSecrets {
  readonly input: object
  /** Path parameters. */
  readonly params?: Readonly<Record<string, string>>
  readonly chosen?: readonly string[]
  readonly random?: readonly string[]
}

type Call = (keyed: (options?: CallOptions) => CallOptions) => Promise<CallWithSecrets>

const push = () => ({
  url: 'https://hooks.example.com/souk',
  token: `push ${randomUUID().slice(0, 8)}`,
  authentication: { scheme: 'Bearer', credentials: `cred ${randomUUID().slice(0, 8)}` },
})
const secretsOf = ({ token, authentication }: ReturnType<typeof push>) => [token, authentication.credentials]
const webhook = (path: string) => ({
  url: `https://hooks.example.com/${path}`,
  secret: `hook-${randomUUID().slice(0, 8)}`,
})
const newPassword = () => `violet ${randomUUID().slice(0, 8)}`

async function send(
  operation: 'sendMessage' | 'streamMessage',
  options: CallOptions,
): Promise<CallWithSecrets> {
  const config = push()
  const configuration = { returnImmediately: true, taskPushNotificationConfig: config }
  const input = { name: provider.agent.name, message: { parts: text('Hello') }, configuration }
  expect((await souk.call(operation, input, options)).status).toBe(200)
  const { name, ...body } = input
  return { input: body, params: { name }, chosen: secretsOf(config) }
}

const calls: Partial<Record<OperationName, Call>> = {
  registerUser: async (keyed) => {
    const input = { email: `${randomUUID()}@example.com`, password: newPassword(), displayName: 'Ada' }
    const { data } = await souk.call('registerUser', input, keyed())
    return { input, chosen: [input.password], random: [data.token] }
  },
  createSession: async (keyed) => {
    const { email, password } = await souk.person()
    const { data } = await souk.call('createSession', { email, password }, keyed())
    return { input: { email, password }, chosen: [password], random: [data.token] }
  },
  confirmPassword: async (keyed) => {
    const { password, token } = await souk.person()
    expect((await souk.call('confirmPassword', { password }, keyed({ as: token }))).status).toBe(200)
    return { input: { password }, chosen: [password] }
  },
  updateMe: async (keyed) => {
    const person = await souk.person()
    const input = { password: newPassword(), currentPassword: person.password }
    expect((await souk.call('updateMe', input, keyed({ as: person.token }))).status).toBe(200)
    return { input, chosen: [person.password, input.password] }
  },
  resetPassword: async (keyed) => {
    const { email } = await souk.person()
    await souk.call('resetPassword', { email }, keyed())
    const input = { token: await souk.mailedToken(email, /password/), password: newPassword() }
    expect((await souk.call('resetPassword', input, keyed())).status).toBe(200)
    return { input, chosen: [input.password], random: [input.token] }
  },
  verifyEmail: async (keyed) => {
    const { email } = await souk.person()
    const input = { token: await souk.mailedToken(email, /Verify/) }
    expect((await souk.call('verifyEmail', input, keyed())).status).toBe(200)
    return { input, random: [input.token] }
  },
  createKey: async (keyed) => {
    const input = { agentId: client.agent.id, label: 'kept' }
    const { data } = await souk.call('createKey', input, keyed({ as: client.person.token }))
    return { input, random: [data.secret] }
  },
  approveAuthorization: async (keyed) => {
    const attempt = attemptBy(await registerApp(souk))
    const input = { query: attempt.query, agentId: client.agent.id, scopes: ['read' as const] }
    const { data } = await souk.call('approveAuthorization', input, keyed({ as: client.person.token }))
    const code = new URL(data.redirectTo).searchParams.get('code') ?? fail('no code')
    const { access, refresh } = tokensOf(await exchange(souk.app, code, attempt))
    return { input, random: [code, access, refresh] }
  },
  describeDeviceRequest: async (keyed) => {
    const { userCode, deviceCode } = await startDevice(souk, 'souk-cli')
    const options = keyed({ as: client.person.token })
    expect((await souk.call('describeDeviceRequest', { userCode }, options)).status).toBe(200)
    return { input: { userCode }, random: [userCode, deviceCode] }
  },
  approveDeviceRequest: async (keyed) => {
    const device = await startDevice(souk, 'souk-cli')
    const input = { userCode: device.userCode }
    await souk.call('approveDeviceRequest', input, keyed({ as: client.person.token }))
    const { body } = await pollDevice(souk, 'souk-cli', device)
    return { input, random: [device.userCode, device.deviceCode, String(body['access_token'])] }
  },
  denyDeviceRequest: async (keyed) => {
    const { userCode } = await startDevice(souk, 'souk-cli')
    await souk.call('denyDeviceRequest', { userCode }, keyed({ as: client.person.token }))
    return { input: { userCode }, random: [userCode] }
  },
  createLinkCode: async (keyed) => {
    const { data } = await souk.call('createLinkCode', {}, keyed(client.asPerson))
    return { input: {}, random: [data.code] }
  },
  linkAgent: async (keyed) => {
    const { code } = (await souk.call('createLinkCode', {}, client.asPerson)).data
    const { token: as } = await souk.person()
    expect((await souk.call('linkAgent', { code }, keyed({ as }))).status).toBe(200)
    return { input: { code }, random: [code] }
  },
  setWebhook: async (keyed) => {
    const input = webhook('souk')
    expect((await souk.call('setWebhook', input, keyed(client.key))).status).toBe(200)
    return { input, chosen: [input.secret] }
  },
  createWebhookEndpoint: async (keyed) => {
    const input = webhook('created')
    expect((await souk.call('createWebhookEndpoint', input, keyed(client.key))).status).toBe(200)
    return { input, chosen: [input.secret] }
  },
  updateWebhookEndpoint: async (keyed) => {
    const created = await souk.call('createWebhookEndpoint', webhook('replaced'), client.key)
    const params = { endpointId: created.data.endpoint.id }
    const input = webhook('updated')
    const options = keyed(client.key)
    expect((await souk.call('updateWebhookEndpoint', { ...params, ...input }, options)).status).toBe(200)
    return { input, params, chosen: [input.secret] }
  },
  createPushConfig: async (keyed) => {
    const message = { parts: text('Hello') }
    const input = { name: provider.agent.name, message, configuration: { returnImmediately: true } }
    const task = (await souk.call('sendMessage', input, client.key)).data.task ?? fail('no task')
    const config = push()
    const address = { name: provider.agent.name, taskId: task.id }
    expect((await souk.call('createPushConfig', { ...address, ...config }, keyed(client.key))).status).toBe(
      200,
    )
    return { input: config, params: address, chosen: secretsOf(config) }
  },
  sendMessage: (keyed) => send('sendMessage', keyed(client.key)),
  streamMessage: (keyed) => send('streamMessage', keyed(client.key)),
}

const carrying = Object.entries(routes)
  .filter(([, { body, reply }]) => secretsIn(body).size + secretsIn(reply).size > 0)
  .map(([operation]) => operation)

const cases = Object.entries(calls).map(([operation, call]) => ({ operation, call }))

/** Every row of every table, with bytes in hexadecimal. */
async function dump(): Promise<string> {
  const parts: string[] = []
  for (const name of Object.keys(tables)) {
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(souk.context.database)
    parts.push(...rows.map(({ row }) => row))
  }
  return parts.join('\n')
}

/** Encodings of a text in a dump. */
const plainForms = (value: string) => [
  value,
  Buffer.from(value).toString('hex'),
  Buffer.from(value).toString('base64').replaceAll('=', ''),
]

/** Unkeyed hashes that a reader of the dump can compute for each guess. */
function hashForms(operation: string, { input, params = {} }: CallWithSecrets, secret: string): string[] {
  const { method, path, surface } = routes[operation] ?? fail('no route')
  const named = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => params[name] ?? '')
  const url = basePaths[surface] + named
  const agents = [null, client.agent.id]
  const bodies = [input, { ...input, cookie: false }]
  const texts = [
    secret,
    ...bodies.map((body) => JSON.stringify(body)),
    ...bodies.flatMap((body) => agents.map((agent) => JSON.stringify([method, url, agent, body]))),
  ]
  return texts.flatMap((plain) =>
    ['sha256', 'sha1', 'md5', 'sha512'].map((name) => createHash(name).update(plain).digest('hex')),
  )
}

describe('a dump of the database', () => {
  it('is checked for every route that carries a secret', () => {
    expect(carrying.toSorted()).toEqual(Object.keys(calls).toSorted())
  })

  it.each(cases)('reveals no secret of $operation', async ({ operation, call }) => {
    const key = randomUUID()
    const result = await call((options = {}) => ({ ...options, headers: { 'idempotency-key': key } }))
    const { chosen = [], random = [] } = result
    const found = await dump()
    for (const secret of [...chosen, ...random])
      expect(plainForms(secret).filter((form) => found.includes(form))).toEqual([])
    for (const secret of chosen)
      expect(hashForms(operation, result, secret).filter((form) => found.includes(form))).toEqual([])
    const stored = await souk.context.database
      .selectFrom('idempotency_keys')
      .select('route')
      .where('key', '=', key)
      .execute()
    const isStored = takesIdempotencyKey(routes[operation] ?? fail('no route'))
    expect(stored).toHaveLength(isStored ? 1 : 0)
  })

  it('reveals no push secret while a message waits for approval, and the approved message uses it', async () => {
    const buyer = await createTestAgent(souk)
    const rules = { 'message.firstContact': { effect: 'requireApproval' as const } }
    const gate = { agentId: buyer.agent.id, version: 0, mode: 'enforce' as const, rules }
    expect((await souk.call('updateApprovalGate', gate, { as: buyer.person.token })).status).toBe(200)
    const config = push()
    const configuration = { returnImmediately: true, taskPushNotificationConfig: config }
    const input = { name: provider.agent.name, message: { parts: text('Hello') }, configuration }
    const { body } = await souk.call('sendMessage', input, buyer.key)
    const approvalId = String(body['approvalId'])
    const found = await dump()
    const shown = (await souk.call('getApproval', { approvalId }, { as: buyer.person.token })).data
    for (const secret of secretsOf(config)) {
      expect(plainForms(secret).filter((form) => found.includes(form))).toEqual([])
      expect(JSON.stringify(shown)).not.toContain(secret)
    }
    const decided = { approvalId, decision: 'approve' as const }
    expect((await souk.call('decideApproval', decided, { as: buyer.person.token })).status).toBe(200)
    const rows = await souk.context.database.selectFrom('push_configs').select('secrets').execute()
    const opened = rows.map(({ secrets }) => souk.context.vault.open(secrets))
    expect(opened.some((secrets) => secrets.includes(config.token))).toBe(true)
  })
})
