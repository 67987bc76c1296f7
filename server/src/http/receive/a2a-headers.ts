import type { FastifyReply, FastifyRequest } from 'fastify'
import { marketplaceExtension } from 'souk-contract'
import type { Config } from '../../config/config.ts'
import { fail } from '../../failure.ts'

/** Negotiates version, extensions and media type of an A2A call by its headers. */
export function negotiateA2a(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  requireA2aVersion(request, config.a2aAssumeVersion)
  negotiateExtensions(request, reply, 'a2a-extensions')
  if (wantsA2aJson(request)) reply.type('application/a2a+json; charset=utf-8')
}

/** Confirms the marketplace extension if the header of the request names it. */
export function negotiateExtensions(
  request: FastifyRequest,
  reply: FastifyReply,
  name: 'a2a-extensions' | 'x-a2a-extensions',
): void {
  const uris = String(request.headers[name] ?? '').split(',')
  if (uris.some((uri) => uri.trim() === marketplaceExtension)) reply.header(name, marketplaceExtension)
}

/** The A2A media type is used only for clients that do not accept plain JSON. */
export function wantsA2aJson({
  headers: { accept = '', 'content-type': sent = '' },
}: FastifyRequest): boolean {
  if (/application\/(json|\*)/i.test(accept)) return false
  return a2aJson.test(accept.includes('*/*') ? sent : accept)
}

const a2aJson = /application\/a2a\+json/i

/** A2A ignores patch versions. A missing version means 0.3, which only JSON-RPC serves, by its own method names. */
function requireA2aVersion(request: FastifyRequest, defaultVersion: string | undefined): void {
  const sent = header(request) ?? parameter(request) ?? defaultVersion ?? '0.3'
  if (/^1\.0(\.\d+)?$/.test(sent)) return
  fail(
    'version-not-supported',
    `A2A version ${sent.slice(0, 20)} is not supported by this operation, which belongs to version 1.0.`,
    'Send the header "A2A-Version: 1.0". Clients of A2A 0.3 use JSON-RPC.',
  )
}

function header(request: FastifyRequest): string | undefined {
  const value = request.headers['a2a-version']
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function parameter(request: FastifyRequest): string | undefined {
  const value = new URLSearchParams(request.url.split('?')[1] ?? '').get('A2A-Version')
  return value === null || value === '' ? undefined : value
}
