import type { FastifyInstance } from 'fastify'
import { second } from '../../../lib/clock.ts'
import { serviceName } from './methods.ts'
import type { GrpcReply } from './grpc-reply.ts'
import { decode } from './protobuf/decode.ts'
import { encode } from './protobuf/encode.ts'
import { protocolError } from './protocol-error.ts'
import { HealthCheckRequest, HealthCheckResponse } from './schema/health.ts'
import { protocolStatus } from './status.ts'

export const healthService = 'grpc.health.v1.Health'

type ServingStatus = 'SERVING' | 'NOT_SERVING' | 'SERVICE_UNKNOWN'

interface Health {
  check(request: Buffer): Promise<Buffer>
  /** Sends the status now and after each change. `register` takes a slot, whose end is that of the server. */
  watch(request: Buffer, response: GrpcReply, register: (end: () => void) => void): void
}

/** The readiness of the node, the same that load balancers read over HTTP. */
export function createHealth(app: FastifyInstance): Health {
  const watchers = new Set<(status: ServingStatus) => void>()
  let isPolling = false

  const read = async (): Promise<ServingStatus> => {
    const statusCode = await app.inject({ url: '/api/ready' }).then(
      (response) => response.statusCode,
      () => 503,
    )
    return statusCode === 200 ? 'SERVING' : 'NOT_SERVING'
  }
  /** One poll for all watchers. */
  const poll = async () => {
    const status = await read()
    for (const notify of watchers) notify(status)
    isPolling = watchers.size > 0
    if (isPolling) schedule()
  }
  const schedule = () => void setTimeout(() => void poll(), second).unref()

  return {
    check: async (request) => {
      if (!isKnown(request)) throw protocolError('NOT_FOUND', 'Unknown service.')
      return encode(HealthCheckResponse, { status: await read() })
    },
    watch: (request, response, register) => {
      const known = isKnown(request)
      let sent: ServingStatus | undefined
      let isBlocked = false
      const send = (status: ServingStatus) => {
        if (status === sent || isBlocked) return
        sent = status
        isBlocked = !response.write(encode(HealthCheckResponse, { status }))
        if (isBlocked) response.onDrain(() => (isBlocked = false))
      }
      register(() => {
        if (sent === 'SERVING') send('NOT_SERVING')
        response.finish(protocolStatus('UNAVAILABLE', 'The server stops. Watch another node.'))
      })
      // Now, because Fastify replies for a handler that returns before it has taken the response over.
      response.start()
      // The protocol keeps the stream of an unknown service open, because it could become known.
      if (!known) return send('SERVICE_UNKNOWN')
      watchers.add(send)
      response.onClose(() => watchers.delete(send))
      void read().then(send)
      if (isPolling) return
      isPolling = true
      schedule()
    },
  }
}

function isKnown(request: Buffer): boolean {
  const { service = '' } = decode(HealthCheckRequest, request)
  return service === '' || service === serviceName
}
