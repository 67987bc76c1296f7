import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { RateLimits } from '../receive/rate-limit.ts'
import { registerOauthEndpoints } from './endpoints.ts'
import { registerOauthMetadata } from './metadata.ts'

/** Registers the authorization server. Its consent page belongs to the web app, its operations to the contract. */
export function registerOauth(app: FastifyInstance, context: Context, limits: RateLimits): void {
  registerOauthMetadata(app, context)
  registerOauthEndpoints(app, context, limits)
}
