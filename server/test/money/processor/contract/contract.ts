import { afterAll, beforeAll, describe, it } from 'vitest'
import { fail } from '../../../fixtures/fail.ts'
import type { Abilities, Bench, Cases } from './processor-fixture.ts'
import { describeEvents } from './events.ts'
import { describePayments } from './payments.ts'
import { describePayouts } from './payouts.ts'
import { describePayoutRefusals } from './refusals.ts'
import { describeRefunds } from './refunds.ts'
import { describeSessions } from './sessions.ts'

/** Contract tests that every processor implementation must pass. */
export function describeProcessor(name: string, start: () => Promise<Bench>, can: Abilities): void {
  describe(name, () => {
    let bench: Bench | undefined
    beforeAll(async () => {
      bench = await start()
    })
    afterAll(() => bench?.stop())
    const running = () => bench ?? fail('the processor has not started')
    const cases: Cases = {
      bench: running,
      processor: () => running().processor,
      onPages: it.runIf(can.pages),
      withFaults: it.runIf(can.faults && can.pages),
      withEvents: it.runIf(can.events && can.pages),
    }
    describeSessions(cases)
    describePayments(cases)
    describeRefunds(cases)
    describePayouts(cases)
    describePayoutRefusals(cases)
    describeEvents(cases)
  })
}
