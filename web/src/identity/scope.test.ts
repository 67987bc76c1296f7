import { contract, type Route } from 'souk-contract'
import { describe, expect, it, vi } from 'vitest'
import { operationNames, operationsOf } from './operations.ts'
import { openScope, type Actor } from './scope.ts'

const routes = Object.entries(contract).flatMap(([group, operations]) =>
  Object.entries(operations).map(([name, route]): readonly [string, string, Route] => [group, name, route]),
)
const origin = 'http://souk.test'
const ada = { userId: 'usr_ada', agentId: 'agt_ada', handle: 'ada' }

/** A scope whose server answers every call with one status. */
function scopeWith(actor: Actor, status: number) {
  const sent: Headers[] = []
  const refused = vi.fn(async () => undefined)
  const answer: typeof fetch = async (_address, init) => {
    sent.push(new Headers(init?.headers))
    return new Response('{}', { status })
  }
  return { sent, refused, scope: openScope(actor, { origin, refused, fetch: answer }) }
}

/** Calls an operation with the example of its route; of a stream, asks for the first event. */
async function run(call: unknown, { example, upload }: Route): Promise<unknown> {
  if (typeof call !== 'function') throw new Error('not an operation')
  const { params, query, body } = { params: {}, query: {}, body: {}, ...example }
  const input = { ...params, ...query, ...body, ...(upload === true ? { file: new Blob(['x']) } : {}) }
  const answer: unknown = Reflect.apply(call, undefined, [input, { retries: 0 }])
  const isStream = typeof answer === 'object' && answer !== null && 'next' in answer
  return isStream && typeof answer.next === 'function' ? Reflect.apply(answer.next, answer, []) : answer
}

describe('openScope', () => {
  it.each(routes)('sends the person and the agent of the screen with %s.%s', async (group, name, route) => {
    const { scope, sent } = scopeWith(ada, 404)
    const operation = Reflect.get(Reflect.get(operationsOf(operationNames), group), name)
    await expect(run(operation.of(scope.client), route)).rejects.toThrow()
    expect(sent.map((headers) => [headers.get('x-souk-web'), headers.get('x-agent-context')])).toEqual([
      ['usr_ada', 'agt_ada'],
    ])
  })

  it.each([401, 403])('asks once who is there when several calls are answered with %i', async (status) => {
    const { scope, refused } = scopeWith(ada, status)
    const calls = [scope.client.users.getMe(), scope.client.payments.getBalance()]
    await Promise.allSettled(calls)
    expect(refused).toHaveBeenCalledOnce()
  })

  it('takes a refusal of a stranger, such as a wrong password, for an answer', async () => {
    const { scope, refused } = scopeWith({}, 401)
    await expect(scope.client.sessions.createSession({ email: 'a@b.c', password: 'x' })).rejects.toThrow()
    expect(refused).not.toHaveBeenCalled()
  })

  it('sends nothing after its end', async () => {
    const { scope, sent } = scopeWith(ada, 404)
    scope.end()
    await expect(scope.client.payments.getBalance({}, { retries: 0 })).rejects.toThrow()
    expect(sent).toEqual([])
  })

  it.each([403, 404])('forgets what it has read when it may no longer be read: %i', async (status) => {
    const { scope } = scopeWith(ada, status)
    const query = { queryKey: ['payments'], queryFn: () => scope.client.payments.getBalance() }
    scope.queries.setQueryData(['payments'], { balance: 1 })
    await expect(scope.queries.fetchQuery({ ...query, staleTime: 0 })).rejects.toThrow()
    expect(scope.queries.getQueryData(['payments'])).toBeUndefined()
  })
})
