import { Type } from 'typebox'
import type { FastifyInstance } from 'fastify'
import type { Route } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bareApp } from '../../src/app.ts'
import { fail } from '../../src/failure.ts'
import { createOperationRegistry } from '../../src/http/operation-registry.ts'
import { registerGroup } from '../../src/http/register-routes.ts'
import { createRateLimits } from '../../src/http/receive/rate-limit.ts'
import { read, write, type Handlers } from '../../src/operation.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

/** Artificial routes on the A2A surface, to test the HTTP layer alone. */
const route = {
  surface: 'a2a',
  auth: 'none',
  params: Type.Object({ name: Type.String(), taskId: Type.String() }),
  reply: Type.Object({ id: Type.String() }),
  errors: [],
  summary: 'made up',
  example: {},
} as const
const group = {
  getTask: { ...route, method: 'GET', path: '/agents/{name}/tasks/{taskId}' },
  acceptTask: { ...route, method: 'POST', path: '/agents/{name}/tasks/{taskId}:accept' },
  disputeTask: { ...route, method: 'POST', path: '/agents/{name}/tasks/{taskId}:dispute' },
} as const satisfies Record<string, Route>
const handlers: Handlers<typeof group> = {
  getTask: read(async (_reader, _caller, { taskId }) => ({ id: taskId })),
  acceptTask: write(async (_tx, _caller, { taskId }) => ({ id: `accepted ${taskId}` })),
  disputeTask: write(async () =>
    fail('forbidden', 'This task action is not available to the current caller.'),
  ),
}

const partsOf = (context: Souk['context']) => ({
  context,
  limits: createRateLimits(context),
  registry: createOperationRegistry(),
})

let souk: Souk
let app: FastifyInstance
beforeAll(async () => {
  souk = await startSouk()
  app = bareApp(souk.context)
  registerGroup(app, partsOf(souk.context), group, handlers)
})
afterAll(async () => {
  await app.close()
  await souk.stop()
})

const base = '/api/a2a/v1/agents/ada/tasks'
const version = { 'a2a-version': '1.0' }

describe('the A2A surface', () => {
  it('responds without an envelope, on colon verbs in any encoding and with an empty JSON body', async () => {
    const headers = { ...version, 'content-type': 'application/json' }
    for (const verb of [':accept', '%3Aaccept', '%3aaccept']) {
      const response = await app.inject({ method: 'POST', url: `${base}/t1${verb}`, headers })
      expect([response.statusCode, response.json()]).toEqual([200, { id: 'accepted t1' }])
    }
  })

  it('refuses with a problem that is also a google.rpc.Status', async () => {
    const response = await app.inject({ method: 'POST', url: `${base}/t1:dispute`, headers: version })
    const detail = 'This task action is not available to the current caller.'
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect([response.statusCode, response.json()]).toEqual([
      403,
      {
        type: 'http://localhost:4000/api/problems/forbidden',
        title: 'Forbidden',
        status: 403,
        detail,
        error: {
          code: 403,
          status: 'PERMISSION_DENIED',
          message: detail,
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'PERMISSION_DENIED',
              domain: 'a2a-protocol.org',
              metadata: {},
            },
          ],
        },
      },
    ])
  })

  it.each([
    ['the header', '', { 'a2a-version': '1.0' }, 200],
    ['the header with a patch number', '', { 'a2a-version': '1.0.1' }, 200],
    ['the query', '?A2A-Version=1.0', {}, 200],
    ['nothing, which means 0.3', '', {}, 400],
    ['an empty header', '', { 'a2a-version': '' }, 400],
    ['the header, with a later version', '', { 'a2a-version': '1.1' }, 400],
    ['the query, with an old version', '?A2A-Version=0.3', {}, 400],
  ])('reads the version from %s', async (_name, query, headers, status) => {
    const response = await app.inject({ method: 'GET', url: `${base}/t1${query}`, headers })
    expect(response.statusCode).toBe(status)
    if (status === 400) {
      expect(response.json()).toMatchObject({
        type: 'http://localhost:4000/api/problems/version-not-supported',
        error: { details: [{ reason: 'VERSION_NOT_SUPPORTED' }] },
      })
    }
  })

  it('has a configurable default version', async () => {
    const relaxed = bareApp({ ...souk.context, config: { ...souk.context.config, a2aAssumeVersion: '1.0' } })
    const context = { ...souk.context, config: { ...souk.context.config, a2aAssumeVersion: '1.0' } }
    registerGroup(relaxed, partsOf(context), group, handlers)
    expect((await relaxed.inject({ method: 'GET', url: `${base}/t1` })).statusCode).toBe(200)
    await relaxed.close()
  })

  it('documents every problem kind at its type URL', async () => {
    const page = await souk.app.inject({ method: 'GET', url: '/api/problems/forbidden' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await souk.app.inject({ method: 'GET', url: '/api/problems/unheard-of' })).statusCode).toBe(404)
  })
})
