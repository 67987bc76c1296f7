import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isEnveloped, type Route } from 'souk-contract'
import { sha256 } from '../../lib/secrets.ts'
import type { Dated, Download } from '../../operation.ts'
import { sendCsv, wantsCsv } from './csv.ts'

/** An answer in the form its route promises. */
export function sendAnswer(
  route: Route,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (route.csv === true && wantsCsv(request)) return sendCsv(reply, answer)
  if (isFile(answer)) return sendFile(answer, reply)
  if (route.cache !== undefined && isDated(answer)) return sendDated(route.cache, answer, request, reply)
  return isEnveloped(route) ? { success: true, data: answer } : answer
}

function isFile(answer: unknown): answer is Download {
  return isRecord(answer) && isRecord(answer['bytes']) && Symbol.asyncIterator in answer['bytes']
}

function isDated(answer: unknown): answer is Dated<Record<string, unknown>> {
  return isRecord(answer) && answer['changedAt'] instanceof Date
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The text of an answer, with the fields of its route and no other. */
export function serialized(reply: FastifyReply, value: unknown): string {
  const text = isRecord(value) ? reply.serialize(value) : undefined
  return typeof text === 'string' ? text : JSON.stringify(value)
}

/** Somebody else's bytes: never shown by a browser under our name, only saved. */
function sendFile({ name, mediaType, size, bytes }: Download, reply: FastifyReply): FastifyReply {
  return reply
    .headers({
      'content-length': size,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    .type(mediaType)
    .send(Readable.from(bytes))
}

const maxAgeSeconds = 60

function sendDated(
  cache: 'public' | 'private',
  { content, changedAt }: Dated<Record<string, unknown>>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const body = serialized(reply, content)
  const etag = `"${sha256(body).toString('base64url').slice(0, 27)}"`
  reply.headers({
    etag,
    'last-modified': changedAt.toUTCString(),
    'cache-control': `${cache}, max-age=${cache === 'public' ? maxAgeSeconds : 0}, must-revalidate`,
  })
  if (isUnchanged(request, etag, changedAt)) return reply.code(304).send()
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  return reply.send(body)
}

/** A tag says more than a time, so a time counts only where no tag was sent. */
function isUnchanged({ headers }: FastifyRequest, etag: string, changedAt: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(changedAt.getTime() / 1000) * 1000 <= since
}
