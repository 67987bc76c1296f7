import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { AnyCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import type { ByteRange, RangedFile } from '../../download.ts'
import type { Exchange } from '../bindings/exchange.ts'
import { answerRange } from '../receive/byte-ranges.ts'
import { fileHeaders } from '../reply/reply.ts'
import { onDisconnect } from './on-disconnect.ts'
import { watchAuthority } from './watch-authority.ts'

type Find = (reader: Reader, caller: AnyCaller) => Promise<RangedFile>

/** Caches revalidate after an hour, so that a removed image disappears. */
const publicHeaders = {
  'cache-control': 'public, max-age=3600, must-revalidate',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Sends a file or a range of it. A download in progress ends when its caller loses access. */
export async function sendRange(
  { context, limits, route, caller, request, reply }: Exchange,
  find: Find,
): Promise<unknown> {
  const file = await context.store.read((reader) => find(reader, caller))
  const { size, etag, mediaType } = file
  const answer = answerRange(request.headers, file)
  if (answer.kind === 'unsatisfiable') {
    reply.headers({ 'accept-ranges': 'bytes', 'content-range': `bytes */${size}` })
    throw new Failure('range-not-satisfiable', `The file has only ${size} bytes.`)
  }
  const range: ByteRange = answer.kind === 'part' ? answer.range : { start: 0, end: size }
  const removeFileHeaders = addHeaders(reply, {
    ...fileHeaders(file),
    ...(file.isPublic === true ? publicHeaders : {}),
    etag,
    'accept-ranges': 'bytes',
    ...(answer.kind === 'part' ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${size}` } : {}),
  })
  if (answer.kind === 'unchanged') return reply.code(304).send()
  if (answer.kind === 'part') reply.code(206)
  const body = Readable.from(file.open(context.ports, range), { objectMode: false })
  const watch = watchAuthority(context, limits.streams, {
    route,
    caller,
    request,
    authorize: find,
    // The reason becomes the response if no byte has been sent yet.
    end: (reason) => body.destroy(reason),
  })
  onDisconnect(reply, watch.stop)
  body.once('error', (error) => {
    if (!reply.raw.headersSent) removeFileHeaders()
    if (!(error instanceof Failure))
      context.log.error({ error: error.message, url: request.url }, 'download failed')
  })
  return reply
    .header('content-length', range.end - range.start)
    .type(mediaType)
    .send(body)
}

/** The returned function restores the previous headers, for an error response. */
function addHeaders(reply: FastifyReply, headers: Readonly<Record<string, string>>): () => void {
  const previous = reply.getHeaders()
  reply.headers(headers)
  return () => {
    for (const name of Object.keys(headers)) reply.removeHeader(name)
    reply.headers(previous)
  }
}
