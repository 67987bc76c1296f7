import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The built web app: a few small files, kept in memory with their compressed forms. */
export interface WebApp {
  /** Answers what the browser asks for; undefined when that is none of the app's business. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined
}

interface File {
  readonly type: string
  readonly etag: string
  readonly encodings: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Only what comes from here runs or is shown; nothing that somebody wrote can become a script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export function loadWebApp(folder: string): WebApp | undefined {
  const files = filesIn(folder)
  const page = files.get('/index.html')
  if (page === undefined) return undefined
  return {
    answer: (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
      const path = request.url.split('?')[0] ?? '/'
      const file = files.get(path)
      if (file !== undefined && path !== '/index.html') return send(request, reply, file, path)
      return isForPeople(request, path) ? send(request, reply, page, '/') : undefined
    },
  }
}

/** Any address that a person can type leads into the app, which knows what is there. */
function isForPeople({ headers }: FastifyRequest, path: string): boolean {
  const ours = !/^\/(api|dev|metrics|sandbox|assets|\.well-known)(\/|$)/.test(path)
  return ours && (path === '/' || headers.accept?.includes('text/html') === true)
}

function send(request: FastifyRequest, reply: FastifyReply, file: File, path: string): FastifyReply {
  // What the build names by its content never changes under that name.
  const lasting = path.startsWith('/assets/')
  reply.headers({
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': policy,
  })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const encoding = encodingFor(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(file.type).send(file.encodings[encoding])
}

function encodingFor({ headers }: FastifyRequest): keyof File['encodings'] {
  const accepted = headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

function filesIn(folder: string): Map<string, File> {
  const files = new Map<string, File>()
  for (const entry of listed(folder)) {
    const type = types[extname(entry)]
    if (type === undefined) continue
    const bytes = readFileSync(join(folder, entry))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
    const encodings = { identity: bytes, gzip: gzipSync(bytes), br: brotliCompressSync(bytes) }
    files.set(`/${entry.split(sep).join('/')}`, { type, etag, encodings })
  }
  return files
}

/** A server without the built app serves the API alone. */
function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}
