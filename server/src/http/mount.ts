import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route, Surface } from 'souk-contract'
import { Type } from 'typebox'
import type { Operations } from '../approvals/operations.ts'
import type { Caller, CallerFor } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Handler, Handlers } from '../operation.ts'
import { requireA2aVersion } from './a2a.ts'
import { identify } from './caller.ts'
import { requireStorableTexts } from './json.ts'
import { routerPath } from './paths.ts'
import type { RateLimits } from './rate-limits.ts'
import { openStream } from './open-stream.ts'
import { gather, run, storedOperation } from './run.ts'
import { sendCsv, wantsCsv } from './csv.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string
    surface?: Surface
    /** Asked for by machines all the time; logged only when somebody debugs. */
    quiet?: boolean
  }
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyInstance {
    /** Grows with every group that is mounted, so that no operation can be forgotten when an approval is carried out. */
    operations: Operations
  }
}

export const basePaths: Record<Surface, string> = { platform: '/api', a2a: '/api/a2a/v1' }

const quiet = new Set(['getHealth', 'getReady'])

/** Puts every route of a group on the air, as its contract says. */
export function mountGroup<G extends Record<string, Route>>(
  app: FastifyInstance,
  context: Context,
  limits: RateLimits,
  group: G,
  handlers: Handlers<G>,
): void {
  for (const operation in group) {
    mount(app, context, limits, operation, group[operation], handlers[operation])
  }
}

function mount<R extends Route>(
  app: FastifyInstance,
  context: Context,
  limits: RateLimits,
  operation: string,
  route: R,
  handler: Handler<R>,
): void {
  if (handler.kind === 'write' || handler.kind === 'staged') {
    app.operations.set(operation, storedOperation(context, route, handler))
  }
  app.route({
    method: route.method,
    url: basePaths[route.surface] + routerPath(route.path),
    config: { operation, surface: route.surface, quiet: quiet.has(operation) },
    schema: {
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.query === undefined ? {} : { querystring: route.query }),
      ...(route.body === undefined ? {} : { body: route.body }),
      ...(handler.kind === 'live' ? {} : { response: { 200: answerSchema(route) } }),
    },
    onRequest: async (request, reply) => {
      if (route.surface === 'a2a') requireA2aVersion(request, context.config.a2aAssumeVersion)
      request.caller = await admit(context, limits, route, request, reply)
    },
    preValidation: async (request) => {
      requireStorableTexts(request.params)
      requireStorableTexts(request.query)
    },
    handler: async (request, reply) => {
      const caller = request.caller as CallerFor<R['auth']>
      await limits.countOperation(operation, caller, request.body)
      if (handler.kind === 'live') {
        const given = gather<R>(context, route, request, operation)
        return openStream(context, limits, handler, { caller, given }, request, reply)
      }
      const { answer, replayed } = await run(context, operation, route, handler, caller, request)
      if (replayed) reply.header('idempotent-replayed', 'true')
      if (route.csv === true && wantsCsv(request)) return sendCsv(reply, answer)
      return route.surface === 'platform' ? { success: true, data: answer } : answer
    },
  })
}

function answerSchema(route: Route) {
  return route.surface === 'a2a'
    ? route.reply
    : Type.Object({ success: Type.Literal(true), data: route.reply })
}

/** A call without a good token counts against its address, any other against its own session or key. */
async function admit(
  context: Context,
  limits: RateLimits,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const stranger: Caller = {
    kind: 'stranger',
    requestId: request.id,
    ip: request.ip,
    userAgent: null,
    idempotencyKey: null,
  }
  const caller = await identify(context, route, request).catch((error: unknown) => {
    reply.headers(limits.count(stranger))
    throw error
  })
  reply.headers(limits.count(caller))
  return caller
}
