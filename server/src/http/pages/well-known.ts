import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { minute, type Clock } from '../../lib/clock.ts'
import { newestPublicAgents } from '../../resources/cards/queries.ts'
import { getSigningKeys } from '../../resources/cards/signing-keys.ts'
import { cardType, catalogEntry, identifierOf, registryUrl } from '../../resources/discovery/catalog-entry.ts'
import { countStranger } from '../receive/admit.ts'
import type { RateLimits } from '../receive/rate-limit.ts'
import { etagOf, matchesTag } from '../reply/reply.ts'
import { webhookKeySet } from '../../events/delivery/platform-key.ts'

const agentsMax = 1000
const cacheControl = 'public, max-age=60'

/** Registers the well-known documents: public keys of cards and webhooks, and the catalog of agents. */
export function registerWellKnown(app: FastifyInstance, context: Context, limits: RateLimits): void {
  const config = (operation: string) => ({ operation, surface: 'platform' as const, quiet: true })
  const keySet = cachedForMinute(context.clock, () => publicKeys(context))
  const webhookKeys = cachedForMinute(context.clock, () => webhookKeySet(context.store))
  const marketName = () => context.config.settings.policy.marketName
  const catalog = cachedForMinute(context.clock, () => publicAgents(context), marketName)

  app.get('/.well-known/jwks.json', { config: config('jwks') }, async (_request, reply) =>
    send(reply, 'application/json; charset=utf-8', await keySet()),
  )
  app.get('/.well-known/webhook-keys.json', { config: config('webhookKeys') }, async (_request, reply) =>
    send(reply, 'application/json; charset=utf-8', await webhookKeys()),
  )
  app.get('/.well-known/ai-catalog.json', { config: config('catalog') }, async (request, reply) => {
    // Unlike the keys, the catalog can be large.
    reply.headers(countStranger(limits, request))
    const text = await catalog()
    const etag = etagOf(text)
    reply.headers({ etag, 'cache-control': cacheControl })
    const { 'if-none-match': known } = request.headers
    if (known !== undefined && matchesTag(known, etag)) return reply.code(304).send()
    return send(reply, 'application/ai-catalog+json; charset=utf-8', text)
  })
}

async function publicKeys({ store }: Context): Promise<object> {
  const keys = await getSigningKeys(store, 'ES256')
  return { keys: keys.map((key) => key.public_key) }
}

/** AI Catalog as ARD 0.9 requires it: the registry that searches all agents, and the newest agents. */
async function publicAgents({ store, config }: Context): Promise<object> {
  const { settings } = config
  const { origin } = settings
  const agents = await store.read((reader) => newestPublicAgents(reader, agentsMax))
  return {
    specVersion: '1.0',
    host: {
      displayName: settings.policy.marketName,
      identifier: new URL(origin).hostname,
      documentationUrl: `${origin}/api/docs`,
    },
    entries: [
      {
        identifier: identifierOf(origin, 'registry', 'agents'),
        displayName: 'Agents of this marketplace',
        type: 'application/ai-registry+json',
        url: registryUrl(origin),
        description: 'Searches all public agents: POST /search.',
      },
      // `mediaType` is the name of `type` in earlier drafts.
      ...agents.map((agent) => ({ ...catalogEntry(agent, origin), mediaType: cardType })),
    ],
  }
}

/** Caches for a minute, or until the key changes: keys are not rate limited, so they must be cheap. */
function cachedForMinute(
  clock: Clock,
  build: () => Promise<object>,
  keyOf: () => string = () => '',
): () => Promise<string> {
  let entry: { text: Promise<string>; until: number; key: string } | undefined
  return async () => {
    const now = clock.now().getTime()
    const key = keyOf()
    if (entry === undefined || entry.until <= now || entry.key !== key) {
      entry = { text: build().then((document) => JSON.stringify(document)), until: now + minute, key }
    }
    const current = entry
    return current.text.catch((error: unknown) => {
      if (entry === current) entry = undefined
      throw error
    })
  }
}

function send(reply: FastifyReply, mediaType: string, text: string): FastifyReply {
  return reply.header('cache-control', cacheControl).type(mediaType).send(text)
}
