import { canonicalizeAgentCard, verifyAgentCardSignature, type AgentCard as SdkCard } from '@a2a-js/sdk'
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import type { Agent, AgentCard } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { hour, minute } from '../../src/lib/clock.ts'
import { newId } from '../../src/lib/ids.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

const origin = 'http://localhost:4000'
const version = { 'a2a-version': '1.0' }
const platform = (name: string) => `/api/agents/${name}/.well-known/agent-card.json`
const a2a = (name: string) => `/api/a2a/v1/agents/${name}/.well-known/agent-card.json`
const extended = (name: string) => `/api/a2a/v1/agents/${name}/extendedAgentCard`

let souk: Souk
let ada: Person
let full: Agent
let bare: Agent
beforeAll(async () => {
  souk = await startSouk()
  ada = await souk.person({ displayName: 'Ada Lovelace' })
  full = await souk.agent(ada, profile)
  bare = await souk.agent(ada, { name: 'bare-agent' })
})
afterAll(() => souk.stop())

const skill = {
  id: 'de-en',
  name: 'German to English',
  description: 'Texts of all kinds — “quoted”, ünïcode 🦉 and\ttabs.',
  tags: ['translation'],
}
const profile = {
  name: 'full-agent',
  displayName: 'Full Agent',
  description: 'Does a lot.\nTwo lines.',
  skills: [
    { ...skill, examples: ['Translate “Guten Tag”.'], inputModes: ['text/*'], outputModes: ['text/plain'] },
    { ...skill, id: 'plain', examples: [] },
    { ...skill, id: 'secret-skill', private: true },
  ],
  kind: 'team' as const,
  tags: ['legal', 'medical'],
  taskTypes: ['translation'],
  inputModes: ['text/plain', 'application/pdf'],
  outputModes: ['text/plain'],
  provider: { organization: 'Analytical Engines', url: 'https://engines.example' },
  version: '2.1.0',
  iconUrl: 'https://engines.example/icon.png',
  documentationUrl: 'https://engines.example/docs',
  pricing: { model: 'fixed' as const, price: { amount: 0, currency: 'USD' } },
}

const get = (url: string, headers: Record<string, string> = {}) =>
  souk.app.inject({ method: 'GET', url, headers })
const cardAt = async (url: string, headers: Record<string, string> = {}): Promise<AgentCard> => {
  const response = await get(url, headers)
  return response.statusCode === 200 ? response.json() : fail(`${url} answered ${response.body}`)
}
const bearer = (token: string) => ({ ...version, authorization: `Bearer ${token}` })
const paramsOf = (card: AgentCard) => card.capabilities.extensions[0]?.params ?? {}

/** An error body without the request id, which differs for each call. */
function errorOf({ body }: { body: string }): object {
  const { requestId: _requestId, ...error } = JSON.parse(body)
  return error
}

describe('getAgentCard', () => {
  it('returns the whole profile in A2A format', async () => {
    const { signatures, ...card } = await cardAt(platform(full.name))
    expect(signatures).toHaveLength(1)
    expect(card).toEqual({
      name: 'Full Agent',
      description: 'Does a lot.\nTwo lines.',
      supportedInterfaces: [
        {
          url: `${origin}/api/a2a/v1/agents/full-agent`,
          protocolBinding: 'HTTP+JSON',
          protocolVersion: '1.0',
        },
        {
          url: `${origin}/api/a2a/v1/agents/full-agent`,
          protocolBinding: 'JSONRPC',
          protocolVersion: '1.0',
        },
        {
          url: `${origin}/api/a2a/v0.3/agents/full-agent`,
          protocolBinding: 'JSONRPC',
          protocolVersion: '0.3',
        },
        {
          url: new URL(origin).host,
          protocolBinding: 'GRPC',
          protocolVersion: '1.0',
          tenant: 'full-agent',
        },
      ],
      provider: { organization: 'Analytical Engines', url: 'https://engines.example' },
      documentationUrl: 'https://engines.example/docs',
      iconUrl: 'https://engines.example/icon.png',
      version: '2.1.0',
      capabilities: {
        streaming: true,
        pushNotifications: true,
        extendedAgentCard: true,
        extensions: [
          {
            uri: 'urn:souk:marketplace:v1',
            description: expect.stringContaining('held'),
            params: {
              actions: ['award', 'deliver', 'accept', 'dispute'],
              docs: `${origin}/api/docs`,
              kind: 'team',
              tags: ['legal', 'medical'],
              taskTypes: ['translation'],
              completedTasks: '0',
              clients: '0',
              disputedTasks: '0',
              failedTasks: '0',
            },
          },
        ],
      },
      securitySchemes: {
        bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', description: expect.any(String) } },
      },
      securityRequirements: [{ schemes: { bearer: { list: ['a2a'] } } }],
      defaultInputModes: ['text/plain', 'application/pdf', '*/*'],
      defaultOutputModes: ['text/plain'],
      skills: [profile.skills[0], { ...skill, id: 'plain' }],
    })
  })

  it('returns a complete card without empty members for a minimal profile', async () => {
    const card = await cardAt(platform(bare.name))
    expect(card).toMatchObject({
      name: 'bare-agent',
      description: 'bare-agent takes work on this marketplace. No description yet.',
      provider: { organization: 'bare-agent', url: origin },
      skills: [{ id: 'general', name: 'bare-agent', tags: ['general'] }],
      defaultInputModes: ['text/plain'],
    })
    expect([...emptyMembers(card)]).toEqual([])
    expect([...emptyMembers({ a: [{ b: '' }], c: {} })]).toEqual(['a.0.b', 'c'])
  })

  it('names the organization of an agent, never its owner', async () => {
    const agent = await souk.agent(ada)
    const as = { as: ada.token }
    const { id } = (
      await souk.call('createOrganization', { handle: 'card-org', displayName: 'Card Org' }, as)
    ).data.organization
    expect((await cardAt(platform(agent.name))).provider?.organization).toBe(agent.displayName)
    souk.clock.advance(minute)
    await souk.call('assignAgent', { id, agentId: agent.id }, as)
    const response = await get(platform(agent.name))
    expect(response.json()).toMatchObject({ provider: { organization: 'Card Org', url: origin } })
    expect(response.headers['last-modified']).toBe(souk.clock.now().toUTCString())
    expect(response.body).not.toContain('Lovelace')
  })

  it('returns a cacheable card that stays the same until the profile changes', async () => {
    const agent = await souk.agent(ada, { description: 'first' })
    souk.clock.advance(hour)
    const first = await get(platform(agent.id))
    expect(first.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': expect.stringMatching(/^public, max-age=\d+/),
      'last-modified': new Date(souk.clock.now().getTime() - hour).toUTCString(),
      etag: expect.stringMatching(/^".+"$/),
    })
    const { etag, 'last-modified': lastModified } = first.headers
    const known = { 'if-none-match': String(etag) }
    const since = { 'if-modified-since': String(lastModified) }
    expect((await get(platform(agent.name))).body).toBe(first.body)
    for (const headers of [known, since]) {
      const again = await get(platform(agent.id), headers)
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    await souk.call('updateMyAgent', { description: 'second' }, { as: ada.token, agent: agent.id })
    for (const headers of [known, since]) {
      const changed = await get(platform(agent.id), headers)
      expect([changed.statusCode, changed.json().description]).toEqual([200, 'second'])
      expect(changed.headers.etag).not.toBe(etag)
      expect(changed.headers['last-modified']).toBe(souk.clock.now().toUTCString())
    }
  })
})

describe('getA2aAgentCard', () => {
  it('returns the same card without an A2A version header', async () => {
    const [platformCard, a2aCard] = [await get(platform(full.name)), await get(a2a(full.name))]
    expect([a2aCard.statusCode, a2aCard.body, a2aCard.headers.etag]).toEqual([
      200,
      platformCard.body,
      platformCard.headers.etag,
    ])
    expect((await get(a2a(full.id), { 'a2a-version': '0.3' })).statusCode).toBe(200)
  })

  it.each([
    ['platform', platform],
    ['a2a', a2a],
  ])('returns the same error for private, archived and unknown agents on %s', async (_surface, address) => {
    const hidden = await souk.agent(ada, { visibility: 'private' })
    const gone = await souk.agent(ada)
    await souk.call('removeMyAgent', { agentId: gone.id }, { as: ada.token })
    const unknown = await get(address('no-such-agent'))
    expect(unknown.statusCode).toBe(404)
    for (const name of [
      hidden.name,
      hidden.id,
      gone.name,
      newId('agt', souk.clock.now()),
      '..%2F..',
      'a'.repeat(99),
    ]) {
      const response = await get(address(name))
      expect([response.statusCode, errorOf(response)]).toEqual([404, errorOf(unknown)])
    }
    expect(errorOf(await get(address(hidden.name), bearer(ada.token)))).toEqual(errorOf(unknown))
  })
})

describe('the signature of a card', () => {
  let address: string
  beforeAll(async () => {
    address = await souk.app.listen({ port: 0, host: '127.0.0.1' })
    // The official client logs every refused signature to the console.
    vi.spyOn(console, 'debug').mockImplementation(() => {})
  })
  afterAll(() => vi.restoreAllMocks())

  const publicKey = async (kid: string, jku?: string) => {
    expect(jku).toBe(`${origin}/.well-known/jwks.json`)
    const { keys } = await (await fetch(`${address}/.well-known/jwks.json`)).json()
    return keys.find((key: { kid: string }) => key.kid === kid) ?? fail(`no key ${kid}`)
  }
  const verify = verifyAgentCardSignature(publicKey)
  const fetched = async (name: string, headers: Record<string, string> = {}): Promise<SdkCard> => {
    const path = 'authorization' in headers ? extended(name) : a2a(name)
    const response = await fetch(address + path, { headers })
    return response.ok ? await response.json() : fail(`${path} answered ${response.status}`)
  }

  it('is accepted by the official client, including on extended cards', async () => {
    for (const card of [
      await fetched(full.name),
      await fetched(bare.name),
      await fetched(full.name, bearer(ada.token)),
    ]) {
      await expect(verify(card)).resolves.toBeUndefined()
      const { signatures: _signatures, ...signed } = card
      expect(canonicalizeAgentCard(card)).toBe(canonicalJson(signed))
    }
  })

  it('is refused on a modified card', async () => {
    const card = await fetched(full.name)
    await expect(verify({ ...card, version: '2.1.1' })).rejects.toThrow('No valid signatures')
    await expect(verify({ ...card, signatures: (await fetched(bare.name)).signatures })).rejects.toThrow()
  })

  it('covers cards that the official client can discover and parse', async () => {
    const resolver = new DefaultAgentCardResolver()
    for (const base of ['/api/agents/', '/api/a2a/v1/agents/']) {
      const card = await resolver.resolve(`${address}${base}${full.name}/`)
      expect(card).toMatchObject({
        name: 'Full Agent',
        supportedInterfaces: [{}, {}, {}, { tenant: 'full-agent' }],
      })
      expect(card.skills.map(({ id }) => id)).toEqual(['de-en', 'plain'])
    }
  })

  it('names its key in the header that A2A requires', async () => {
    const [signature] = (await cardAt(platform(full.name))).signatures ?? []
    const header = JSON.parse(Buffer.from(signature?.protected ?? '', 'base64url').toString('utf8'))
    const { keys } = (await get('/.well-known/jwks.json')).json()
    expect(header).toEqual({
      alg: 'ES256',
      typ: 'JOSE',
      kid: keys[0].kid,
      jku: `${origin}/.well-known/jwks.json`,
    })
    expect(Buffer.from(signature?.signature ?? '', 'base64url')).toHaveLength(64)
  })
})

describe('the key of the cards', () => {
  it('is created once by concurrent nodes', async () => {
    const fresh = await startSouk()
    const agent = await fresh.agent(await fresh.person())
    const nodes = [fresh.app, await buildApp(fresh.context), await buildApp(fresh.context)]
    const calls = nodes.flatMap((app) =>
      [platform(agent.name), a2a(agent.name), '/.well-known/jwks.json'].map((url) =>
        app.inject({ method: 'GET', url }),
      ),
    )
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 200))
    const rows = await fresh.context.database.selectFrom('signing_keys').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.private_key.toString('latin1')).not.toContain('PRIVATE KEY')
    const audited = fresh.context.database.selectFrom('audit_entries').selectAll()
    expect(await audited.where('action', '=', 'signing-key.created').execute()).toHaveLength(1)
    for (const app of nodes.slice(1)) await app.close()
    await fresh.stop()
  })

  it('is published without its private half', async () => {
    const response = await get('/.well-known/jwks.json')
    expect(response.headers).toMatchObject({ 'cache-control': 'public, max-age=60' })
    expect(response.json()).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          alg: 'ES256',
          use: 'sig',
          kid: expect.stringMatching(/^[\w-]{43}$/),
          x: expect.any(String),
          y: expect.any(String),
        },
      ],
    })
  })
})

describe('getExtendedAgentCard', () => {
  it('adds price and statistics for authenticated callers and private skills for insiders', async () => {
    const grace = await souk.person()
    const [stranger, insider] = [grace.token, ada.token].map((token) =>
      cardAt(extended(full.name), bearer(token)),
    )
    const software = await souk.key(ada, full)
    const pricing = { model: 'fixed', price: { amount: '0', currency: 'USD' } }
    const market = { pricing, memberSince: full.createdAt, completedTasks: '0' }
    for (const card of [await stranger, await insider])
      expect(paramsOf(card ?? fail('no card'))).toMatchObject(market)
    expect((await stranger)?.skills.map(({ id }) => id)).toEqual(['de-en', 'plain'])
    expect((await insider)?.skills.map(({ id }) => id)).toEqual(['de-en', 'plain', 'secret-skill'])
    expect((await cardAt(extended(full.id), bearer(software))).skills).toHaveLength(3)
    expect((await insider)?.skills[2]).not.toHaveProperty('private')
    expect(Object.keys(paramsOf(await cardAt(platform(full.name))))).not.toContain('pricing')
  })

  it('requires authentication and version 1.0, and is cacheable privately only', async () => {
    const key = await souk.key(ada, full, { scopes: ['deliver'] })
    const statuses = await Promise.all([
      get(extended(full.name), version),
      get(extended(full.name), { authorization: `Bearer ${ada.token}` }),
      get(extended(full.name), bearer(key)),
    ])
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 400, 403])
    const response = await get(extended(full.name), bearer(ada.token))
    expect(response.headers['cache-control']).toMatch(/^private/)
    const again = await get(extended(full.name), {
      ...bearer(ada.token),
      'if-none-match': String(response.headers.etag),
    })
    expect(again.statusCode).toBe(304)
  })

  it('shows a private agent to insiders only', async () => {
    const hidden = await souk.agent(ada, { visibility: 'private', description: 'hidden' })
    const grace = bearer((await souk.person()).token)
    expect((await cardAt(extended(hidden.name), bearer(ada.token))).description).toBe('hidden')
    const unknown = await get(extended('no-such-agent'), grace)
    for (const name of [hidden.name, hidden.id]) {
      const response = await get(extended(name), grace)
      expect([response.statusCode, response.body]).toEqual([404, unknown.body])
    }
  })
})

/** Paths of members with an empty string, list or object, or null. */
function* emptyMembers(value: unknown, at: readonly string[] = []): Generator<string> {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (value === '' || value === null || (typeof value === 'object' && inside.length === 0)) yield at.join('.')
  for (const [name, member] of inside) yield* emptyMembers(member, [...at, name])
}
