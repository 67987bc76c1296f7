import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, route } from '../route.ts'
import { time } from '../shapes/common.ts'

const yearsMax = 10
const dayMs = 24 * 60 * 60 * 1000
const reply = Type.Object({ now: time('Time of the marketplace.') })

/** Registered only while the server runs with a manual clock. */
export const clock = {
  getClock: route({
    method: 'GET',
    path: '/admin/clock',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    reply,
    errors: [],
    summary: 'Retrieve the time of the manual clock',
    description:
      'Returns the time of the marketplace. Exists only if the server was started with `CLOCK=manual`.',
    example: {},
  }),
  advanceClock: route({
    method: 'POST',
    path: '/admin/clock',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.maintain,
    body: Type.Object(
      {
        advanceMs: Type.Integer({
          minimum: 0,
          maximum: yearsMax * 366 * dayMs,
          description: 'Milliseconds to advance the clock by. Time never goes backwards.',
        }),
      },
      closed,
    ),
    reply,
    errors: [],
    summary: 'Advance the manual clock',
    description:
      'Moves the time of the marketplace forward, so that deadlines pass in tests. Exists only if the server was started with `CLOCK=manual`.',
    example: { body: { advanceMs: 3_600_000 } },
  }),
}
