import type { Stripe } from 'stripe'
import { findCard, type TestCard } from '../../src/money/processor/sandbox/instruments.ts'
import { refOf } from '../../src/money/processor/stripe/money.ts'
import { invalid, missing } from './errors.ts'
import { emit } from './events.ts'
import { number, text, texts, type Params } from './params.ts'
import { newIntent, newMethod } from './payment-objects.ts'
import { pay } from './payments.ts'
import { newSession, newSetup } from './session-objects.ts'
import { seconds, type State } from './state.ts'

/** POST /v1/checkout/sessions */
export function createSession(state: State, params: Params): Stripe.Checkout.Session {
  const mode = text(params, 'mode')
  if (mode !== 'payment' && mode !== 'setup')
    throw invalid('mode must be payment or setup', { param: 'mode' })
  const customer = text(params, 'customer') ?? ''
  if (!state.customers.has(customer)) throw invalid(`No such customer: '${customer}'`, { param: 'customer' })
  if ('payment_method_types' in params) throw invalid('Received unknown parameter: payment_method_types')
  const allowed = Object.values(texts(params, 'allowed_payment_method_types'))
  const price = 'line_items.0.price_data'
  const session = newSession({
    mode,
    customer,
    ourId: text(params, 'client_reference_id') ?? null,
    metadata: texts(params, 'metadata'),
    amount: mode === 'payment' ? number(params, `${price}.unit_amount`) : null,
    currency: text(params, mode === 'payment' ? `${price}.currency` : 'currency') ?? '',
    allowed: allowed.length === 0 ? null : allowed,
    returnUrl: text(params, 'success_url') ?? '',
    created: seconds(state),
  })
  state.sessions.set(session.id, session)
  state.intentMetadata.set(session.id, texts(params, `${mode}_intent_data.metadata`))
  return session
}

/** A session whose day is over is expired as soon as anybody looks. */
export function getSession(state: State, id: string): Stripe.Checkout.Session {
  const session = state.sessions.get(id)
  if (session === undefined) throw missing('checkout.session', id)
  if (session.status === 'open' && session.expires_at <= seconds(state)) expireSession(state, session)
  return session
}

export function expireSession(state: State, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  if (session.status !== 'open') throw invalid('Only open sessions can be expired.')
  session.status = 'expired'
  emit(state, 'checkout.session.expired', session)
  return session
}

export type Visit = 'completed' | 'declined' | 'expired'

/** What a person does on Stripe's page: type a card, and confirm when asked. */
export function visit(state: State, id: string, number_: string): Visit {
  const session = getSession(state, id)
  const card = findCard(number_)
  if (card === undefined) throw new Error('not one of the test cards')
  if (session.status === 'expired') return 'expired'
  if (session.status === 'complete') return 'completed'
  if (card.refuses[session.mode === 'payment' ? 'checkout' : 'setup'] !== undefined) return 'declined'
  if (session.mode === 'setup') setUp(state, session, card)
  else checkOut(state, session, card)
  return 'completed'
}

function checkOut(state: State, session: Stripe.Checkout.Session, card: TestCard): void {
  const method = newMethod(card, null, seconds(state))
  state.methods.set(method.id, method)
  const intent = newIntent({
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    customer: refOf(session.customer) ?? '',
    method: method.id,
    metadata: state.intentMetadata.get(session.id) ?? {},
    created: seconds(state),
  })
  state.intents.set(intent.id, intent)
  session.payment_intent = intent.id
  session.status = 'complete'
  pay(state, intent, card, 'checkout')
  session.payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid'
  emit(state, 'checkout.session.completed', session)
}

function setUp(state: State, session: Stripe.Checkout.Session, card: TestCard): void {
  const method = newMethod(card, refOf(session.customer) ?? '', seconds(state))
  state.methods.set(method.id, method)
  state.cards.set(method.id, card)
  const setup = newSetup(session, seconds(state))
  setup.metadata = state.intentMetadata.get(session.id) ?? {}
  setup.payment_method = method.id
  setup.status = 'succeeded'
  state.setups.set(setup.id, setup)
  session.setup_intent = setup.id
  session.status = 'complete'
  emit(state, 'setup_intent.succeeded', setup)
  emit(state, 'checkout.session.completed', session)
}
