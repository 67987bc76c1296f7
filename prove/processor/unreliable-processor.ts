/** The line to the processor, on which everything can go wrong that goes wrong between two companies. */
import { ProcessorUnavailable } from '../../server/src/money/processor/errors.ts'
import type { PaymentProcessor } from '../../server/src/money/processor/processor.ts'
import { createSandboxProcessor } from '../../server/src/money/processor/sandbox/processor.ts'
import { fail, startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import type { Config } from '../../server/src/config.ts'
import { lying, type Lie } from './misbehaving-processor.ts'

export type Trouble =
  /** The call does not get there. */
  | 'unreachable'
  /** The processor does it, and its answer does not get back. */
  | 'answer lost'
  /** A node that asked long ago has slept since, and acts upon what was true then. */
  | 'old answer'
  /** This node dies while it asks, before or after the processor has done it. */
  | 'death before'
  | 'death after'

export interface Line {
  /** What the next call suffers. */
  trouble: () => Trouble | undefined
  /** How often each was suffered. */
  readonly suffered: Map<Trouble, number>
  /** Runs something until it ends, or until its node dies in the middle of it. */
  outlive<T>(run: () => Promise<T>): Promise<T | undefined>
}

export const well = () => undefined

/** A whole Souk whose sandbox is at the other end of such a line. */
export async function startSoukOnLine(
  overrides: Partial<Config>,
  lie: Lie = {},
): Promise<{ souk: Souk; line: Line }> {
  let real: PaymentProcessor | undefined
  const { line, processor } = openLine(() => real ?? fail('nobody is at the other end yet'))
  const souk = await startSouk(overrides, async () => lying(processor, lie))
  real = createSandboxProcessor(souk.context)
  return { souk, line }
}

function openLine(real: () => PaymentProcessor): { line: Line; processor: PaymentProcessor } {
  let die: () => void = () => undefined
  const line: Line = {
    trouble: well,
    suffered: new Map(),
    outlive: (run) =>
      Promise.race([
        run(),
        new Promise<undefined>((resolve) => {
          die = () => resolve(undefined)
        }),
      ]),
  }
  const ask: Ask = async (call, known) => {
    const trouble = line.trouble()
    if (trouble !== undefined) line.suffered.set(trouble, (line.suffered.get(trouble) ?? 0) + 1)
    if (trouble === undefined) return call()
    if (trouble === 'old answer') return known?.() ?? call()
    if (trouble === 'unreachable') throw new ProcessorUnavailable('nobody answers')
    if (trouble !== 'death before') await call()
    if (trouble === 'answer lost') throw new ProcessorUnavailable('the answer was lost')
    die()
    return new Promise<never>(() => undefined)
  }
  return { line, processor: onLine(real, ask) }
}

/** Makes a call as the line allows; `known` is what was answered to it before. */
type Ask = <T>(call: () => Promise<T>, known?: () => T | undefined) => Promise<T>

/** Asks how something stands, and remembers the first answer. */
function looking<In, Out>(ask: Ask, fetch: (input: In) => Promise<Out>): (input: In) => Promise<Out> {
  const known = new Map<string, Out>()
  return async (input) => {
    const name = JSON.stringify(input)
    const answer = await ask(
      () => fetch(input),
      () => known.get(name),
    )
    if (!known.has(name)) known.set(name, answer)
    return answer
  }
}

/** Every call of the processor, made through `ask`. */
function onLine(real: () => PaymentProcessor, ask: Ask): PaymentProcessor {
  return {
    name: 'sandbox',
    book: 'sandbox',
    ensureCustomer: (input) => ask(() => real().ensureCustomer(input)),
    createTopupSession: (input) => ask(() => real().createTopupSession(input)),
    createSetupSession: (input) => ask(() => real().createSetupSession(input)),
    chargeSavedMethod: (input) => ask(() => real().chargeSavedMethod(input)),
    removeMethod: (input) => ask(() => real().removeMethod(input)),
    refund: (input) => ask(() => real().refund(input)),
    createPayoutAccount: (input) => ask(() => real().createPayoutAccount(input)),
    createOnboardingLink: (input) => ask(() => real().createOnboardingLink(input)),
    sendTransfer: (input) => ask(() => real().sendTransfer(input)),
    reverseTransfer: (input) => ask(() => real().reverseTransfer(input)),
    sendBankPayout: (input) => ask(() => real().sendBankPayout(input)),
    fetchPayment: looking(ask, (lookup) => real().fetchPayment(lookup)),
    fetchSetup: looking(ask, (lookup) => real().fetchSetup(lookup)),
    fetchMethod: looking(ask, (ref) => real().fetchMethod(ref)),
    fetchRefund: looking(ask, (lookup) => real().fetchRefund(lookup)),
    fetchDispute: looking(ask, (ref) => real().fetchDispute(ref)),
    fetchPayoutAccount: looking(ask, (ref) => real().fetchPayoutAccount(ref)),
    fetchTransfer: looking(ask, (lookup) => real().fetchTransfer(lookup)),
    fetchArrival: looking(ask, (lookup) => real().fetchArrival(lookup)),
    fetchBankPayout: looking(ask, (lookup) => real().fetchBankPayout(lookup)),
    fetchBalance: looking(ask, (currency) => real().fetchBalance(currency)),
    verifyEvents: (rawBody, headers) => real().verifyEvents(rawBody, headers),
    inspect: (input) => real().inspect(input),
    listBalanceTransactions: (input) => real().listBalanceTransactions(input),
  }
}
