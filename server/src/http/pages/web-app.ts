import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { builtInBrand, type BrandSettings } from './brand-page.ts'
import { hasDescription, type PageDescription } from './describe-page.ts'
import { pageLocale } from './page-language.ts'
import { createWebPages, etagOf, type WebFile } from './web-pages.ts'

/** The built web app, served from memory. */
interface WebApp {
  /** Serves a file or page of the app; undefined if the path is not one of the app. */
  serve(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> | undefined
}

/** Finds the description of a page; 'missing' if its object does not exist, undefined if the page has none. */
type FindDescription = (
  request: FastifyRequest,
  path: string,
) => Promise<PageDescription | 'missing' | undefined>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Allows scripts, styles and images only of this origin, so that user content can never become a script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  'media-src blob:',
  // Only for PDF: documents of blobs inherit this policy.
  'frame-src blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

interface WebAppOptions {
  readonly findDescription?: FindDescription
  /** Origin and policy, whose brand the pages show. */
  readonly settings?: BrandSettings
  /** Whether pages for developers are served. */
  readonly developer?: boolean
}

/** Without a folder, or without a built app in it, the server serves only the API. */
export function loadWebApp(folder: string | undefined, options: WebAppOptions = {}): WebApp | undefined {
  if (folder === undefined) return undefined
  const { findDescription, settings = builtInBrand, developer = false } = options
  const files = filesIn(folder)
  const built = files.get('/index.html')
  if (built === undefined) return undefined
  const pages = createWebPages(built, settings)
  // Compressed at the start, not during the first request.
  pages()
  const paths: Paths = JSON.parse(readFileSync(join(folder, 'paths.json'), 'utf8'))
  const isPage = matcherOf(paths.pages)
  const redirectOf = redirectorOf(paths.redirects)
  return {
    serve: (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
      const path = request.url.split('?')[0] ?? '/'
      const file = files.get(path)
      if (file !== undefined && path !== '/index.html') return send(request, reply, file, path)
      if (!isForPeople(path) && !(developer && isPage(path))) return undefined
      const target = redirectOf(path)
      if (target !== undefined) return reply.redirect(target + request.url.slice(path.length))
      const locale = pageLocale(request.headers)
      const page = pages().page(locale, path)
      const { accept = '*/*' } = request.headers
      if (isPage(path)) {
        if (!/text\/html|\*\/\*/.test(accept)) return undefined
        if (findDescription === undefined || !hasDescription(path)) return send(request, reply, page, '/')
        return findDescription(request, path).then((found) => {
          if (found === undefined) return send(request, reply, page, '/')
          const status = found === 'missing' ? reply.code(404) : reply
          return send(request, status, pages().described(locale, found), '/')
        })
      }
      // The app renders its not-found page.
      return accept.includes('text/html') ? send(request, reply.code(404), page, '/') : undefined
    },
  }
}

function isForPeople(path: string): boolean {
  return !/^\/(api|dev|metrics|sandbox|assets|\.well-known)(\/|$)/.test(path)
}

/** Paths of the app, as its build lists them. */
interface Paths {
  readonly pages: readonly string[]
  readonly redirects: readonly (readonly [from: string, to: string])[]
}

/** Whether the app has a page at a path. */
function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const pages = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`))
  return (path) => pages.some((pattern) => pattern.test(path))
}

/** The page behind an alias. A parameter of the path can only be a handle, so the target stays on this origin. */
function redirectorOf(redirects: Paths['redirects']): (path: string) => string | undefined {
  const rules = redirects.map(([from, to]) => ({
    pattern: new RegExp(`^${from.replaceAll(/:(\w+)/g, '(?<$1>[\\w-]+)')}/?$`),
    to,
  }))
  return (path) => {
    for (const { pattern, to } of rules) {
      const match = pattern.exec(path)
      if (match !== null) return to.replaceAll(/:(\w+)/g, (_, name: string) => match.groups?.[name] ?? '')
    }
    return undefined
  }
}

function send(request: FastifyRequest, reply: FastifyReply, file: WebFile, path: string): FastifyReply {
  // Asset names contain a hash of their content, so they can be cached forever.
  const isImmutable = path.startsWith('/assets/')
  reply.headers({
    etag: file.etag,
    vary: isImmutable ? 'accept-encoding' : 'accept, accept-encoding, accept-language, cookie',
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': policy,
  })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === file.etag)
    return reply.code(304).send()
  const { encoding, bytes } = encodedFor(request, file)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(file.type).send(bytes)
}

function encodedFor({ headers }: FastifyRequest, { encodings }: WebFile) {
  const accepted = headers['accept-encoding'] ?? ''
  for (const encoding of ['br', 'gzip'] as const) {
    const bytes = encodings[encoding]
    if (bytes !== undefined && new RegExp(`\\b${encoding}\\b`).test(accepted)) return { encoding, bytes }
  }
  return { encoding: 'identity', bytes: encodings.identity }
}

function filesIn(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>()
  const entries = new Set(listed(folder))
  for (const entry of entries) {
    const type = types[extname(entry)]
    if (type === undefined) continue
    const identity = readFileSync(join(folder, entry))
    const etag = etagOf(identity)
    const compressed = (ending: string) =>
      entries.has(`${entry}${ending}`) ? readFileSync(join(folder, `${entry}${ending}`)) : undefined
    const [br, gzip] = [compressed('.br'), compressed('.gz')]
    const encodings = { identity, ...(br && { br }), ...(gzip && { gzip }) }
    files.set(`/${entry.split(sep).join('/')}`, { type, etag, encodings })
  }
  return files
}

/** Without a built app, the server serves only the API. */
function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}
