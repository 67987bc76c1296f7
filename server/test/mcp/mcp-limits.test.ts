/** Limits of an app that uses MCP: calls and of money, and what scripts of other origins can read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { callerLimits } from '../../src/rate-limit/policies.ts'
import { startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { startSouk } from '../fixtures/harness.ts'
import { createMcpCalls } from '../fixtures/mcp/mcp-calls.ts'
import { connectApp, registerApp } from '../fixtures/mcp/oauth-app.ts'
import { createTaskFixture } from '../fixtures/a2a/task-fixture.ts'
import { usd } from '../fixtures/people/test-agents.ts'

let server: A2aServer
beforeAll(async () => {
  server = await startA2aServer()
})
afterAll(() => server.stop())

describe('the daily limit of an app', () => {
  it('holds for hires in parallel', async () => {
    const { client, provider, balances } = await createTaskFixture(server.souk)
    const { access } = await connectApp(server.souk, client.person, {
      agentId: client.agent.id,
      resource: 'mcp',
      dailyLimit: usd(1000),
    })
    const mcp = createMcpCalls(server.origin, access)
    const orders = await Promise.all(
      Array.from({ length: 6 }, async (_each, index) => {
        const order = { agent: provider.agent.name, text: `Letter ${index}`, price: usd(400) }
        return { ...order, quoteId: (await mcp.call('hire_agent', order)).output['quoteId'] }
      }),
    )
    const answers = await Promise.all(orders.map((order) => mcp.call('hire_agent', order)))
    const outcomes = answers.map(({ output }) => output['status'])
    expect(outcomes.filter((outcome) => outcome === 'hired')).toHaveLength(2)
    expect(outcomes.filter((outcome) => outcome === 'waiting_for_approval')).toHaveLength(4)
    expect(await balances()).toMatchObject({ held: 800 })
  })
})

describe('the rate limit of an app', () => {
  it('is one for a person and an app, whichever agents it acts as', async () => {
    const souk = await startSouk({ rateLimitScale: 1 })
    const { client, provider } = await createTaskFixture(souk)
    const clientId = await registerApp(souk)
    const second = await souk.call(
      'createMyAgent',
      { name: `second-${client.agent.name}`, displayName: 'Second', description: 'Second.' },
      { as: client.person.token },
    )
    const connect = async (person: { token: string }, agentId: string) =>
      (await connectApp(souk, person, { agentId, clientId, resource: 'mcp', scopes: ['read'] })).access
    const tokens = [
      await connect(client.person, client.agent.id),
      await connect(client.person, second.data.agent.id),
    ]
    const other = await connect(provider.person, provider.agent.id)
    const statusOf = async (token: string | undefined) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const payload = { jsonrpc: '2.0', id: 1, method: 'ping' }
      return (await souk.app.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode
    }
    const { quota } = callerLimits.key
    for (let call = 0; call < quota; call++) await statusOf(tokens[call % 2])
    expect([await statusOf(tokens[0]), await statusOf(tokens[1])]).toEqual([429, 429])
    expect(await statusOf(other)).not.toBe(429)
    await souk.stop()
  })
})

describe('scripts of an allowed origin', () => {
  it('can send the headers of MCP and read the challenge', async () => {
    const { context } = server.souk
    const origin = 'https://host.example'
    const app = await buildApp({ ...context, config: { ...context.config, corsOrigins: [origin] } })
    const requested = 'authorization, content-type, mcp-method, mcp-name, mcp-protocol-version'
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/mcp',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': requested,
      },
    })
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': requested,
    })
    const payload = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const refused = await app.inject({ method: 'POST', url: '/mcp', headers: { origin }, payload })
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('resource_metadata='),
    ])
    expect(String(refused.headers['access-control-expose-headers'])).toMatch(/\bWWW-Authenticate\b/)
    const foreign = { origin: 'https://evil.example' }
    const evil = await app.inject({ method: 'POST', url: '/mcp', headers: foreign, payload })
    expect([evil.statusCode, evil.headers['access-control-allow-origin']]).toEqual([403, undefined])
    await app.close()
  })
})
