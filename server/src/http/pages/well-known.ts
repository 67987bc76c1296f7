import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { minute, type Clock } from '../../lib/clock.ts'
import { cardUrl } from '../../resources/cards/card.ts'
import { newestPublicAgents } from '../../resources/cards/queries.ts'
import { getSigningKeys } from '../../resources/cards/signing-keys.ts'
import { webhookKeySet } from '../../events/delivery/platform-key.ts'

const agentsMax = 1000

/** Registers the well-known documents: public keys of cards and webhooks, and the catalog of agents. */
export function registerWellKnown(app: FastifyInstance, context: Context): void {
  const config = (operation: string) => ({ operation, surface: 'platform' as const, quiet: true })
  const keySet = cachedForMinute(context.clock, () => publicKeys(context))
  const webhookKeys = cachedForMinute(context.clock, () => webhookKeySet(context.store))
  const catalog = cachedForMinute(context.clock, () => publicAgents(context))

  app.get('/.well-known/jwks.json', { config: config('jwks') }, async (_request, reply) =>
    send(reply, 'application/json; charset=utf-8', await keySet()),
  )
  app.get('/.well-known/webhook-keys.json', { config: config('webhookKeys') }, async (_request, reply) =>
    send(reply, 'application/json; charset=utf-8', await webhookKeys()),
  )
  app.get('/.well-known/ai-catalog.json', { config: config('catalog') }, async (_request, reply) =>
    send(reply, 'application/ai-catalog+json; charset=utf-8', await catalog()),
  )
}

async function publicKeys({ store }: Context): Promise<object> {
  const keys = await getSigningKeys(store, 'ES256')
  return { keys: keys.map((key) => key.public_key) }
}

/** AI Catalog. `type` is the field of the current draft, `mediaType` that of earlier drafts. */
async function publicAgents({ store, config }: Context): Promise<object> {
  const { origin } = config.settings
  const mediaType = 'application/a2a-agent-card+json'
  const agents = await store.read((reader) => newestPublicAgents(reader, agentsMax))
  return {
    specVersion: '1.0',
    host: {
      displayName: 'Souk',
      identifier: new URL(origin).hostname,
      documentationUrl: `${origin}/api/docs`,
    },
    entries: agents.map((agent) => ({
      identifier: `urn:souk:agent:${agent.id}`,
      displayName: agent.display_name,
      type: mediaType,
      mediaType,
      url: cardUrl(origin, agent.handle),
      ...(agent.tags.length === 0 ? {} : { tags: agent.tags }),
      version: agent.version,
      updatedAt: agent.updated_at.toISOString(),
    })),
  }
}

/** Caches for a minute: these routes are not rate limited, so they must be cheap. */
function cachedForMinute(clock: Clock, build: () => Promise<object>): () => Promise<string> {
  let entry: { text: Promise<string>; until: number } | undefined
  return async () => {
    const now = clock.now().getTime()
    if (entry === undefined || entry.until <= now) {
      entry = { text: build().then((document) => JSON.stringify(document)), until: now + minute }
    }
    const current = entry
    return current.text.catch((error: unknown) => {
      if (entry === current) entry = undefined
      throw error
    })
  }
}

function send(reply: FastifyReply, mediaType: string, text: string): FastifyReply {
  return reply.header('cache-control', 'public, max-age=60').type(mediaType).send(text)
}
