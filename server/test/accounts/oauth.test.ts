/** Attacks on the authorization server, and the flow of a well-behaved app. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { minute, second } from '../../src/lib/clock.ts'
import { createEgress } from '../../src/ports/egress/request.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import {
  attemptBy,
  callback,
  connectApp,
  consent,
  exchange,
  postForm,
  postRegistration,
  refresh,
  registerApp,
  tokensOf,
  type OauthReply,
} from '../fixtures/mcp/oauth-app.ts'
import { createTestAgent, usd, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ada: TestAgent
let clientId: string
beforeAll(async () => {
  souk = await startSouk()
  ada = await createTestAgent(souk)
  clientId = await registerApp(souk)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const origin = () => souk.context.config.settings.origin
const asAda = () => ({ as: ada.person.token })
const describeRequest = (query: string) => souk.call('requestAuthorization', { query }, asAda())
const statusWith = async (token: string) => (await souk.call('getMyAgent', {}, { as: token })).status
const errorOf = ({ status, body }: OauthReply) => [status, body['error']]
const redirectError = (url: string | null) => new URL(url ?? '').searchParams.get('error')
const connect = (fields = {}) => connectApp(souk, ada.person, { agentId: ada.agent.id, clientId, ...fields })
/** A code for a request, with the request. */
const codeFor = async (changes: Record<string, string | null> = {}) => {
  const attempt = attemptBy(clientId, changes)
  return { attempt, code: await consent(souk, ada.person, attempt.query, { agentId: ada.agent.id }) }
}
const auditOf = async (action: string) =>
  souk.context.store.read((reader) =>
    reader
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .execute(),
  )

describe('the metadata', () => {
  it('names the endpoints, S256 only, metadata documents and public clients', async () => {
    const { body } = await souk.app.inject('/.well-known/oauth-authorization-server')
    expect(JSON.parse(body)).toMatchObject({
      issuer: origin(),
      authorization_endpoint: `${origin()}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    })
    for (const [path, resource] of [
      ['', 'mcp'],
      ['/mcp', 'mcp'],
      ['/api', 'api'],
    ]) {
      const found = await souk.app.inject(`/.well-known/oauth-protected-resource${path}`)
      expect(JSON.parse(found.body)).toMatchObject({
        resource: `${origin()}/${resource}`,
        authorization_servers: [origin()],
        scopes_supported: ['read', 'apply', 'deliver', 'spend', 'social'],
      })
    }
  })

  it('is linked by WWW-Authenticate when a token is refused', async () => {
    const refused = await souk.call('getMyAgent', {}, { as: 'made-up' })
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer realm="souk", error="invalid_token", scope="read apply deliver spend social", resource_metadata="${origin()}/.well-known/oauth-protected-resource/api"`,
    )
    const { access } = await connect({ scopes: ['read'] })
    const lacking = await souk.call('createListing', { title: 'A', description: 'B' }, { as: access })
    expect([lacking.status, lacking.headers['www-authenticate']]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope", scope="spend"'),
    ])
  })
})

describe('a connected app', () => {
  it('acts as the agent, is listed, and loses access when it is disconnected', async () => {
    const { data } = await describeRequest(attemptBy(clientId).query)
    expect(data.request).toMatchObject({
      client: { id: clientId, name: 'Foreman', host: null },
      redirectHost: 'app.example.com',
      local: false,
      resource: 'mcp',
      scopes: ['read', 'spend'],
    })
    const { access } = await connect()
    const me = await souk.call('getMyAgent', {}, { as: access })
    expect(me.data.agent.id).toBe(ada.agent.id)
    await souk.call('createListing', { title: 'By an app', description: 'B' }, { as: access })
    const [entry] = await auditOf('listing.created')
    expect(entry?.details).toMatchObject({ client: clientId, app: 'Foreman', person: ada.person.user.id })
    const keys = (await souk.call('listKeys', { agentId: ada.agent.id }, asAda())).data.items
    expect(keys.map(({ label }) => label)).toEqual(['test'])
    const [app] = (await souk.call('listApps', {}, asAda())).data.items
    expect(app).toMatchObject({ client: { name: 'Foreman' }, dailyLimit: usd(5000), spentToday: usd(0) })
    const stranger = await souk.person()
    const byStranger = await souk.call('disconnectApp', { appId: app?.id ?? '' }, { as: stranger.token })
    expect(byStranger.status).toBe(404)
    expect((await souk.call('disconnectApp', { appId: app?.id ?? '' }, asAda())).status).toBe(200)
    expect(await statusWith(access)).toBe(401)
  })

  it('returns with the state and the issuer, whether allowed or refused', async () => {
    const { query } = attemptBy(clientId)
    const refused = (await souk.call('denyAuthorization', { query }, asAda())).data.redirectTo
    expect(Object.fromEntries(new URL(refused).searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'a state',
      iss: origin(),
    })
    const input = { query, agentId: ada.agent.id, scopes: ['read' as const] }
    const allowed = new URL((await souk.call('approveAuthorization', input, asAda())).data.redirectTo)
    expect([allowed.origin + allowed.pathname, allowed.searchParams.get('iss')]).toEqual([callback, origin()])
  })

  it('can reach only the resource that its token is for', async () => {
    const { access } = await connect({ resource: 'mcp' })
    const refused = await souk.call('getMyAgent', {}, { as: access })
    expect([refused.status, refused.body['error']]).toEqual([401, `The token is for ${origin()}/mcp.`])
    const invalid = await describeRequest(attemptBy(clientId, { resource: 'https://evil.example/mcp' }).query)
    expect(redirectError(invalid.data.redirectTo)).toBe('invalid_target')
    const { code, attempt } = await codeFor({ resource: `${origin()}/api` })
    expect(errorOf(await exchange(souk.app, code, attempt, { resource: `${origin()}/mcp` }))).toEqual([
      400,
      'invalid_target',
    ])
  })
})

describe('redirect URIs', () => {
  it.each([
    ['another host', 'https://evil.example/callback'],
    ['a subdomain', 'https://app.example.com.evil.example/callback'],
    ['user information', 'https://app.example.com@evil.example/callback'],
    ['another path', 'https://app.example.com/callback/../evil'],
    ['an added query', 'https://app.example.com/callback?next=evil'],
    ['a fragment', 'https://app.example.com/callback#x'],
    ['another port', 'https://app.example.com:8443/callback'],
    ['plain HTTP', 'http://app.example.com/callback'],
    ['a script', 'javascript:alert(1)//'],
    ['a backslash', 'https://app.example.com\\@evil.example/callback'],
    ['a missing slash', 'https:app.example.com/callback'],
  ])('never lead to %s', async (_what, uri) => {
    const { query } = attemptBy(clientId, { redirect_uri: uri, response_type: 'token' })
    for (const operation of ['requestAuthorization', 'denyAuthorization'] as const) {
      const { status, body } = await souk.call(operation, { query }, asAda())
      expect([status, JSON.stringify(body).includes('redirectTo')]).toEqual([400, false])
    }
    expect(
      errorOf(await postRegistration(souk.app, { redirect_uris: ['javascript:alert(1)', uri] }))[0],
    ).toBe(400)
  })

  it('are refused for unknown clients and for two clients in one request', async () => {
    const other = await registerApp(souk, ['https://evil.example/callback'])
    const { query } = attemptBy(clientId)
    for (const sent of [
      attemptBy('oac_unknown').query,
      `${query}&client_id=${other}`,
      `${query}&redirect_uri=x`,
      '?',
    ]) {
      expect((await describeRequest(sent)).status).toBe(400)
    }
  })

  it('accepts any port of a loopback redirect, but no other host or path', async () => {
    const local = await registerApp(souk, ['http://127.0.0.1:1234/cb', 'com.example.app:/cb'])
    const verdicts = ['http://127.0.0.1:53211/cb', 'http://127.0.0.1/cb', 'com.example.app:/cb'].concat(
      'http://127.0.0.1:1/other', 'http://localhost:1/cb', 'http://127.0.0.1.evil.example:1/cb', 'com.example.app:/x') // prettier-ignore
    const statuses = []
    for (const uri of verdicts) {
      statuses.push((await describeRequest(attemptBy(local, { redirect_uri: uri }).query)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 400, 400, 400, 400])
  })
})

describe('the authorization request', () => {
  it.each([
    ['no PKCE', { code_challenge: null }, 'invalid_request'],
    ['PKCE without a method, which would be plain', { code_challenge_method: null }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['only the scope payout', { scope: 'payout' }, 'invalid_scope'],
    ['a fragment response', { response_mode: 'fragment' }, 'invalid_request'],
  ])('redirects to the app with an error for %s', async (_what, changes, error) => {
    const { query } = attemptBy(clientId, changes)
    const { request, redirectTo } = (await describeRequest(query)).data
    expect([request, redirectError(redirectTo)]).toEqual([null, error])
    const input = { query, agentId: ada.agent.id, scopes: ['read' as const] }
    expect((await souk.call('approveAuthorization', input, asAda())).status).toBe(400)
  })

  it('never yields the scope payout, nor scopes that were not requested', async () => {
    const { query } = attemptBy(clientId, { scope: 'read payout' })
    expect((await describeRequest(query)).data.request?.scopes).toEqual(['read'])
    for (const scopes of [['payout'], ['read', 'payout'], ['read', 'social']] as const) {
      const input = { query, agentId: ada.agent.id, scopes: [...scopes] }
      expect((await souk.call('approveAuthorization', input, asAda())).status).toBe(422)
    }
  })

  it('can be allowed only by a person who manages the agent, in a session, from our page', async () => {
    const { query } = attemptBy(clientId)
    const input = { query, agentId: ada.agent.id, scopes: ['read' as const] }
    const stranger = await souk.person()
    expect((await souk.call('approveAuthorization', input, { as: stranger.token })).status).toBe(404)
    expect((await souk.call('approveAuthorization', input, ada.key)).status).toBe(403)
    const { email, password } = ada.person
    const signedIn = await souk.app.inject({
      method: 'POST',
      url: '/api/sessions',
      payload: { email, password, cookie: true },
    })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const send = (headers: Record<string, string>) =>
      souk.app.inject({
        method: 'POST',
        url: '/api/oauth/authorizations/approve',
        headers: { cookie, host: 'localhost', ...headers },
        payload: input,
      })
    expect((await send({})).statusCode).toBe(403)
    expect((await send({ 'x-souk-web': '1', origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await send({ 'x-souk-web': '1', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await send({ 'x-souk-web': '1', 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
  })
})

describe('codes', () => {
  it('work once: a second use ends the tokens of the first', async () => {
    const { attempt, code } = await codeFor({ resource: `${origin()}/api` })
    const { access } = tokensOf(await exchange(souk.app, code, attempt))
    expect(await statusWith(access)).toBe(200)
    expect(errorOf(await exchange(souk.app, code, attempt))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(access)).toBe(401)
    const [ended] = await auditOf('app.disconnected')
    expect(ended?.details).toMatchObject({ reason: 'code reused', client: clientId })
  })

  it('work once for parallel calls', async () => {
    const { attempt, code } = await codeFor()
    const replies = await Promise.all([1, 2, 3].map(() => exchange(souk.app, code, attempt)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  it('are refused with another client, verifier or redirect URI, and after a minute', async () => {
    const { attempt, code } = await codeFor()
    const other = await registerApp(souk)
    const changes: Record<string, string>[] = [
      { client_id: other },
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: new URLSearchParams(attempt.query).get('code_challenge') ?? '' },
      { redirect_uri: 'https://evil.example/callback' },
      { code: 'made-up' },
    ]
    for (const change of changes) {
      expect(errorOf(await exchange(souk.app, code, attempt, change))).toEqual([400, 'invalid_grant'])
    }
    expect(errorOf(await exchange(souk.app, code, attempt, { code_verifier: '' }))).toEqual([
      400,
      'invalid_request',
    ])
    souk.clock.advance(61 * second)
    expect(errorOf(await exchange(souk.app, code, attempt))).toEqual([400, 'invalid_grant'])
  })
})

describe('refresh tokens', () => {
  it('rotate, and end the grant when a stolen one is used', async () => {
    const first = await connect()
    const rotated = tokensOf(await refresh(souk.app, clientId, first.refresh))
    const third = tokensOf(await refresh(souk.app, clientId, rotated.refresh))
    expect(await statusWith(third.access)).toBe(200)
    expect(errorOf(await refresh(souk.app, clientId, first.refresh))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(third.access)).toBe(401)
    expect(errorOf(await refresh(souk.app, clientId, third.refresh))).toEqual([400, 'invalid_grant'])
  })

  it('can be repeated after a lost response, which revokes the lost tokens', async () => {
    const first = await connect()
    const lost = tokensOf(await refresh(souk.app, clientId, first.refresh))
    const received = tokensOf(await refresh(souk.app, clientId, first.refresh))
    expect([await statusWith(lost.access), await statusWith(received.access)]).toEqual([401, 200])
    expect(errorOf(await refresh(souk.app, clientId, lost.refresh))).toEqual([400, 'invalid_grant'])
    expect(await statusWith(received.access)).toBe(401)
  })

  it('cannot be repeated later', async () => {
    const first = await connect()
    const next = tokensOf(await refresh(souk.app, clientId, first.refresh))
    souk.clock.advance(31 * second)
    expect((await refresh(souk.app, clientId, first.refresh)).status).toBe(400)
    expect(await statusWith(next.access)).toBe(401)
  })

  it('are refused with another client, more scopes or another resource', async () => {
    const { refresh: token } = await connect({ scopes: ['read'] })
    const other = await registerApp(souk)
    expect(errorOf(await refresh(souk.app, other, token))).toEqual([400, 'invalid_grant'])
    expect(errorOf(await refresh(souk.app, clientId, token, { scope: 'read spend' }))).toEqual([
      400,
      'invalid_scope',
    ])
    expect(errorOf(await refresh(souk.app, clientId, token, { resource: `${origin()}/mcp` }))).toEqual([
      400,
      'invalid_target',
    ])
    expect((await refresh(souk.app, clientId, token, { scope: 'read' })).body['scope']).toBe('read')
  })

  it('can ask for fewer scopes, which only the next access token has', async () => {
    const first = await connect({ scopes: ['read', 'spend'] })
    const narrow = await refresh(souk.app, clientId, first.refresh, { scope: 'read' })
    expect(narrow.body['scope']).toBe('read')
    const { access, refresh: token } = tokensOf(narrow)
    const post = (as: string) => souk.call('createListing', { title: 'A', description: 'B' }, { as })
    const refused = await post(access)
    expect([await statusWith(access), refused.status, refused.headers['www-authenticate']]).toEqual([
      200,
      403,
      expect.stringContaining('insufficient_scope'),
    ])
    const wide = await refresh(souk.app, clientId, token)
    expect([wide.body['scope'], (await post(tokensOf(wide).access)).status]).toEqual(['read spend', 200])
  })

  it('are no access tokens, and access tokens end after an hour or by revocation', async () => {
    const { access, refresh: token } = await connect()
    expect(await statusWith(token)).toBe(401)
    expect(errorOf(await refresh(souk.app, clientId, access))).toEqual([400, 'invalid_grant'])
    souk.clock.advance(60 * minute)
    expect(await statusWith(access)).toBe(401)
    const next = tokensOf(await refresh(souk.app, clientId, token))
    const revoke = (form: Record<string, string>) => postForm(souk.app, '/oauth/revoke', form)
    expect((await revoke({ token: next.access, client_id: await registerApp(souk) })).status).toBe(401)
    expect(await statusWith(next.access)).toBe(200)
    expect((await revoke({ token: next.access, client_id: clientId })).status).toBe(200)
    expect(await statusWith(next.access)).toBe(401)
    const last = tokensOf(await refresh(souk.app, clientId, next.refresh))
    expect((await revoke({ token: last.refresh, client_id: clientId })).status).toBe(200)
    expect([await statusWith(last.access), (await revoke({ token: 'unknown' })).status]).toEqual([401, 200])
  })
})

describe('malformed calls', () => {
  it.each([
    ['/oauth/token', 'application/json', '{"grant_type":"authorization_code"}'],
    ['/oauth/token', 'application/x-www-form-urlencoded', 'grant_type=password&client_id=x'],
    ['/oauth/token', 'application/x-www-form-urlencoded', 'grant_type=a&grant_type=b'],
    ['/oauth/token', 'application/x-www-form-urlencoded', 'grant_type=%00&client_id=%00'],
    ['/oauth/token', 'text/plain', ''],
    ['/oauth/revoke', 'application/x-www-form-urlencoded', ''],
    ['/oauth/register', 'application/json', '{"redirect_uris":'],
    ['/oauth/register', 'application/json', '[]'],
    [
      '/oauth/register',
      'application/json',
      '{"redirect_uris":["https://a.example/"],"token_endpoint_auth_method":"client_secret_basic"}',
    ],
    ['/oauth/register', 'application/x-www-form-urlencoded', 'redirect_uris=https://a.example/'],
  ])('of %s as %s get an OAuth error: %s', async (url, type, payload) => {
    const reply = await souk.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
    expect([reply.statusCode, typeof JSON.parse(reply.body).error]).toEqual([400, 'string'])
  })
})

describe('metadata documents', () => {
  const url = 'https://foreman.example/client.json'
  const read: string[] = []
  const serve = (text: string) =>
    Object.assign(souk.context.ports, {
      documents: {
        get: async (request: { url: string }) => {
          read.push(request.url)
          return { kind: 'document', text }
        },
      },
    })

  it('identify an app by its domain, are cached, and must name their own URL', async () => {
    const document = { client_id: url, client_name: 'Fore\u202eman', redirect_uris: [callback] }
    serve(JSON.stringify({ ...document, client_id: 'https://other.example/client.json' }))
    expect((await describeRequest(attemptBy(url).query)).status).toBe(422)
    serve(JSON.stringify(document))
    expect((await describeRequest(attemptBy(url).query)).status).toBe(422)
    souk.clock.advance(minute)
    for (let call = 0; call < 2; call++) {
      const { request } = (await describeRequest(attemptBy(url).query)).data
      expect(request?.client).toEqual({ id: url, name: 'Foreman', homepage: null, host: 'foreman.example' })
    }
    expect(read.splice(0)).toEqual([url, url])
    const { access } = await connect({ clientId: url })
    expect(await statusWith(access)).toBe(200)
    souk.clock.advance(61 * minute)
    const input = { query: attemptBy(url).query, agentId: ada.agent.id, scopes: ['read' as const] }
    expect((await souk.call('approveAuthorization', input, asAda())).status).toBe(409)
  })

  it('are never read for unusable URLs, and never from private addresses', async () => {
    const resolved: string[] = []
    const documents = createEgress({
      settings: {
        ownOrigin: 'https://souk.example.com',
        ownPorts: [],
        ownAddresses: [],
        loopbackAllowed: false,
        httpAllowed: false,
      },
      resolve: async (name) => {
        resolved.push(name)
        return ['169.254.169.254']
      },
      connect: () => expect.fail('connected'),
    })
    Object.assign(souk.context.ports, { documents })
    const unusable = ['http://app.example/c.json', 'https://10.0.0.1/c.json', 'https://user@app.example/c', 'https://app.internal/c.json', 'https://app.example', 'https://app.example/a/../c.json', 'https://app.example/c#x', 'https://[::ffff:10.0.0.1]/c', 'file:///etc/passwd'] // prettier-ignore
    for (const id of unusable) expect((await describeRequest(attemptBy(id).query)).status).toBe(400)
    expect(resolved).toEqual([])
    const refused = await describeRequest(attemptBy('https://rebind.example/c.json').query)
    expect([refused.status, String(refused.body['error'])]).toEqual([
      422,
      expect.stringContaining('blocked_address'),
    ])
  })
})
