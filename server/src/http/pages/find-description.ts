import type { FastifyRequest } from 'fastify'
import { strangerOf } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { addressGroup } from '../../lib/network-addresses.ts'
import { pageLimit } from '../../rate-limit/policies.ts'
import { hasSessionCookie } from '../receive/session-cookie.ts'
import { describePage, type PageDescription } from './describe-page.ts'

/**
 * Describes a public page for a stranger. Signed-in people get the built page unchanged, because they may see objects that
 * strangers do not. Over the limit, too: pages must load, and only the description costs a query.
 */
export async function findDescription(
  { store, config, localCounters, clock }: Context,
  request: FastifyRequest,
  path: string,
): Promise<PageDescription | 'missing' | undefined> {
  if (hasSessionCookie(config, request)) return undefined
  const limit = { ...pageLimit, quota: pageLimit.quota * config.rateLimitScale }
  const { allowed } = localCounters.count(`page:${addressGroup(request.ip)}`, limit, clock.now().getTime())
  if (!allowed) return undefined
  return (await store.read((reader) => describePage(reader, strangerOf(request), path))) ?? 'missing'
}
