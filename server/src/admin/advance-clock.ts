import type { AdminContract } from 'souk-contract'
import type { ManualClock } from '../lib/clock.ts'
import type { Operation } from '../operation.ts'

type Routes = AdminContract['clock']

/** Advances only this node: a manual clock belongs to a test marketplace with one node. */
export const advanceClock =
  (clock: ManualClock): Operation<Routes['advanceClock']> =>
  async (_tx, _caller, { advanceMs }) => {
    clock.advance(advanceMs)
    return { now: clock.now().toISOString() }
  }
