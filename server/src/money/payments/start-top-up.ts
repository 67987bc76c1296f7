import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { after } from '../../lib/clock.ts'
import { remote } from '../../operation.ts'
import type { HostedSession } from '../processor/processor.ts'
import { paymentPollMs } from './apply/apply-payment.ts'
import { createPaymentIntent, findRepeatedIntent } from './create-payment-intent.ts'
import { updatePayment, findCustomer, lockPayment, saveCustomer, type PaymentRow } from './queries.ts'
import { requireAmount } from './require-amount.ts'
import { viewSession } from './view.ts'
import { moneyPageOf } from './money-page.ts'
import { requireCurrency, walletOf } from './wallet.ts'

interface Intent {
  payment: PaymentRow
  /** Undefined for a repeated intent whose page is no longer needed. */
  page: TopupPage | undefined
}

interface TopupPage {
  customerRef: string | undefined
  returnUrl: string
}

interface OpenedSession extends HostedSession {
  customerRef: string
}

export const startTopUp = remote<Contract['payments']['startTopUp'], Intent, OpenedSession | undefined>({
  intend: async (tx, caller, input) => {
    const { agentId } = walletOf(tx, caller)
    requireCurrency(tx, input.currency)
    requireAmount('amount', input, 'charge')
    const request = { kind: 'top_up', amount: BigInt(input.amount) } as const
    const payment =
      (await findRepeatedIntent(tx, caller, request)) ??
      (await createPaymentIntent(tx, caller, { ...request, agentId, methodRef: null }))
    if (!isUnpaid(payment)) return { payment, page: undefined }
    const page = {
      customerRef: await findCustomer(tx, agentId),
      returnUrl: await moneyPageOf(tx, agentId),
    }
    return { payment, page }
  },
  call: async ({ processor }, { payment, page }) => {
    if (page === undefined) return undefined
    const customer = page.customerRef ?? (await processor.ensureCustomer({ id: payment.agent_id })).ref
    const amount = { amount: payment.amount, currency: payment.currency }
    const session = await processor.createTopupSession({
      id: payment.id,
      customerRef: customer,
      amount,
      returnUrl: page.returnUrl,
    })
    return { customerRef: customer, ...session }
  },
  record: async (tx, caller, { payment }, opened) => {
    if (opened !== undefined) await saveCustomer(tx, payment.agent_id, opened.customerRef)
    // An event can change the payment while its page is opened.
    const known = (await lockPayment(tx, payment.id)) ?? payment
    const row = opened === undefined ? known : await recordSession(tx, known, opened)
    if (row.session_ref === null) {
      return fail(
        'conflict',
        'The top-up with this Idempotency-Key has ended.',
        'Use a new key for a new top-up.',
      )
    }
    if (opened !== undefined) {
      await record(tx, caller, {
        action: 'payment.top-up-opened',
        target: row.id,
        details: { amount: Number(row.amount) },
      })
    }
    return { session: viewSession(row) }
  },
})

/** The processor may have forgotten the page of another payment, and would open a second one under the same id. */
function isUnpaid({ state }: PaymentRow): boolean {
  return state === 'intended' || state === 'open'
}

async function recordSession(tx: Tx, payment: PaymentRow, opened: OpenedSession): Promise<PaymentRow> {
  return updatePayment(tx, payment.id, {
    ...(isUnpaid(payment) ? { state: 'open', due_at: after(tx.now, paymentPollMs) } : {}),
    customer_ref: opened.customerRef,
    session_ref: opened.ref,
    session_url: opened.url,
    session_expires_at: opened.expiresAt,
  })
}
