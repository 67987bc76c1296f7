/** The device flow (RFC 8628), and attacks on it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { minute, second } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import {
  pollDevice,
  postForm,
  postRegistration,
  registerApp,
  registerDeviceApp,
  startDevice,
  tokensOf,
  type OauthReply,
} from '../fixtures/mcp/oauth-app.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

const cli = 'souk-cli'
let souk: Souk
let ada: TestAgent
let clientId: string
beforeAll(async () => {
  souk = await startSouk()
  ada = await createTestAgent(souk)
  clientId = await registerDeviceApp(souk)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const asAda = () => ({ as: ada.person.token })
const errorOf = ({ status, body }: OauthReply) => [status, body['error']]
const start = (fields = {}) => startDevice(souk, clientId, { resource: `${origin()}/api`, ...fields })
const poll = (device: { deviceCode: string }, as = clientId) => pollDevice(souk, as, device)
const approve = (userCode: string, fields = {}) =>
  souk.call('approveDeviceRequest', { userCode, agentId: ada.agent.id, scopes: ['read'], ...fields }, asAda())
const approveCli = (userCode: string, token = ada.person.token) =>
  souk.call('approveDeviceRequest', { userCode }, { as: token })
const origin = () => souk.context.config.settings.origin
const statusWith = async (token: unknown) => (await souk.call('getMyAgent', {}, { as: String(token) })).status
const personWith = async (token: unknown) => (await souk.call('getMe', {}, { as: String(token) })).status

describe('authorizeDevice', () => {
  it('returns both codes, and the page for the person', async () => {
    const { body } = await souk.app.inject('/.well-known/oauth-authorization-server')
    const metadata = JSON.parse(body)
    expect(metadata.device_authorization_endpoint).toBe(`${origin()}/oauth/device`)
    expect(metadata.grant_types_supported).toContain('urn:ietf:params:oauth:grant-type:device_code')
    const reply = await postForm(souk.app, '/oauth/device', { client_id: clientId })
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'cache-control': expect.stringContaining('no-store') },
      body: { verification_uri: `${origin()}/device`, expires_in: 600, interval: 2 },
    })
    expect(reply.body['verification_uri_complete']).toBe(
      `${origin()}/device?code=${String(reply.body['user_code'])}`,
    )
  })

  it('refuses unknown clients, and clients that registered for another flow', async () => {
    const other = await registerApp(souk)
    const verdicts: [Record<string, string>, number, string][] = [
      [{}, 400, 'invalid_request'],
      [{ client_id: 'oac_unknown' }, 401, 'invalid_client'],
      [{ client_id: 'https://claude.example/client.json' }, 401, 'invalid_client'],
      [{ client_id: other }, 400, 'unauthorized_client'],
      [{ client_id: clientId, scope: 'payout' }, 400, 'invalid_scope'],
      [{ client_id: clientId, resource: 'https://evil.example' }, 400, 'invalid_target'],
    ]
    for (const [form, status, error] of verdicts) {
      expect(errorOf(await postForm(souk.app, '/oauth/device', form))).toEqual([status, error])
    }
    expect(errorOf(await postRegistration(souk.app, { grant_types: ['password'] }))).toEqual([
      400,
      'invalid_client_metadata',
    ])
  })
})

describe('a device', () => {
  it('gives an app the tokens of a grant once the person consents', async () => {
    const device = await start({ scope: 'read spend' })
    expect(errorOf(await poll(device))).toEqual([400, 'authorization_pending'])
    const typed = device.userCode.toLowerCase().replace('-', ' ')
    const { data } = await souk.call('describeDeviceRequest', { userCode: typed }, asAda())
    expect(data.request).toMatchObject({
      access: 'agent',
      client: { id: clientId, name: 'Terminal', host: null },
      resource: 'api',
      scopes: ['read', 'spend'],
    })
    expect((await approve(typed, { scopes: ['read', 'spend'], dailyLimit: usd(700) })).status).toBe(200)
    souk.clock.advance(5 * second)
    const { access, refresh } = tokensOf(await poll(device))
    expect([await statusWith(access), await personWith(access)]).toEqual([200, 403])
    expect(refresh).toMatch(/^souk_rt_/)
    const [app] = (await souk.call('listApps', {}, asAda())).data.items
    expect(app).toMatchObject({ client: { name: 'Terminal' }, redirectHost: 'device', dailyLimit: usd(700) })
  })

  it('gives the CLI a session, which ends with the others and confirms no password', async () => {
    const device = await startDevice(souk, cli)
    const { data } = await souk.call('describeDeviceRequest', { userCode: device.userCode }, asAda())
    expect(data.request).toMatchObject({ access: 'account', client: { name: 'Souk CLI' }, resource: null })
    const carla = await souk.person()
    expect((await approve(device.userCode)).status).toBe(422)
    expect((await approveCli(device.userCode, carla.token)).status).toBe(200)
    const { body } = await poll(device, cli)
    const token = String(body['access_token'])
    expect([body['token_type'], body['refresh_token'], await personWith(token)]).toEqual([
      'Bearer',
      undefined,
      200,
    ])
    const [session] = await souk.context.store.read((reader) =>
      reader.selectFrom('sessions').selectAll().orderBy('id', 'desc').execute(),
    )
    expect(session?.authenticated_at).toEqual(new Date(0))
    const changes = { password: 'another horse battery', currentPassword: carla.password }
    await souk.call('updateMe', changes, { as: carla.token })
    expect(await personWith(token)).toBe(401)
  })

  it('is refused when the person refuses', async () => {
    const device = await start()
    const { userCode } = device
    expect((await souk.call('denyDeviceRequest', { userCode }, asAda())).status).toBe(200)
    expect(errorOf(await poll(device))).toEqual([400, 'access_denied'])
    expect((await approve(userCode)).status).toBe(404)
  })

  it('gets nothing after ten minutes, even if the person consented', async () => {
    const [late, approved] = [await start(), await start()]
    expect((await approve(approved.userCode)).status).toBe(200)
    souk.clock.advance(10 * minute)
    expect(errorOf(await poll(late))).toEqual([400, 'expired_token'])
    expect(errorOf(await poll(approved))).toEqual([400, 'expired_token'])
    expect((await approve(late.userCode)).status).toBe(404)
  })

  it('must poll more slowly after each early poll', async () => {
    const device = await start()
    const after = async (seconds: number) => {
      souk.clock.advance(seconds * second)
      return (await poll(device)).body['error']
    }
    expect([await after(0), await after(1), await after(6), await after(12)]).toEqual([
      'authorization_pending',
      'slow_down',
      'slow_down',
      'authorization_pending',
    ])
  })
})

describe('a device code under attack', () => {
  it('gives nothing for the code of another client', async () => {
    const device = await start()
    const other = await registerDeviceApp(souk)
    expect((await approve(device.userCode)).status).toBe(200)
    for (const thief of [other, cli])
      expect(errorOf(await poll(device, thief))).toEqual([400, 'invalid_grant'])
    expect(errorOf(await poll({ deviceCode: device.userCode }))).toEqual([400, 'invalid_grant'])
    expect((await poll(device)).status).toBe(200)
  })

  it('revokes the tokens of a device code that is used twice', async () => {
    const [app, terminal] = [await start(), await startDevice(souk, cli)]
    await approve(app.userCode)
    await approveCli(terminal.userCode)
    const { access } = tokensOf(await poll(app))
    const token = (await poll(terminal, cli)).body['access_token']
    expect([await statusWith(access), await personWith(token)]).toEqual([200, 200])
    expect(errorOf(await poll(app))).toEqual([400, 'invalid_grant'])
    expect(errorOf(await poll(terminal, cli))).toEqual([400, 'invalid_grant'])
    expect([await statusWith(access), await personWith(token)]).toEqual([401, 401])
  })

  it('gives parallel polls one set of tokens', async () => {
    const device = await start()
    await approve(device.userCode)
    const statuses = (await Promise.all([1, 2, 3].map(() => poll(device)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400, 400])
  })

  it('cannot take back a decision, and a session that ended gives no token', async () => {
    const device = await startDevice(souk, cli)
    const carla = await souk.person()
    expect((await approveCli(device.userCode, carla.token)).status).toBe(200)
    expect((await approveCli(device.userCode)).status).toBe(404)
    await souk.call(
      'updateMe',
      { password: 'another horse battery', currentPassword: carla.password },
      { as: carla.token },
    )
    expect(errorOf(await poll(device, cli))).toEqual([400, 'invalid_grant'])
  })

  it('refuses keys and strangers, and lets a person grant no more than their own rights', async () => {
    const { userCode } = await start({ scope: 'read' })
    for (const operation of ['describeDeviceRequest', 'approveDeviceRequest', 'denyDeviceRequest'] as const) {
      expect((await souk.call(operation, { userCode }, ada.key)).status).toBe(403)
      expect((await souk.call(operation, { userCode })).status).toBe(401)
    }
    const stranger = await souk.person()
    const input = { userCode, agentId: ada.agent.id, scopes: ['read' as const] }
    expect((await souk.call('approveDeviceRequest', input, { as: stranger.token })).status).toBe(404)
    expect((await approve(userCode, { scopes: ['read', 'spend'] })).status).toBe(422)
    expect((await approve(userCode, { scopes: undefined })).status).toBe(422)
    expect((await approve(userCode)).status).toBe(200)
  })

  it('blocks a person who guesses codes after a few attempts', async () => {
    const limited = await startSouk({ rateLimitScale: 1 })
    const { token } = await limited.person()
    const guess = () => limited.call('describeDeviceRequest', { userCode: 'BBBB-BBBB' }, { as: token })
    const statuses = []
    for (let attempt = 0; attempt < 21; attempt++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429])
    const other = await limited.call('denyDeviceRequest', { userCode: 'BBBB-BBBB' }, { as: token })
    expect(other.status).toBe(429)
    await limited.stop()
  })
})
