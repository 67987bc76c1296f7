import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { registryEntryOf, serverCardOf, serverCardType, serverCatalogOf } from '../../../mcp/server-card.ts'
import { identifierOf } from '../../../resources/discovery/catalog-entry.ts'
import { allowAnyOrigin } from '../../oauth/any-origin.ts'
import { supportedVersions } from './protocol.ts'

/** Registers the documents that describe the MCP server. They are public and do not change while the node runs. */
export function registerServerCards(app: FastifyInstance, { config }: Context): void {
  const { origin } = config.settings
  const card = { type: serverCardType, document: serverCardOf(origin, supportedVersions) }
  const json = 'application/json'
  const documents = {
    '/mcp/server-card': card,
    // Earlier drafts look for the card here.
    '/.well-known/mcp/server-card.json': card,
    '/.well-known/mcp/catalog.json': {
      type: json,
      document: serverCatalogOf(origin, identifierOf(origin, 'server', 'mcp')),
    },
    '/mcp/server.json': { type: json, document: registryEntryOf(origin) },
  }
  const route = { config: { operation: 'mcpServerCard', surface: 'platform' as const, quiet: true } }
  for (const [path, { type, document }] of Object.entries(documents)) {
    const text = JSON.stringify(document)
    app.get(path, route, async (_request, reply) =>
      allowAnyOrigin(reply)
        .header('cache-control', 'public, max-age=3600')
        .type(`${type}; charset=utf-8`)
        .send(text),
    )
    app.options(path, route, async (_request, reply) => allowAnyOrigin(reply).code(204).send())
  }
}
