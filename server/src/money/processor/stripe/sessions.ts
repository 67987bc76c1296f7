import type { Stripe } from 'stripe'
import { ProcessorRefused } from '../../processor-errors.ts'
import type { HostedSession, Lookup, SetupInput, TopupInput } from '../processor.ts'
import type { MethodSnapshot, SetupSnapshot } from '../snapshots.ts'
import { findFirst } from './lists.ts'
import { expanded, hasValue, idempotencyKey, ourId, ourMetadata, toStripe } from './money.ts'
import { completed, valueOrThrow, fetched, tryCall } from './outcomes.ts'

export async function ensureCustomer(stripe: Stripe, { id }: { id: string }): Promise<{ ref: string }> {
  const parameters = { metadata: ourMetadata(id) }
  const customer = await completed(() =>
    stripe.customers.create(parameters, idempotencyKey('customer', { id })),
  )
  return { ref: customer.id }
}

/** Other methods settle late, can be reversed after months, or cannot be charged off-session. */
const cardsOnly = { allowed_payment_method_types: ['card' as const] }

/** Without expires_at: it would differ between a call and its retry, which Stripe refuses. Defaults to 24 hours. */
export async function createTopupSession(stripe: Stripe, input: TopupInput): Promise<HostedSession> {
  const { amount, currency } = toStripe(input.amount)
  const session = await completed(() =>
    stripe.checkout.sessions.create(
      {
        ...cardsOnly,
        mode: 'payment',
        customer: input.customerRef,
        client_reference_id: input.id,
        line_items: [
          {
            quantity: 1,
            price_data: { currency, unit_amount: amount, product_data: { name: 'Balance top-up' } },
          },
        ],
        payment_intent_data: { metadata: ourMetadata(input.id) },
        metadata: ourMetadata(input.id),
        success_url: input.returnUrl,
        cancel_url: input.returnUrl,
      },
      idempotencyKey('topup-session', input),
    ),
  )
  return hosted(session)
}

export async function createSetupSession(stripe: Stripe, input: SetupInput): Promise<HostedSession> {
  const session = await completed(() =>
    stripe.checkout.sessions.create(
      {
        ...cardsOnly,
        mode: 'setup',
        customer: input.customerRef,
        client_reference_id: input.id,
        currency: input.currency.toLowerCase(),
        setup_intent_data: { metadata: ourMetadata(input.id) },
        metadata: ourMetadata(input.id),
        success_url: input.returnUrl,
        cancel_url: input.returnUrl,
      },
      idempotencyKey('setup-session', input),
    ),
  )
  return hosted(session)
}

function hosted({ id, url, expires_at }: Stripe.Checkout.Session): HostedSession {
  if (url === null) throw new ProcessorRefused('no_page', 'Stripe returned a session without a URL.')
  return { ref: id, url, expiresAt: new Date(expires_at * 1000) }
}

const withMethod = ['setup_intent.payment_method']

/** By checkout session, by setup intent, or by our id among the customer's sessions. */
export async function fetchSetup(stripe: Stripe, lookup: Lookup): Promise<SetupSnapshot | undefined> {
  if ('ref' in lookup && lookup.ref.startsWith('seti_')) {
    const expand = ['payment_method']
    const intent = await fetched(() => stripe.setupIntents.retrieve(lookup.ref, { expand }))
    return intent === undefined ? undefined : { ...setupResult(intent), ref: intent.id }
  }
  const session =
    'ref' in lookup
      ? await fetched(() => stripe.checkout.sessions.retrieve(lookup.ref, { expand: withMethod }))
      : await findFirst(
          stripe.checkout.sessions.list({
            customer: lookup.under,
            limit: 100,
            expand: withMethod.map((path) => `data.${path}`),
          }),
          ({ client_reference_id }) => client_reference_id === lookup.id,
        )
  if (session?.mode !== 'setup') return undefined
  const intent = expanded(session.setup_intent)
  const open = { id: session.client_reference_id ?? undefined, ref: session.id, method: undefined }
  if (session.status === 'expired') return { ...open, status: 'expired' }
  if (intent === undefined || session.status !== 'complete') return { ...open, status: 'open' }
  return { ...open, ...setupResult(intent) }
}

function setupResult(intent: Stripe.SetupIntent): Omit<SetupSnapshot, 'ref'> {
  const statuses: Readonly<Record<string, SetupSnapshot['status']>> = {
    succeeded: 'succeeded',
    processing: 'processing',
    canceled: 'failed',
    requires_payment_method: hasValue(intent.last_setup_error) ? 'failed' : 'open',
  }
  const method = expanded(intent.payment_method)
  const status = statuses[intent.status] ?? 'open'
  return {
    id: ourId(intent.metadata),
    status,
    method: status === 'succeeded' && method !== undefined ? methodSnapshot(method) : undefined,
  }
}

export async function fetchMethod(stripe: Stripe, ref: string): Promise<MethodSnapshot | undefined> {
  const method = await fetched(() => stripe.paymentMethods.retrieve(ref))
  return method === undefined ? undefined : methodSnapshot(method)
}

function methodSnapshot(method: Stripe.PaymentMethod): MethodSnapshot {
  const { card } = method
  return {
    ref: method.id,
    status: hasValue(method.customer) ? 'attached' : 'removed',
    brand: card?.brand ?? method.type,
    last4: card?.last4 ?? '',
    expMonth: card?.exp_month ?? 0,
    expYear: card?.exp_year ?? 0,
    fingerprint: card?.fingerprint ?? undefined,
  }
}

export async function removeMethod(stripe: Stripe, ref: string): Promise<void> {
  const result = await tryCall(() => stripe.paymentMethods.detach(ref))
  if (result.outcome === 'done') return
  // Stripe refuses to detach twice; a detached card is the desired result.
  const method = await fetchMethod(stripe, ref)
  if (method?.status === 'attached') valueOrThrow(result)
}
