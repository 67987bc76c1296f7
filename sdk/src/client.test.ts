import { contract, type Agent, type Consent, type OperatorRole, type User } from 'souk-contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { clientFor, createClient } from './client.ts'
import type { CsvPage } from './send.ts'
import { startServer, success } from './test-server.ts'

/** An invented A2A route with the schemas of a platform route. */
const acceptTask = {
  ...contract.keys.deactivateKey,
  surface: 'a2a',
  auth: 'agent',
  path: '/agents/{agentId}/tasks/{kid}:accept',
} as const

describe('createClient', () => {
  it('sends body fields as JSON and returns the data of the envelope', async () => {
    const { baseUrl, received } = await startServer(success({ user: { id: 'usr_1' }, token: 't' }))
    const input = { email: 'ada@example.com', password: 'correct horse battery', displayName: 'Ada' }
    const data = await createClient({ baseUrl }).users.registerUser(input)
    expect(data).toEqual({ user: { id: 'usr_1' }, token: 't' })
    expect(received).toMatchObject([{ method: 'POST', url: '/api/users/register' }])
    expect(received[0]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(input)
  })

  it('distributes a flat input over path, query and body', async () => {
    const { baseUrl, received } = await startServer(success({}))
    const client = createClient({ baseUrl: `${baseUrl}/` })
    await client.organizations.updateMember({ id: 'org_1', userId: 'usr/2', role: 'admin' })
    await client.organizations.listMembers({ id: 'org_1', limit: 5, cursor: 'a b' })
    await client.users.getMe()
    expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PATCH', '/api/organizations/org_1/members/usr%2F2', '{"role":"admin"}'],
      ['GET', '/api/organizations/org_1/members?limit=5&cursor=a+b', ''],
      ['GET', '/api/users/me', ''],
    ])
  })

  it('omits undefined fields and refuses unknown ones', async () => {
    const { baseUrl, received } = await startServer(success({}))
    const client = clientFor({ agents: contract.agents }, { baseUrl })
    const fields: object = { name: 'ada', q: undefined }
    await Reflect.apply(client.agents.getAgent, undefined, [fields])
    expect(received[0]?.url).toBe('/api/agents/ada')
    const unknown = Reflect.apply(client.agents.getAgent, undefined, [{ name: 'ada', q: 'x' }])
    await expect(unknown).rejects.toThrow(/takes no "q"/)
  })

  it.each(['', '.', '..'])('refuses %j as a path parameter', async (name) => {
    const { baseUrl, received } = await startServer(success({}))
    await expect(createClient({ baseUrl }).agents.getAgent({ name })).rejects.toThrow(TypeError)
    expect(received).toEqual([])
  })

  it('sends the token and the acting agent only to routes that use them', async () => {
    const { baseUrl, received } = await startServer(success({}))
    const client = createClient({ baseUrl, token: 'secret', agent: 'ada-translates' })
    await client.service.getHealth()
    await client.users.getMe()
    await client.agents.getMyAgent()
    await client.listings.getListing({ listingId: 'lst_1' })
    expect(received.map(({ headers }) => [headers.authorization, headers['x-agent-context']])).toEqual([
      [undefined, undefined],
      ['Bearer secret', undefined],
      ['Bearer secret', 'ada-translates'],
      ['Bearer secret', 'ada-translates'],
    ])
  })

  it('sends A2A-Version to A2A routes and returns the plain A2A object', async () => {
    const { baseUrl, received } = await startServer({ body: '  {"id":"task_1"}' })
    const client = clientFor({ tasks: { acceptTask } }, { baseUrl, token: 'secret', agent: 'ada' })
    const reply = await client.tasks.acceptTask({ agentId: 'ada', kid: 'task:1' })
    expect(reply).toEqual({ id: 'task_1' })
    expect(received).toMatchObject([
      {
        url: '/api/a2a/v1/agents/ada/tasks/task%3A1:accept',
        headers: { 'a2a-version': '1.0', 'x-agent-context': 'ada' },
      },
    ])
  })

  it('evaluates a token function before every attempt', async () => {
    const busy = { status: 503, headers: { 'retry-after': '0' } }
    const { baseUrl, received } = await startServer(busy, success({}))
    const tokens = ['old', 'new']
    await createClient({ baseUrl, token: async () => tokens.shift() }).users.getMe()
    await createClient({ baseUrl, token: () => undefined }).users.getMe()
    const sent = received.map(({ headers }) => headers.authorization)
    expect(sent).toEqual(['Bearer old', 'Bearer new', undefined])
  })

  it('sends the headers of the client and of the call', async () => {
    const { baseUrl, received } = await startServer(success({}))
    const client = createClient({ baseUrl, headers: { 'x-from': 'page', 'x-other': 'page' } })
    await client.users.getMe({}, { headers: { 'x-other': 'call' } })
    expect(received[0]?.headers).toMatchObject({ 'x-from': 'page', 'x-other': 'call' })
  })

  it('passes credentials to fetch', async () => {
    const requests: unknown[] = []
    const client = createClient({
      baseUrl: 'https://souk.example/api',
      credentials: 'same-origin',
      fetch: (_, init) => {
        requests.push(init?.credentials)
        return Promise.resolve(Response.json({ success: true, data: {} }))
      },
    })
    await client.users.getMe()
    expect(requests).toEqual(['same-origin'])
  })

  it('returns a page as CSV with the next cursor', async () => {
    const headers = { 'content-type': 'text/csv; charset=utf-8', 'x-next-cursor': 'two' }
    const { baseUrl, received } = await startServer({ headers, body: 'kind,amount\r\n' }, success({}))
    const { payments } = createClient({ baseUrl, token: 't' })
    const page = await payments.listActivity({ kind: 'settle' }, { as: 'csv' })
    expectTypeOf(page).toEqualTypeOf<CsvPage>()
    expect(page).toEqual({ text: 'kind,amount\r\n', nextCursor: 'two' })
    expect(received[0]?.headers.accept).toBe('text/csv')
    await expect(payments.listActivity({}, { as: 'csv' })).rejects.toMatchObject({ kind: 'internal' })
  })

  it('uses the given fetch', async () => {
    const addresses: unknown[] = []
    const client = createClient({
      baseUrl: 'https://souk.example/api',
      fetch: (address) => {
        addresses.push(address)
        return Promise.resolve(Response.json({ success: true, data: { status: 'ok' } }))
      },
    })
    expect(await client.service.getHealth()).toEqual({ status: 'ok' })
    expect(addresses).toEqual(['https://souk.example/api/health'])
  })

  it('returns a client with the types of the contract', () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1/api' })
    expectTypeOf(client.users.getMe).returns.resolves.toEqualTypeOf<{
      user: User
      operatorRole: OperatorRole | null
      consents: Consent[]
      lastEventId: string
    }>()
    expectTypeOf(client.agents.getAgent).parameter(0).toEqualTypeOf<{ name: string }>()
    expectTypeOf(client.agents.listAgents).returns.resolves.toEqualTypeOf<{
      items: Agent[]
      nextCursor: string | null
    }>()
    expectTypeOf(client.agents.listAgents).toBeCallableWith({ q: 'translate', limit: 10 })
    expectTypeOf(client.agents.listAgents).toBeCallableWith()
    // @ts-expect-error The path of this route needs a name.
    expectTypeOf(client.agents.getAgent).toBeCallableWith({})
  })
})
