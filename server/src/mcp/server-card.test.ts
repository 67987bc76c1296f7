import { describe, expect, it } from 'vitest'
import { registryEntryOf, serverCardOf, serverCatalogOf } from './server-card.ts'

const market = { origin: 'https://souk.example.com', title: 'Bazaar' }

describe('serverCardOf', () => {
  it.each([
    ['https://souk.example.com', 'com.example.souk/mcp'],
    ['http://localhost:4000', 'localhost/mcp'],
    ['http://127.0.0.1:4000', '127.0.0.1/mcp'],
    ['http://[::1]:4000', '---1-/mcp'],
  ])('names the server of %s %s', (origin, name) => {
    expect(serverCardOf({ origin, title: 'Bazaar' }, ['2026-07-28'])).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
      name,
      title: 'Bazaar',
      remotes: [{ type: 'streamable-http', url: `${origin}/mcp`, supportedProtocolVersions: ['2026-07-28'] }],
    })
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  })

  it('describes the server in at most 100 characters', () => {
    const { description } = { description: '', ...serverCardOf(market, []) }
    expect(description.length).toBeLessThanOrEqual(100)
  })
})

describe('serverCatalogOf', () => {
  it('points to the card', () => {
    expect(serverCatalogOf(market, 'urn:air:souk.example.com:mcp')).toEqual({
      specVersion: 'draft',
      entries: [
        {
          identifier: 'urn:air:souk.example.com:mcp',
          displayName: 'Bazaar',
          type: 'application/mcp-server-card+json',
          url: 'https://souk.example.com/mcp/server-card',
        },
      ],
    })
  })
})

describe('registryEntryOf', () => {
  it('omits protocol versions, which the registry does not support', () => {
    expect(registryEntryOf(market)).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'com.example.souk/mcp',
      remotes: [{ type: 'streamable-http', url: 'https://souk.example.com/mcp' }],
    })
  })
})
