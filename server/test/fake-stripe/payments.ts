import type { Stripe } from 'stripe'
import { money } from '../../src/money/processor/stripe/money.ts'
import { faultOf, type Occasion, type TestCard } from '../../src/money/processor/sandbox/instruments.ts'
import { cardError, invalid, missing, short } from './errors.ts'
import { emit } from './events.ts'
import { disputeLater, held, record } from './money.ts'
import { number, text, texts, type Params } from './params.ts'
import { newCharge, newIntent, newRefund } from './payment-objects.ts'
import { later, seconds, type State } from './state.ts'

/** POST /v1/payment_intents, as far as charges without their owner go. */
export function createIntent(state: State, params: Params): Stripe.PaymentIntent {
  const methodId = text(params, 'payment_method') ?? ''
  const method = state.methods.get(methodId)
  const card = state.cards.get(methodId)
  if (method === undefined || card === undefined) {
    throw invalid(`No such PaymentMethod: '${methodId}'`, {
      code: 'resource_missing',
      param: 'payment_method',
    })
  }
  if (method.customer !== text(params, 'customer')) {
    throw invalid('The payment method was detached, so it may not be used again.', {
      code: 'payment_method_unexpected_state',
    })
  }
  const intent = newIntent({
    amount: number(params, 'amount'),
    currency: text(params, 'currency') ?? '',
    customer: text(params, 'customer') ?? '',
    method: methodId,
    metadata: texts(params, 'metadata'),
    created: seconds(state),
  })
  state.intents.set(intent.id, intent)
  pay(state, intent, card, 'away')
  if (text(params, 'error_on_requires_action') !== 'true' && card.authenticates === true) {
    intent.status = 'requires_action'
    intent.last_payment_error = null
  }
  if (intent.last_payment_error !== null) {
    const { code, decline_code } = intent.last_payment_error
    throw cardError({ code: code ?? '', ...(decline_code === undefined ? {} : { decline_code }) }, intent)
  }
  return intent
}

/** Charges a card as its behaviour says. */
export function pay(state: State, intent: Stripe.PaymentIntent, card: TestCard, occasion: Occasion): void {
  const refused = card.refuses[occasion]
  if (refused !== undefined) {
    const asks = refused === 'authentication_required'
    intent.status = 'requires_payment_method'
    intent.last_payment_error = {
      type: 'card_error',
      code: asks ? 'authentication_required' : 'card_declined',
      decline_code: refused === 'card_declined' ? 'generic_decline' : refused,
      message: 'Your card was declined.',
    }
    emit(state, 'payment_intent.payment_failed', intent)
  } else if (faultOf(money(intent.amount, intent.currency)) === 'late') {
    intent.status = 'processing'
    emit(state, 'payment_intent.processing', intent)
    later(state, () => succeed(state, intent, card))
  } else {
    succeed(state, intent, card)
  }
}

function succeed(state: State, intent: Stripe.PaymentIntent, card: TestCard): void {
  const charge = newCharge(intent, seconds(state))
  const transaction = record(state, {
    amount: charge.amount,
    fee: Math.round(charge.amount * 0.029) + 30,
    currency: charge.currency,
    type: 'charge',
    category: 'charge',
    source: charge.id,
    settlesLater: card.settlesAtOnce !== true,
  })
  charge.balance_transaction = transaction.id
  state.charges.set(charge.id, charge)
  state.cards.set(charge.id, card)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.latest_charge = charge.id
  emit(state, 'payment_intent.succeeded', intent)
  emit(state, 'charge.succeeded', charge)
  if (card.disputes !== undefined) disputeLater(state, charge)
}

export function detachMethod(state: State, id: string): Stripe.PaymentMethod {
  const method = state.methods.get(id)
  if (method === undefined) throw missing('PaymentMethod', id)
  if (method.customer === null)
    throw invalid('The payment method you provided is not attached to a customer.')
  method.customer = null
  emit(state, 'payment_method.detached', method)
  return method
}

/** POST /v1/refunds */
export function createRefund(state: State, params: Params): Stripe.Refund {
  const intent = state.intents.get(text(params, 'payment_intent') ?? '')
  const charge =
    typeof intent?.latest_charge === 'string' ? state.charges.get(intent.latest_charge) : undefined
  const amount = number(params, 'amount')
  if (intent === undefined || charge === undefined) throw missing('payment_intent', 'of the refund')
  if (amount > charge.amount - charge.amount_refunded) {
    throw invalid('Refund amount is greater than unrefunded amount on charge.', {
      code: 'charge_already_refunded',
    })
  }
  if (held(state, charge.currency) < amount) throw short()
  const refund = newRefund({ intent, amount, metadata: texts(params, 'metadata'), created: seconds(state) })
  const { currency } = charge
  record(state, { amount: -amount, currency, type: 'refund', category: 'refund', source: refund.id })
  charge.amount_refunded += amount
  state.refunds.set(refund.id, refund)
  emit(state, 'refund.created', refund)
  finishRefund(state, refund, charge)
  return refund
}

function finishRefund(state: State, refund: Stripe.Refund, charge: Stripe.Charge): void {
  const fails = state.cards.get(charge.id)?.refundsFail === true
  const finish = () => {
    refund.status = fails ? 'failed' : 'succeeded'
    if (fails) {
      const { amount, currency } = refund
      charge.amount_refunded -= amount
      record(state, {
        amount,
        currency,
        type: 'refund_failure',
        category: 'refund_failure',
        source: refund.id,
      })
    }
    emit(state, fails ? 'refund.failed' : 'refund.updated', refund)
  }
  const late = faultOf(money(refund.amount, refund.currency)) === 'late'
  if (fails || late) later(state, finish)
  else finish()
}
