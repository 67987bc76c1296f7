import type { FastifyReply } from 'fastify'

/** Lets scripts of every origin read the response. Only for endpoints that ignore cookies. */
export function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'Content-Type, Authorization, MCP-Protocol-Version',
    'cross-origin-resource-policy': 'cross-origin',
  })
}
