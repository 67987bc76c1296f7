import type { Stripe } from 'stripe'
import type { ChargeInput, ChargeOutcome, Lookup } from '../processor.ts'
import type { PaymentSnapshot } from '../snapshots.ts'
import { findFirst } from './lists.ts'
import { expanded, hasValue, idempotencyKey, money, ourId, ourMetadata, refOf, toStripe } from './money.ts'
import { declineOf, failedBy, fetched, isCardError, refusal, tryCall, type StripeError } from './outcomes.ts'

const withCharge = ['latest_charge.balance_transaction']
const withPayment = ['payment_intent.latest_charge.balance_transaction']

export async function chargeSavedMethod(stripe: Stripe, input: ChargeInput): Promise<ChargeOutcome> {
  const result = await tryCall(() =>
    stripe.paymentIntents.create(
      {
        ...toStripe(input.amount),
        customer: input.customerRef,
        payment_method: input.methodRef,
        off_session: true,
        confirm: true,
        error_on_requires_action: true,
        metadata: ourMetadata(input.id),
        expand: withCharge,
      },
      idempotencyKey('charge', input),
    ),
  )
  if (result.outcome === 'unknown') return result
  if (result.outcome === 'refused') return refusedCharge(result.error)
  const payment = intentSnapshot(result.value)
  if (payment.status === 'succeeded' || payment.status === 'processing') {
    return { outcome: payment.status, payment }
  }
  return { outcome: 'failed', failure: payment.failure ?? declineOf({ code: result.value.status }) }
}

function refusedCharge(error: StripeError): ChargeOutcome {
  if (isCardError(error)) return { outcome: 'failed', failure: declineOf(error) }
  const isMethodError = error.param === 'payment_method' || error.code === 'payment_method_unexpected_state'
  if (isMethodError) return failedBy(error, 'method_removed')
  throw refusal(error)
}

/** By payment, by checkout session, or by our id among the customer's payments and sessions. */
export async function fetchPayment(stripe: Stripe, lookup: Lookup): Promise<PaymentSnapshot | undefined> {
  if ('ref' in lookup) {
    if (!lookup.ref.startsWith('cs_')) {
      const intent = await fetched(() => stripe.paymentIntents.retrieve(lookup.ref, { expand: withCharge }))
      return intent === undefined ? undefined : intentSnapshot(intent)
    }
    const session = await fetched(() =>
      stripe.checkout.sessions.retrieve(lookup.ref, { expand: withPayment }),
    )
    return session === undefined ? undefined : sessionSnapshot(session)
  }
  const { id, under: customer } = lookup
  const intents = stripe.paymentIntents.list({ customer, limit: 100, expand: withCharge.map(ofData) })
  const intent = await findFirst(intents, ({ metadata }) => ourId(metadata) === id)
  if (intent !== undefined) return intentSnapshot(intent)
  const sessions = stripe.checkout.sessions.list({ customer, limit: 100 })
  const session = await findFirst(sessions, ({ client_reference_id }) => client_reference_id === id)
  return session === undefined ? undefined : sessionSnapshot(session)
}

const ofData = (path: string) => `data.${path}`

/** Until a payment is final, the snapshot is that of the session, because the payer can try another card. */
function sessionSnapshot(session: Stripe.Checkout.Session): PaymentSnapshot | undefined {
  if (session.mode !== 'payment') return undefined
  const intent = expanded(session.payment_intent)
  if (intent !== undefined && session.status === 'complete') return intentSnapshot(intent)
  const currency = session.currency ?? ''
  return {
    id: session.client_reference_id ?? undefined,
    ref: session.id,
    status: session.status === 'expired' ? 'expired' : session.status === 'complete' ? 'processing' : 'open',
    amount: money(session.amount_total ?? 0, currency),
    fee: undefined,
    refunded: money(0, currency),
    chargeRef: undefined,
    failure: undefined,
  }
}

function intentSnapshot(intent: Stripe.PaymentIntent): PaymentSnapshot {
  const charge = expanded(intent.latest_charge)
  const transaction = expanded(charge?.balance_transaction)
  const untried = hasValue(intent.last_payment_error) ? 'failed' : 'open'
  const status = intentStatuses[intent.status] ?? untried
  return {
    id: ourId(intent.metadata),
    ref: intent.id,
    status,
    amount: money(intent.amount, intent.currency),
    fee: transaction === undefined ? undefined : money(transaction.fee, transaction.currency),
    refunded: money(charge?.amount_refunded ?? 0, intent.currency),
    chargeRef: refOf(intent.latest_charge),
    failure:
      status === 'failed' ? declineOf(intent.last_payment_error ?? { code: intent.status }) : undefined,
  }
}

const intentStatuses: Readonly<Record<string, PaymentSnapshot['status']>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_action: 'requires_action',
  canceled: 'failed',
}
