/** The network link to the processor, with fault injection. */
import { ProcessorUnavailable } from '../../server/src/money/processor-errors.ts'
import type { PaymentProcessor } from '../../server/src/money/processor/processor.ts'
import { createSandboxProcessor } from '../../server/src/money/processor/sandbox/processor.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import type { Config } from '../../server/src/config/config.ts'
import { misbehaving, type Misbehavior } from './misbehaving-processor.ts'

export type LinkFault =
  /** The call does not reach the processor. */
  | 'unreachable'
  /** The processor executes the call, but its response is lost. */
  | 'response lost'
  /** The response is stale, as for a node that was suspended after its request. */
  | 'stale response'
  /** This node dies during the call, before or after the processor executes it. */
  | 'death before'
  | 'death after'

export interface ProcessorLink {
  /** The fault of the next call. */
  nextFault: () => LinkFault | undefined
  /** Number of injected faults by type. */
  readonly injected: Map<LinkFault, number>
  /** Resolves when `run` completes, or with undefined when its node dies. */
  runUntilDeath<T>(run: () => Promise<T>): Promise<T | undefined>
}

export const noFault = () => undefined

/** A Souk whose sandbox processor is behind such a link. */
export async function startSoukWithLink(
  overrides: Partial<Config>,
  misbehavior: Misbehavior = {},
): Promise<{ souk: Souk; link: ProcessorLink }> {
  let real: PaymentProcessor | undefined
  const { link, processor } = openLink(() => real ?? fail('the processor has not started'))
  const souk = await startSouk(overrides, async () => misbehaving(processor, misbehavior))
  real = createSandboxProcessor(souk.context)
  return { souk, link }
}

function openLink(real: () => PaymentProcessor): { link: ProcessorLink; processor: PaymentProcessor } {
  let die: () => void = () => undefined
  const link: ProcessorLink = {
    nextFault: noFault,
    injected: new Map(),
    runUntilDeath: (run) =>
      Promise.race([
        run(),
        new Promise<undefined>((resolve) => {
          die = () => resolve(undefined)
        }),
      ]),
  }
  const callOverLink: CallOverLink = async (call, known) => {
    const fault = link.nextFault()
    if (fault !== undefined) link.injected.set(fault, (link.injected.get(fault) ?? 0) + 1)
    if (fault === undefined) return call()
    if (fault === 'stale response') return known?.() ?? call()
    if (fault === 'unreachable') throw new ProcessorUnavailable('unreachable')
    if (fault !== 'death before') await call()
    if (fault === 'response lost') throw new ProcessorUnavailable('the response was lost')
    die()
    return new Promise<never>(() => undefined)
  }
  return { link, processor: overLink(real, callOverLink) }
}

/** Makes a call over the link; `known` returns the first response to the same call. */
type CallOverLink = <T>(call: () => Promise<T>, known?: () => T | undefined) => Promise<T>

/** A lookup that remembers its first response, for stale responses. */
function rememberFirst<In, Out>(
  callOverLink: CallOverLink,
  fetch: (input: In) => Promise<Out>,
): (input: In) => Promise<Out> {
  const known = new Map<string, Out>()
  return async (input) => {
    const name = JSON.stringify(input)
    const response = await callOverLink(
      () => fetch(input),
      () => known.get(name),
    )
    if (!known.has(name)) known.set(name, response)
    return response
  }
}

/** The processor with every call made through `callOverLink`. */
function overLink(real: () => PaymentProcessor, callOverLink: CallOverLink): PaymentProcessor {
  return {
    name: 'sandbox',
    book: 'sandbox',
    ensureCustomer: (input) => callOverLink(() => real().ensureCustomer(input)),
    createTopupSession: (input) => callOverLink(() => real().createTopupSession(input)),
    createSetupSession: (input) => callOverLink(() => real().createSetupSession(input)),
    chargeSavedMethod: (input) => callOverLink(() => real().chargeSavedMethod(input)),
    removeMethod: (input) => callOverLink(() => real().removeMethod(input)),
    refund: (input) => callOverLink(() => real().refund(input)),
    submitEvidence: (input) => callOverLink(() => real().submitEvidence(input)),
    createPayoutAccount: (input) => callOverLink(() => real().createPayoutAccount(input)),
    createOnboardingLink: (input) => callOverLink(() => real().createOnboardingLink(input)),
    sendTransfer: (input) => callOverLink(() => real().sendTransfer(input)),
    reverseTransfer: (input) => callOverLink(() => real().reverseTransfer(input)),
    sendBankPayout: (input) => callOverLink(() => real().sendBankPayout(input)),
    fetchPayment: rememberFirst(callOverLink, (lookup) => real().fetchPayment(lookup)),
    fetchSetup: rememberFirst(callOverLink, (lookup) => real().fetchSetup(lookup)),
    fetchMethod: rememberFirst(callOverLink, (ref) => real().fetchMethod(ref)),
    fetchRefund: rememberFirst(callOverLink, (lookup) => real().fetchRefund(lookup)),
    fetchDispute: rememberFirst(callOverLink, (ref) => real().fetchDispute(ref)),
    fetchPayoutAccount: rememberFirst(callOverLink, (ref) => real().fetchPayoutAccount(ref)),
    fetchTransfer: rememberFirst(callOverLink, (lookup) => real().fetchTransfer(lookup)),
    fetchArrival: rememberFirst(callOverLink, (lookup) => real().fetchArrival(lookup)),
    fetchBankPayout: rememberFirst(callOverLink, (lookup) => real().fetchBankPayout(lookup)),
    fetchBalance: rememberFirst(callOverLink, (currency) => real().fetchBalance(currency)),
    verifyEvents: (rawBody, headers) => real().verifyEvents(rawBody, headers),
    inspect: (input) => real().inspect(input),
    listBalanceTransactions: (input) => real().listBalanceTransactions(input),
  }
}
