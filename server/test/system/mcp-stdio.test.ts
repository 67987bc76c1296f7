/** `souk mcp` with the official clients, in both eras of the protocol. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { patienceMs, run } from '../fixtures/clients/cli-fixture.ts'
import { mcpClients } from '../fixtures/mcp/mcp-clients.ts'
import { tradeOverMcp } from '../fixtures/mcp/mcp-trade.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'

let server: A2aServer
beforeAll(async () => {
  server = await startA2aServer()
  // The first start builds the program.
  await run(['--version'], {})
}, patienceMs)
afterAll(() => server.stop())
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

describe('souk mcp', () => {
  it.each(Object.entries(mcpClients))(
    'carries a whole paid trade of %s',
    async (_name, { version, connect }) => {
      const { origin } = server
      await tradeOverMcp(server.souk, { version, connect: (key) => connect.stdio({ origin, key }) })
    },
    patienceMs,
  )

  it(
    'answers every line it can, and ends with its input',
    async () => {
      const { key } = await createTestAgent(server.souk)
      const environment = { SOUK_URL: server.origin, SOUK_TOKEN: key.as ?? '' }
      const input = ['{', '[]', '{"jsonrpc":"2.0","id":"a","method":"unknown/method"}', ''].join('\n')
      const { code, output } = await run(['mcp'], { input, environment })
      const answers = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(code).toBe(0)
      expect(answers[0]).toMatchObject({ id: null, error: { code: -32700 } })
    },
    patienceMs,
  )

  it(
    'reports a refused key and an unreachable marketplace as errors of the request',
    async () => {
      const ping = '{"jsonrpc":"2.0","id":7,"method":"ping"}\n'
      for (const environment of [
        { SOUK_URL: server.origin, SOUK_TOKEN: 'souk_ak_unknown' },
        { SOUK_URL: 'http://127.0.0.1:9', SOUK_TOKEN: 'souk_ak_unknown' },
      ]) {
        const { output } = await run(['mcp'], { input: ping, environment })
        expect(JSON.parse(output)).toMatchObject({ id: 7, error: { code: expect.any(Number) } })
      }
      const refused = await run(['mcp'], { environment: { SOUK_URL: server.origin } })
      expect([refused.code, refused.errors]).toEqual([3, expect.stringContaining('agent key')])
    },
    patienceMs,
  )
})
