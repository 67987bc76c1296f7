import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { TaskSubscriptions } from '../../tasks/live/task-subscriptions.ts'
import type { RateLimits } from '../receive/rate-limit.ts'
import { registerGrpc } from './grpc/register.ts'
import { registerJsonRpc } from './json-rpc/register.ts'
import { registerServerCards } from './mcp/register-cards.ts'
import { registerMcp } from './mcp/register.ts'
import { registerCardsV03 } from './v0-3/register-cards.ts'

/** Registers the other protocols that call the operations of HTTP+JSON. */
export function registerBindings(
  app: FastifyInstance,
  context: Context,
  limits: RateLimits,
  subscriptions: TaskSubscriptions,
): void {
  registerJsonRpc(app, context, limits)
  registerCardsV03(app)
  registerGrpc(app, context, limits)
  registerMcp(app, context, limits, subscriptions)
  registerServerCards(app, context)
}
