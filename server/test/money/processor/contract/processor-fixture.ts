import { randomBytes } from 'node:crypto'
import type { it } from 'vitest'
import { second } from '../../../../src/lib/clock.ts'
import type { HostedSession, PaymentProcessor } from '../../../../src/money/processor/processor.ts'
import type { Money, PaymentSnapshot } from '../../../../src/money/processor/snapshots.ts'
import { fail } from '../../../fixtures/fail.ts'

export interface Delivery {
  readonly rawBody: Buffer
  readonly headers: Record<string, string>
}

/** A processor under test, with controls for customers, banks, time and faults. */
export interface Bench {
  readonly processor: PaymentProcessor
  /** Completes a card page as a person. */
  visit(sessionRef: string, card: string): Promise<'completed' | 'declined' | 'expired'>
  /** Completes an onboarding page as a person. */
  onboard(link: HostedSession, bank: string): Promise<void>
  /** Advances time and runs everything that becomes due. */
  pass(milliseconds: number): Promise<void>
  decide(disputeRef: string, verdict: 'won' | 'lost'): Promise<void>
  /** Appeals a lost dispute. */
  appeal(disputeRef: string): Promise<void>
  /** An amount whose next call gets no response. */
  lose(when: 'before' | 'after'): bigint
  /** Events since the last call. */
  deliveries(): Promise<Delivery[]>
  stop(): Promise<void>
}

/** Supported controls; a real processor has neither pages nor faults under test control. */
export interface Abilities {
  readonly pages: boolean
  readonly faults: boolean
  readonly events: boolean
}

type Case = ReturnType<typeof it.runIf>

export interface Cases {
  readonly bench: () => Bench
  readonly processor: () => PaymentProcessor
  /** `it`, or `it.skip` where a control is not supported. */
  readonly onPages: Case
  readonly withFaults: Case
  readonly withEvents: Case
}

export const cards = {
  ok: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  laterDeclined: '4000000000000341',
  asking: '4000002500003155',
  disputed: '4000000000000259',
  settlesImmediately: '4000000000000077',
  refundFails: '4000000000005126',
}

export const returnUrl = 'https://souk.example.com/back'
export const usd = (amount: bigint): Money => ({ amount, currency: 'USD' })
export const ourNewId = (prefix: string) => `${prefix}_${randomBytes(10).toString('hex')}`
/** Longer than every delay of the sandbox, shorter than the lifetime of a page. */
export const aWhile = 11 * second

export async function newCustomer({ processor }: Bench): Promise<string> {
  return (await processor.ensureCustomer({ id: ourNewId('agt') })).ref
}

/** Pays on a hosted page; returns the payment. */
export async function topUp(bench: Bench, card: string, amount = usd(5000n)): Promise<PaymentSnapshot> {
  const id = ourNewId('pay')
  const customerRef = await newCustomer(bench)
  const session = await bench.processor.createTopupSession({ id, customerRef, amount, returnUrl })
  await bench.visit(session.ref, card)
  return (await bench.processor.fetchPayment({ ref: session.ref })) ?? fail('the payment is gone')
}

export async function saveCard(
  bench: Bench,
  card: string,
): Promise<{ customerRef: string; methodRef: string }> {
  const customerRef = await newCustomer(bench)
  const input = { id: ourNewId('set'), customerRef, currency: 'USD', returnUrl }
  const session = await bench.processor.createSetupSession(input)
  await bench.visit(session.ref, card)
  const setup = await bench.processor.fetchSetup({ ref: session.ref })
  return { customerRef, methodRef: setup?.method?.ref ?? fail('no card was saved') }
}

const countries: Readonly<Record<string, string>> = { EUR: 'DE', GBP: 'GB', CHF: 'CH' }

export async function newAccount({ processor }: Bench, currency = 'USD'): Promise<string> {
  const country = countries[currency] ?? 'US'
  const input = { id: ourNewId('agt'), email: 'ada@example.com', country, currency }
  return (await processor.createPayoutAccount(input)).ref
}

export async function onboarded(bench: Bench, bank = 'sandbox_bank_ok', currency = 'USD'): Promise<string> {
  const accountRef = await newAccount(bench, currency)
  await bench.onboard(await newLink(bench, accountRef), bank)
  return accountRef
}

export async function newLink({ processor }: Bench, accountRef: string): Promise<HostedSession> {
  return processor.createOnboardingLink({ id: ourNewId('onb'), accountRef, returnUrl, refreshUrl: returnUrl })
}
