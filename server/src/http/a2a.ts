import type { FastifyRequest } from 'fastify'
import { fail } from '../failure.ts'

/** Patch numbers do not matter to A2A; a missing version means 0.3, which is not served here. */
export function requireA2aVersion(request: FastifyRequest, assumed: string | undefined): void {
  const sent = header(request) ?? parameter(request) ?? assumed ?? '0.3'
  if (/^1\.0(\.\d+)?$/.test(sent)) return
  fail(
    'version-not-supported',
    `A2A version ${sent.slice(0, 20)} is not served here; 1.0 is.`,
    'Send the header "A2A-Version: 1.0".',
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
