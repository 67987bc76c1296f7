import type { FastifyReply } from 'fastify'

type Directives = Readonly<Record<string, string>>

/** Pages load nothing but their stylesheet and fonts, and send nothing. */
const directives: Directives = {
  'default-src': "'none'",
  'style-src': "'self'",
  'font-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
}

/** Sends a page that the server has rendered. `allowed` relaxes its content security policy. */
export function sendPage(reply: FastifyReply, text: string | Buffer, allowed: Directives = {}): FastifyReply {
  const policy = Object.entries({ ...directives, ...allowed }).map(([name, source]) => `${name} ${source}`)
  return reply
    .header('content-security-policy', policy.join('; '))
    .type('text/html; charset=utf-8')
    .send(text)
}
