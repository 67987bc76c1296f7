import { enumeration, message, string } from '../protobuf/schema.ts'

const name = (of: string) => `grpc.health.v1.${of}`

export const HealthCheckRequest = message(name('HealthCheckRequest'), { service: string(1) })

export const HealthCheckResponse = message(name('HealthCheckResponse'), {
  status: enumeration(
    {
      name: name('HealthCheckResponse.ServingStatus'),
      values: ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'],
    },
    1,
  ),
})
