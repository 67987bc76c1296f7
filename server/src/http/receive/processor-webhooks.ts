import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { receiveEvents } from '../../money/processor/receive-events.ts'
import { destinations } from '../../money/processor/stripe/destinations.ts'

/** Signatures cover the raw bytes, so these routes receive the body unparsed. */
export function registerProcessorWebhooks(app: FastifyInstance, context: Context): void {
  const config = { operation: 'receiveProcessorEvents', surface: 'platform' as const }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
    const { processor } = context.config.settings
    for (const url of new Set([`/api/webhooks/${processor}`, ...destinations.map(({ path }) => path)])) {
      scope.post(url, { config }, async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await receiveEvents(context, body, request.headers)
        return { success: true, data: { received: true } }
      })
    }
  })
}
