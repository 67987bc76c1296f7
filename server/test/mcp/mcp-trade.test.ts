/** A whole paid trade by the official MCP clients over HTTP, in both eras of the protocol. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { mcpClients } from '../fixtures/mcp/mcp-clients.ts'
import { tradeOverMcp } from '../fixtures/mcp/mcp-trade.ts'

let server: A2aServer
beforeAll(async () => {
  server = await startA2aServer()
})
afterAll(() => server.stop())
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

describe.each(Object.entries(mcpClients))('%s', (_name, { version, connect }) => {
  it('hires, works, reviews and pays', async () => {
    const { origin } = server
    await tradeOverMcp(server.souk, { version, connect: (key) => connect.http({ origin, key }) })
  })
})
