/** Serves the logo of the marketplace and the style sheet of its accent color. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { accentStyles } from 'souk-contract'
import type { Context } from '../../context.ts'
import { notFound } from '../../failure.ts'
import { findLogo, type LogoRow } from '../../policy/logo-queries.ts'
import { countStranger } from '../receive/admit.ts'
import type { RateLimits } from '../receive/rate-limit.ts'

const config = { operation: 'branding', surface: 'platform' as const, quiet: true }

/**
 * An SVG image that is opened as a page must not run scripts or load anything, even if the check of uploads missed
 * something. Mail programs show the logo from other origins.
 */
const imageHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=31536000, immutable',
}

export function registerBranding(app: FastifyInstance, context: Context, limits: RateLimits): void {
  let latest: LogoRow | undefined
  app.get<{ Params: { file: string } }>('/branding/:file', { config }, async (request, reply) => {
    const { file } = request.params
    const [, color] = /^accent-([0-9a-f]{6})\.css$/.exec(file) ?? []
    if (color !== undefined) return sendStyles(reply, `#${color}`)
    const [, digest = ''] = /^([0-9a-f]{64})\.(?:png|webp|svg)$/.exec(file) ?? []
    if (latest?.digest !== digest) {
      // Only other images than the current one cost a query.
      if (digest === '') return notFound('image')
      reply.headers(countStranger(limits, request))
      latest = (await context.store.read((reader) => findLogo(reader, digest))) ?? notFound('image')
    }
    return reply.headers(imageHeaders).type(latest.media_type).send(latest.image)
  })
}

/** The colors are a function of the name; a new version of the server may derive others. */
function sendStyles(reply: FastifyReply, color: string): FastifyReply {
  return reply
    .header('cache-control', 'public, max-age=3600')
    .type('text/css; charset=utf-8')
    .send(accentStyles(color))
}
