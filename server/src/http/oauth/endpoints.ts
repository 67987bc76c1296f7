/** The OAuth endpoints that clients call: token, revocation, registration, device authorization. Errors have the form of RFC 6749, section 5.2. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorKinds } from 'souk-contract'
import type { Context } from '../../context.ts'
import type { Failure } from '../../failure.ts'
import { authorizeDevice } from '../../resources/oauth/device/authorize-device.ts'
import { oauthPaths } from '../../resources/oauth/authorization-server.ts'
import { OauthRefusal } from '../../resources/oauth/refusal.ts'
import { registerClient } from '../../resources/oauth/clients/register-client.ts'
import { revokeToken } from '../../resources/oauth/tokens/revoke-token.ts'
import { originOf } from '../receive/caller.ts'
import { parseJson } from '../receive/json.ts'
import type { RateLimits } from '../receive/rate-limit.ts'
import { logFault } from '../reply/error-handler.ts'
import { toFailure } from '../reply/failures.ts'
import { allowAnyOrigin } from './any-origin.ts'
import { issueToken } from './issue-token.ts'
import { parameter, parseForm, requireParameter, type Form } from './form.ts'

/** Runs a call with the parameters of its form. */
type Endpoint = (form: Form, request: FastifyRequest) => Promise<object | OauthRefusal>

const bodyBytesMax = 16 * 1024

export function registerOauthEndpoints(app: FastifyInstance, context: Context, limits: RateLimits): void {
  const { store } = context
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => parseForm(body.toString('utf8')),
    )
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
    scope.setErrorHandler((error, request, reply) => sendError(context, error, request, reply))
    const post = (path: string, operation: string, run: Endpoint, addsData = true) => {
      const config = { operation, surface: 'platform' as const, addsData }
      scope.options(path, { config: { ...config, quiet: true, addsData: false } }, async (_request, reply) =>
        allowAnyOrigin(reply).code(204).send(),
      )
      scope.post(path, { config, bodyLimit: bodyBytesMax }, async (request, reply) => {
        const caller = strangerOf(request)
        reply.headers(limits.count(caller))
        await limits.countOperation(operation, caller, request.body)
        const result = await run(formOf(request), request)
        if (result instanceof OauthRefusal) throw result
        const created = operation === 'registerClient'
        return allowAnyOrigin(reply)
          .code(created ? 201 : 200)
          .header('pragma', 'no-cache')
          .send(result)
      })
    }
    post(oauthPaths.token, 'issueToken', (form) => issueToken(context, form))
    post(
      oauthPaths.revoke,
      'revokeToken',
      async (form) => {
        const token = requireParameter(form, 'token')
        return (await store.write((tx) => revokeToken(tx, { token, clientId: form.get('client_id') }))) ?? {}
      },
      false,
    )
    post(oauthPaths.device, 'authorizeDevice', async (form, request) => {
      const clientId = requireParameter(form, 'client_id')
      const asked = { clientId, scope: parameter(form, 'scope'), resource: parameter(form, 'resource') }
      return store.write((tx) => authorizeDevice(tx, strangerOf(request), asked))
    })
    post(oauthPaths.register, 'registerClient', async (_form, request) => {
      const body = Buffer.isBuffer(request.body) ? parseJson(request.body) : undefined
      return store.write((tx) => registerClient(tx, strangerOf(request), body))
    })
  })
}

function strangerOf(request: FastifyRequest) {
  return { kind: 'stranger', ...originOf(request) } as const
}

function formOf({ body }: FastifyRequest): Form {
  return body instanceof Map ? body : new Map()
}

/** Never redirects. Faults of the server are logged and described without details. */
function sendError(
  context: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  allowAnyOrigin(reply)
  if (error instanceof OauthRefusal) {
    return reply
      .code(error.code === 'invalid_client' ? 401 : 400)
      .send({ error: error.code, error_description: error.message })
  }
  const failure = toFailure(error)
  logFault(context, request, failure, error)
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', String(failure.retryAfterSeconds))
  return reply
    .code(statusOf(failure))
    .send({ error: codes[failure.kind] ?? 'invalid_request', error_description: failure.message })
}

function statusOf({ kind }: Failure): number {
  const { status } = errorKinds[kind]
  return status >= 500 || status === 429 || status === 413 ? status : 400
}

const codes: Readonly<Partial<Record<Failure['kind'], string>>> = {
  'too-many-requests': 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  'storage-full': 'temporarily_unavailable',
  internal: 'server_error',
}
