import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { startServer, success, type Answer } from './test-server.ts'

const busy: Answer = { status: 503, headers: { 'retry-after': '0' }, body: { success: false, error: 'Busy' } }
const limited: Answer = {
  status: 429,
  headers: { 'retry-after': '0' },
  body: { success: false, error: 'Slow' },
}
const agent = { name: 'ada-translates' }

describe('send', () => {
  it('retries a read after a broken connection and while the service is busy', async () => {
    const { baseUrl, received } = await startServer('hang up', busy, success({ status: 'ok' }))
    expect(await createClient({ baseUrl }).service.getHealth()).toEqual({ status: 'ok' })
    expect(received).toHaveLength(3)
  })

  it('retries a write with the same Idempotency-Key', async () => {
    const { baseUrl, received } = await startServer('hang up', limited, success({}))
    const client = createClient({ baseUrl })
    await client.users.createMyAgent(agent)
    await client.users.createMyAgent(agent)
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(4)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  it.each([
    ['a 502 of a gateway', { status: 502, headers: { 'retry-after': '0' } }],
    ['a 504 of a gateway', { status: 504, headers: { 'retry-after': '0' } }],
    [
      'a conflict with its own earlier attempt',
      { status: 409, headers: { 'retry-after': '0', 'x-error-kind': 'conflict' } },
    ],
  ])('retries a write after %s', async (_, answer) => {
    const { baseUrl, received } = await startServer(answer, success({}))
    await createClient({ baseUrl }).users.createMyAgent(agent)
    expect(received).toHaveLength(2)
  })

  it('sends the given Idempotency-Key', async () => {
    const { baseUrl, received } = await startServer(success({}))
    await createClient({ baseUrl }).users.createMyAgent(agent, { idempotencyKey: 'order-17' })
    expect(received[0]?.headers['idempotency-key']).toBe('order-17')
  })

  it('fails after the second retry', async () => {
    const { baseUrl, received } = await startServer(busy)
    await expect(createClient({ baseUrl }).service.getHealth()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(received).toHaveLength(3)
  })

  it('retries as often as configured', async () => {
    const { baseUrl, received } = await startServer(busy)
    const { service } = createClient({ baseUrl, retries: 4 })
    await expect(service.getHealth()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(received).toHaveLength(5)
    await expect(service.getHealth({}, { retries: 0 })).rejects.toMatchObject({ kind: 'unavailable' })
    expect(received).toHaveLength(6)
  })

  it('times out after the configured time', async () => {
    const { baseUrl, received, openCount } = await startServer({ pieces: ['{'], ending: 'stay' })
    const options = { timeoutMs: 100, retries: 1 }
    const call = createClient({ baseUrl }).service.getHealth({}, options)
    await expect(call).rejects.toMatchObject({ kind: 'unavailable', status: 0 })
    expect(received).toHaveLength(2)
    await expect.poll(openCount).toBe(0)
  })

  it.each([
    ['a conflict', { status: 409, headers: { 'x-error-kind': 'conflict' } }, 'listSessions'],
    ['a deletion, which has no Idempotency-Key', busy, 'endCurrentSession'],
    ['an internal error', { status: 500, body: { success: false, error: 'Internal error' } }, 'listSessions'],
    ['after a long Retry-After in seconds', { ...busy, headers: { 'retry-after': '3600' } }, 'listSessions'],
    [
      'after a Retry-After date far in the future',
      { ...busy, headers: { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
      'listSessions',
    ],
  ] as const)('does not retry %s', async (_, answer, key) => {
    const { baseUrl, received } = await startServer(answer)
    await expect(createClient({ baseUrl }).sessions[key]()).rejects.toMatchObject({ status: answer.status })
    expect(received).toHaveLength(1)
  })

  it('stops immediately when aborted, and throws the reason', async () => {
    const { baseUrl, received } = await startServer({ ...busy, headers: { 'retry-after': '20' } })
    const controller = new AbortController()
    const call = createClient({ baseUrl }).service.getHealth({}, { signal: controller.signal })
    await expect.poll(() => received.length).toBe(1)
    controller.abort(new Error('changed my mind'))
    await expect(call).rejects.toThrow('changed my mind')
    expect(received).toHaveLength(1)
  })

  it('sends nothing if already aborted', async () => {
    const { baseUrl, received } = await startServer(success({}))
    const call = createClient({ baseUrl }).service.getHealth({}, { signal: AbortSignal.abort() })
    await expect(call).rejects.toThrow(/abort/i)
    expect(received).toEqual([])
  })
})
