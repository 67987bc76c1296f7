import type { FastifyReply, FastifyRequest } from 'fastify'
import { isEnveloped, type Route } from 'souk-contract'
import { sha256 } from '../../lib/secrets.ts'
import type { RangedFile } from '../../download.ts'
import type { Cacheable } from '../../operation.ts'
import { sendCsv, wantsCsv } from './csv.ts'

/** Sends the result of an operation in the form of its route. */
export function sendReply(
  route: Route,
  result: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (route.csv === true && wantsCsv(request)) return sendCsv(route, reply, result)
  if (route.cache !== undefined && isCacheable(result))
    return sendCacheable(route.cache, result, request, reply)
  return isEnveloped(route) ? { success: true, data: result } : result
}

export function isCacheable(result: unknown): result is Cacheable<Record<string, unknown>> {
  return isRecord(result) && result['changedAt'] instanceof Date
}

/** The result without the fields for HTTP caches. */
export function contentOf(result: unknown): unknown {
  return isCacheable(result) ? result.content : result
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Serializes with the reply schema of the route, which drops all other fields. */
export function serialize(reply: FastifyReply, value: unknown): string {
  const text = isRecord(value) ? reply.serialize(value) : undefined
  return typeof text === 'string' ? text : JSON.stringify(value)
}

/** Users supply the content, so browsers sandbox it and never run scripts in it on this origin. */
export function fileHeaders({ name, inline }: Pick<RangedFile, 'name' | 'inline'>) {
  return {
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  }
}

const maxAgeSeconds = 60

export function sendCacheable(
  cache: 'public' | 'private',
  { content, changedAt }: Cacheable<Record<string, unknown>>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const body = serialize(reply, content)
  const etag = etagOf(body)
  reply.headers({
    etag,
    'last-modified': changedAt.toUTCString(),
    'cache-control': `${cache}, max-age=${cache === 'public' ? maxAgeSeconds : 0}, must-revalidate`,
  })
  if (isUnchanged(request, etag, changedAt)) return reply.code(304).send()
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  return reply.send(body)
}

export function etagOf(body: string): string {
  return `"${sha256(body).toString('base64url').slice(0, 27)}"`
}

/** Whether the tags of an If-None-Match contain the current one. */
export function matchesTag(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}

/** If-None-Match takes precedence over If-Modified-Since (RFC 9110). */
function isUnchanged({ headers }: FastifyRequest, etag: string, changedAt: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return matchesTag(tags, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(changedAt.getTime() / 1000) * 1000 <= since
}
