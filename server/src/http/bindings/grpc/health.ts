import type { FastifyInstance } from 'fastify'
import { decode } from './protobuf/decode.ts'
import { encode } from './protobuf/encode.ts'
import { serviceName } from './methods.ts'
import { protocolError } from './protocol-error.ts'
import { HealthCheckRequest, HealthCheckResponse } from './schema/health.ts'

export const healthService = 'grpc.health.v1.Health'

/** The readiness of the node, as load balancers ask for it by HTTP. */
export async function checkHealth(app: FastifyInstance, request: Buffer): Promise<Buffer> {
  const { service = '' } = decode(HealthCheckRequest, request)
  if (service !== '' && service !== serviceName) throw protocolError('NOT_FOUND', 'Unknown service.')
  const { statusCode } = await app.inject({ url: '/api/ready' })
  return encode(HealthCheckResponse, { status: statusCode === 200 ? 'SERVING' : 'NOT_SERVING' })
}
