import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import type { ResourceName } from '../../db/tables/oauth-tables.ts'
import { authorizationServerOf } from '../../resources/oauth/authorization-server.ts'
import { protectedResourceOf, resourceNames } from '../../resources/oauth/protected-resource.ts'
import { allowAnyOrigin } from './any-origin.ts'

/** Registers the metadata of the authorization server (RFC 8414) and of its protected resources (RFC 9728). */
export function registerOauthMetadata(app: FastifyInstance, { config }: Context): void {
  const { settings } = config
  const { origin } = settings
  const resource = (name: ResourceName) => () =>
    protectedResourceOf({ origin, marketName: settings.policy.marketName }, name)
  const documents: Record<string, () => object> = {
    '/.well-known/oauth-authorization-server': () => authorizationServerOf(origin),
    // Hosts of MCP ask here if they have not read the challenge.
    '/.well-known/oauth-protected-resource': resource('mcp'),
  }
  for (const name of resourceNames) {
    documents[`/.well-known/oauth-protected-resource/${name}`] = resource(name)
  }
  const route = { config: { operation: 'oauthMetadata', surface: 'platform' as const, quiet: true } }
  for (const [path, document] of Object.entries(documents)) {
    app.get(path, route, async (_request, reply): Promise<FastifyReply> => {
      allowAnyOrigin(reply)
      reply.header('cache-control', 'public, max-age=60')
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(document()))
    })
    app.options(path, route, async (_request, reply) => allowAnyOrigin(reply).code(204).send())
  }
}
