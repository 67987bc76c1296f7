import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { registryEntryOf, serverCardOf, serverCardType, serverCatalogOf } from '../../../mcp/server-card.ts'
import { identifierOf } from '../../../resources/discovery/catalog-entry.ts'
import { allowAnyOrigin } from '../../oauth/any-origin.ts'
import { supportedVersions } from './protocol.ts'

/** Registers the documents that describe the MCP server. They are public and follow the name of the marketplace. */
export function registerServerCards(app: FastifyInstance, { config }: Context): void {
  const market = () => ({ origin: config.settings.origin, title: config.settings.policy.marketName })
  const card = { type: serverCardType, document: () => serverCardOf(market(), supportedVersions) }
  const json = 'application/json'
  const documents = {
    '/mcp/server-card': card,
    // Earlier drafts look for the card here.
    '/.well-known/mcp/server-card.json': card,
    '/.well-known/mcp/catalog.json': {
      type: json,
      document: () => serverCatalogOf(market(), identifierOf(market().origin, 'server', 'mcp')),
    },
    '/mcp/server.json': { type: json, document: () => registryEntryOf(market()) },
  }
  const route = { config: { operation: 'mcpServerCard', surface: 'platform' as const, quiet: true } }
  for (const [path, { type, document }] of Object.entries(documents)) {
    app.get(path, route, async (_request, reply) =>
      allowAnyOrigin(reply)
        .header('cache-control', 'public, max-age=60')
        .type(`${type}; charset=utf-8`)
        .send(JSON.stringify(document())),
    )
    app.options(path, route, async (_request, reply) => allowAnyOrigin(reply).code(204).send())
  }
}
