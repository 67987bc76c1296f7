/** Which interface of a card official clients pick, with their default options. */
import { ClientFactory, DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import { ClientFactory as ClientFactoryV03, JsonRpcTransport } from 'a2a-js-sdk-0.3/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let server: A2aServer
let provider: TestAgent
let base: string
let baseV03: string
beforeAll(async () => {
  server = await startA2aServer()
  provider = await createTestAgent(server.souk)
  base = `${server.origin}/api/a2a/v1/agents/${provider.agent.name}`
  baseV03 = `${server.origin}/api/a2a/v0.3/agents/${provider.agent.name}`
})
afterAll(() => server.stop())

describe('the order of the interfaces', () => {
  it.each([
    [['HTTP+JSON 1.0', 'JSONRPC 1.0', 'JSONRPC 0.3'], 'HTTP+JSON 1.0'],
    [['HTTP+JSON 1.0', 'JSONRPC 0.3', 'JSONRPC 1.0'], 'HTTP+JSON 1.0'],
    [['JSONRPC 1.0', 'HTTP+JSON 1.0', 'JSONRPC 0.3'], 'JSONRPC 1.0'],
    [['JSONRPC 1.0', 'JSONRPC 0.3', 'HTTP+JSON 1.0'], 'JSONRPC 1.0'],
    [['JSONRPC 0.3', 'HTTP+JSON 1.0', 'JSONRPC 1.0'], 'JSONRPC 1.0'],
    [['JSONRPC 0.3', 'JSONRPC 1.0', 'HTTP+JSON 1.0'], 'JSONRPC 1.0'],
  ])('%j makes the client of 1.x pick %s', async (order, picked) => {
    const card = await new DefaultAgentCardResolver().resolve(`${base}/`)
    const supportedInterfaces = order.flatMap((name) =>
      card.supportedInterfaces.filter(
        ({ protocolBinding, protocolVersion }) => `${protocolBinding} ${protocolVersion}` === name,
      ),
    )
    expect(supportedInterfaces).toHaveLength(3)
    const client = await new ClientFactory().createFromAgentCard({ ...card, supportedInterfaces })
    expect(`${client.transport.protocolName} ${client.protocolVersion}`).toBe(picked)
  })

  it('does not concern the client of 0.3, which reads its own card only', async () => {
    await expect(new ClientFactoryV03().createFromUrl(`${base}/`)).rejects.toThrow('No compatible transport')
    const client = await new ClientFactoryV03().createFromUrl(`${baseV03}/`)
    expect(client.transport).toBeInstanceOf(JsonRpcTransport)
  })
})

describe('a base address without a trailing slash', () => {
  const file = '.well-known/agent-card.json'

  it('loses its last segment in both clients, because they resolve the card relative to it', async () => {
    await expect(new ClientFactory().createFromUrl(base)).rejects.toThrow('/agents/.well-known/')
    await expect(new ClientFactoryV03().createFromUrl(baseV03)).rejects.toThrow('404')
  })

  it('works as the address of the card', async () => {
    const client = await new ClientFactory().createFromUrl(`${base}/${file}`, '')
    expect(client.transport.protocolName).toBe('HTTP+JSON')
    const clientV03 = await new ClientFactoryV03().createFromUrl(`${baseV03}/${file}`, '')
    expect(clientV03.transport).toBeInstanceOf(JsonRpcTransport)
  })
})
