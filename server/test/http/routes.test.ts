import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { basePaths } from '../../src/http/base-paths.ts'
import { routes } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
const reached: string[] = []
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

describe('every route of the contract', () => {
  it('reaches its operation, even with percent-encoded colons', async () => {
    const lines = { write: (line: string) => void reached.push(JSON.parse(line).operation) }
    const app = await buildApp({ ...souk.context, log: pino({ level: 'debug' }, lines) })
    const expected: string[] = []
    for (const [operation, route] of Object.entries(routes)) {
      const url = basePaths[route.surface] + route.path.replaceAll(/\{(\w+)\}/g, 'x-$1')
      for (const spelling of [url, url.replaceAll(':', '%3A'), `${url}/`]) {
        await app.inject({ method: route.method, url: spelling })
        expected.push(operation)
      }
    }
    await app.close()
    expect(reached.filter((operation) => operation !== undefined)).toEqual(expected)
  })

  it('returns 404 in the format of its surface for an unknown route', async () => {
    const platform = await souk.app.inject({ method: 'GET', url: '/api/nothing/here' })
    expect([platform.statusCode, platform.json()]).toMatchObject([404, { success: false }])
    const a2a = await souk.app.inject({ method: 'POST', url: '/api/a2a/v1/agents/x/tasks/t:explode' })
    expect([a2a.statusCode, a2a.json()]).toMatchObject([
      404,
      {
        type: 'http://localhost:4000/api/problems/not-found',
        title: 'Not Found',
        status: 404,
        error: { code: 404 },
      },
    ])
  })
})
