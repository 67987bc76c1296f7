import { contract } from 'souk-contract'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { clientFor, createClient } from './client.ts'
import { isSoukError, SoukError } from './error.ts'
import { startServer, type Answer } from './test-server.ts'

const getTask = { ...contract.agents.getAgent, surface: 'a2a' } as const

async function refusalOf(answer: Answer): Promise<unknown> {
  const { baseUrl } = await startServer(answer)
  return createClient({ baseUrl })
    .agents.getAgent({ name: 'ada' })
    .catch((error: unknown) => error)
}

describe('SoukError', () => {
  it('has the fields of a platform error', async () => {
    const error = await refusalOf({
      status: 403,
      headers: { 'x-error-kind': 'approval-required', 'x-request-id': 'req_7' },
      body: {
        success: false,
        error: 'An owner has to approve this.',
        hint: 'Wait for it.',
        approvalId: 'apr_1',
        expiresAt: '2026-11-16T12:00:00.000Z',
        failedRule: 'award',
      },
    })
    expect(error).toBeInstanceOf(SoukError)
    expect(error).toMatchObject({
      kind: 'approval-required',
      status: 403,
      message: 'An owner has to approve this.',
      hint: 'Wait for it.',
      requestId: 'req_7',
      approvalId: 'apr_1',
      expiresAt: '2026-11-16T12:00:00.000Z',
      failedRule: 'award',
    })
  })

  it('parses Retry-After as seconds or as a date', async () => {
    const refused = (after: string) => refusalOf({ status: 429, headers: { 'retry-after': after } })
    expect(await refused('3600')).toMatchObject({ kind: 'too-many-requests', retryAfter: 3600 })
    expect(await refused('Fri, 01 Jan 2100 00:00:00 GMT')).toMatchObject({
      retryAfter: expect.closeTo((Date.UTC(2100, 0, 1) - Date.now()) / 1000, -2),
    })
  })

  it('has the fields of an A2A problem', async () => {
    const { baseUrl } = await startServer({
      status: 404,
      body: {
        type: 'https://souk.example/api/problems/task-not-found',
        title: 'Task Not Found',
        status: 404,
        detail: 'There is no such task here.',
        error: { code: 404, status: 'NOT_FOUND', message: 'There is no such task here.', details: [] },
      },
    })
    const call = clientFor({ tasks: { getTask } }, { baseUrl }).tasks.getTask({ name: 'ada' })
    await expect(call).rejects.toMatchObject({
      kind: 'task-not-found',
      message: 'There is no such task here.',
    })
  })

  it.each([
    [400, 'bad-request'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [418, 'bad-request'],
    [500, 'internal'],
    [502, 'unavailable'],
    [508, 'internal'],
  ] as const)('classifies a foreign page with status %i as %s', async (status, kind) => {
    const headers = { 'x-error-kind': 'not-a-kind-we-know' }
    expect(await refusalOf({ status, headers, body: '<h1>Oops</h1>' })).toMatchObject({ kind, status })
  })

  it('reports a successful response that does not come from the service', async () => {
    expect(await refusalOf({ body: '<h1>Welcome</h1>' })).toMatchObject({ kind: 'internal', status: 200 })
  })

  it('has status 0 and a cause if no response arrives', async () => {
    const { baseUrl } = await startServer('hang up')
    const call = createClient({ baseUrl }).sessions.endCurrentSession()
    await expect(call).rejects.toMatchObject({ kind: 'unavailable', status: 0, cause: expect.any(TypeError) })
  })
})

describe('isSoukError', () => {
  const error: unknown = new SoukError('Gone.', { kind: 'gone', status: 410 })

  it.each([
    [error, undefined, true],
    [error, 'gone', true],
    [error, 'not-found', false],
    [new Error('gone'), undefined, false],
    [undefined, 'gone', false],
  ] as const)('checks %s against the kind %s', (thrown, kind, expected) => {
    expect(isSoukError(thrown, kind)).toBe(expected)
  })

  it('narrows to the given kind', () => {
    if (isSoukError(error, 'gone')) expectTypeOf(error.kind).toEqualTypeOf<'gone'>()
    if (isSoukError(error)) expectTypeOf(error).toExtend<SoukError>()
  })
})
