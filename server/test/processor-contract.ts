import { afterAll, beforeAll, describe, it } from 'vitest'
import { fail } from './harness.ts'
import type { Abilities, Bench, Cases } from './processor-bench.ts'
import { describeEvents } from './processor-contract-events.ts'
import { describePayments } from './processor-contract-payments.ts'
import { describePayouts } from './processor-contract-payouts.ts'
import { describePayoutRefusals } from './processor-contract-refusals.ts'
import { describeRefunds } from './processor-contract-refunds.ts'
import { describeSessions } from './processor-contract-sessions.ts'

/** What every processor must do, whoever it is. */
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
