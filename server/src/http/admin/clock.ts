import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import { Type, type Static } from 'typebox'
import { day, type ManualClock } from '../../lib/clock.ts'

const yearsMax = 10

/** Time only goes on: what has happened is in the past of everything that was stored. */
const body = Type.Object(
  { advanceMs: Type.Integer({ minimum: 0, maximum: yearsMax * 366 * day }) },
  { additionalProperties: false },
)

interface Asked {
  Body: Static<typeof body>
}

/** Shows and moves the manual clock; with the system clock these routes do not exist. */
export function registerClockRoutes(
  app: FastifyInstance,
  clock: ManualClock,
  guarded: Pick<RouteShorthandOptions, 'config' | 'onRequest'>,
): void {
  const time = () => ({ success: true, data: { now: clock.now().toISOString() } })
  app.get('/api/admin/clock', guarded, async () => time())
  app.post<Asked>('/api/admin/clock', { ...guarded, schema: { body } }, async (request) => {
    clock.advance(request.body.advanceMs)
    return time()
  })
}
