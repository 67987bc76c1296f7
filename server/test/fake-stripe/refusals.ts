import type { StoppedStep } from '../../src/money/processor/sandbox/instruments.ts'
import { FakeError, invalid } from './errors.ts'
import type { State } from './state.ts'

/** An answer of Stripe's to one kind of call, given to the next calls instead of doing what they ask. */
export interface PlannedRefusal {
  readonly step: StoppedStep
  readonly status: number
  readonly error: { readonly type: string; readonly code?: string; readonly message: string }
  times: number
}

/** Refuses what a test has planned, or what the test bank of the account refuses at first. */
export function refuseAsPlanned(
  state: State,
  { step, account, id }: { step: StoppedStep; account: string; id: string | undefined },
): void {
  const planned = state.refusals.find((refusal) => refusal.step === step && refusal.times > 0)
  if (planned !== undefined) {
    planned.times--
    throw new FakeError(planned.status, { ...planned.error })
  }
  const stop = state.banks.get(account)?.stops
  if (stop?.step !== step) return
  const name = `${step} ${account} ${id ?? ''}`
  const refused = state.stopped.get(name) ?? 0
  if (refused >= stop.attempts) return
  state.stopped.set(name, refused + 1)
  throw invalid(stop.refusal.message, { code: stop.refusal.code })
}
