/** Target of the unsubscribe link in mails. Opening it changes nothing: link scanners open links too. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { strangerOf } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../failure.ts'
import { readUnsubscribeToken } from '../../mails/unsubscribe.ts'
import { switchMailOff, type Unsubscription } from '../../mails/unsubscribe-queries.ts'
import type { RateLimits } from '../receive/rate-limit.ts'
import { localeOf } from '../../notices/queries.ts'
import { sendPage } from './send-page.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

const url = '/mail/unsubscribe'
const bodyBytesMax = 1000

export function registerUnsubscribe(app: FastifyInstance, context: Context, limits: RateLimits): void {
  const config = { operation: 'unsubscribe', surface: 'platform' as const, quiet: true }
  void app.register(async (scope) => {
    // Mail programs post a form (RFC 8058). Its content adds nothing to the signed link.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined)
    scope.get(url, { config }, async (request, reply) => {
      limits.count(strangerOf(request))
      const { topic, userId } = unsubscriptionOf(context, request)
      const locale = await context.store.read((reader) => localeOf(reader, userId))
      return sendPage(reply, unsubscribePage({ topic, locale, done: false }), { 'form-action': "'self'" })
    })
    scope.post(url, { config, bodyLimit: bodyBytesMax }, async (request, reply) => {
      limits.count(strangerOf(request))
      const unsubscription = unsubscriptionOf(context, request)
      await limits.countOperation('unsubscribe', strangerOf(request), undefined)
      const { topic, userId } = unsubscription
      const locale = await context.store.write(async (tx) => {
        await switchMailOff(tx, unsubscription)
        return localeOf(tx, userId)
      })
      return sendPage(reply, unsubscribePage({ topic, locale, done: true }))
    })
  })
}

function unsubscriptionOf({ vault }: Context, { query }: FastifyRequest): Unsubscription {
  const { token }: { token?: unknown } = Object.assign({}, query)
  const found =
    typeof token === 'string' && token.length <= 200 ? readUnsubscribeToken(vault, token) : undefined
  return found ?? notFound('unsubscribe link')
}
