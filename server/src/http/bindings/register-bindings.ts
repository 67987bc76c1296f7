import type { FastifyInstance } from 'fastify'
import type { TaskSubscriptions } from '../../tasks/live/task-subscriptions.ts'
import type { HttpParts } from '../operation-registry.ts'
import { registerGrpc } from './grpc/register.ts'
import { registerJsonRpc } from './json-rpc/register.ts'
import { registerServerCards } from './mcp/register-cards.ts'
import { registerMcp } from './mcp/register.ts'
import { registerCardsV03 } from './v0-3/register-cards.ts'

/** Registers the other protocols that call the operations of HTTP+JSON. */
export function registerBindings(
  app: FastifyInstance,
  parts: HttpParts,
  subscriptions: TaskSubscriptions,
): void {
  registerJsonRpc(app, parts)
  registerCardsV03(app, parts.registry)
  registerGrpc(app, parts)
  registerMcp(app, parts, subscriptions)
  registerServerCards(app, parts.context)
}
