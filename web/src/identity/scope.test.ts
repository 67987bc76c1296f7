import { contract, type Route } from 'souk-contract'
import { describe, expect, it, vi } from 'vitest'
import { operationNames, operationsOf } from './operations.ts'
import { openScope, type Actor } from './scope.ts'

const routes = Object.entries(contract).flatMap(([group, operations]) =>
  Object.entries(operations).map(([name, route]): readonly [string, string, Route] => [group, name, route]),
)
const origin = 'http://souk.test'
const ada = { userId: 'usr_ada', agentId: 'agt_ada', handle: 'ada' }

/** A scope whose server returns one status for every call. */
function scopeWith(actor: Actor, status: number) {
  const sent: Headers[] = []
  const onDenied = vi.fn(async () => undefined)
  const fakeFetch: typeof fetch = async (_url, init) => {
    sent.push(new Headers(init?.headers))
    return new Response('{}', { status })
  }
  return { sent, onDenied, scope: openScope(actor, { origin, onDenied, fetch: fakeFetch }) }
}

/** Calls an operation with the example of its route, and reads the first event if it is a stream. */
async function run(call: unknown, { example, upload }: Route): Promise<unknown> {
  if (typeof call !== 'function') throw new Error('not an operation')
  const { params, query, body } = { params: {}, query: {}, body: {}, ...example }
  const input = { ...params, ...query, ...body, ...(upload === true ? { file: new Blob(['x']) } : {}) }
  const reply: unknown = Reflect.apply(call, undefined, [input, { retries: 0 }])
  const isStream = typeof reply === 'object' && reply !== null && 'next' in reply
  return isStream && typeof reply.next === 'function' ? Reflect.apply(reply.next, reply, []) : reply
}

describe('openScope', () => {
  it.each(routes)('sends the person and the agent with %s.%s', async (group, name, route) => {
    const { scope, sent } = scopeWith(ada, 404)
    const operation = Reflect.get(Reflect.get(operationsOf(operationNames), group), name)
    await expect(run(operation.of(scope.client), route)).rejects.toThrow()
    expect(sent.map((headers) => [headers.get('x-souk-web'), headers.get('x-agent-context')])).toEqual([
      ['usr_ada', 'agt_ada'],
    ])
  })

  it.each([401, 403])('checks the session once when several calls return %i', async (status) => {
    const { scope, onDenied } = scopeWith(ada, status)
    const calls = [scope.client.users.getMe(), scope.client.payments.getBalance()]
    await Promise.allSettled(calls)
    expect(onDenied).toHaveBeenCalledOnce()
  })

  it('does not check the session when an anonymous call, such as a sign-in, returns 401', async () => {
    const { scope, onDenied } = scopeWith({}, 401)
    await expect(scope.client.sessions.createSession({ email: 'a@b.c', password: 'x' })).rejects.toThrow()
    expect(onDenied).not.toHaveBeenCalled()
  })

  it('sends nothing after close', async () => {
    const { scope, sent } = scopeWith(ada, 404)
    scope.close()
    await expect(scope.client.payments.getBalance({}, { retries: 0 })).rejects.toThrow()
    expect(sent).toEqual([])
  })

  it.each([403, 404])('drops cached data when a read returns %i', async (status) => {
    const { scope } = scopeWith(ada, status)
    const query = { queryKey: ['payments'], queryFn: () => scope.client.payments.getBalance() }
    scope.queries.setQueryData(['payments'], { balance: 1 })
    await expect(scope.queries.fetchQuery({ ...query, staleTime: 0 })).rejects.toThrow()
    expect(scope.queries.getQueryData(['payments'])).toBeUndefined()
  })
})
