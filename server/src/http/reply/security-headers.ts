import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'

/** Security headers of every response: no sniffing, no framing, no caching, no subresources. */
export function addSecurityHeaders(app: FastifyInstance, { config }: Context): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    ...(config.settings.origin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000' }
      : {}),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
