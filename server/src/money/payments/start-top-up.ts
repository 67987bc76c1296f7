import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { after } from '../../lib/clock.ts'
import { remote } from '../../operation.ts'
import type { HostedSession } from '../processor/processor.ts'
import { paymentPollMs } from './apply/apply-payment.ts'
import { createPaymentIntent, findRepeatedIntent } from './create-payment-intent.ts'
import { updatePayment, findCustomer, saveCustomer, type PaymentRow } from './queries.ts'
import { requireAmount } from './require-amount.ts'
import { viewSession } from './view.ts'
import { moneyPageOf } from './money-page.ts'
import { requireCurrency, walletOf } from './wallet.ts'

interface Intent {
  payment: PaymentRow
  customerRef: string | undefined
  returnUrl: string
}

interface OpenedSession extends HostedSession {
  customerRef: string
}

export const startTopUp = remote<Contract['payments']['startTopUp'], Intent, OpenedSession>({
  intend: async (tx, caller, input) => {
    const { agentId } = walletOf(tx, caller)
    requireCurrency(tx, input.currency)
    requireAmount('amount', input, 'charge')
    const request = { kind: 'top_up', amount: BigInt(input.amount) } as const
    const payment =
      (await findRepeatedIntent(tx, caller, request)) ??
      (await createPaymentIntent(tx, {
        ...request,
        agentId,
        requestKey: caller.idempotencyKey,
        methodRef: null,
      }))
    return {
      payment,
      customerRef: await findCustomer(tx, agentId),
      returnUrl: await moneyPageOf(tx, agentId),
    }
  },
  call: async ({ processor }, { payment, customerRef, returnUrl }) => {
    const customer = customerRef ?? (await processor.ensureCustomer({ id: payment.agent_id })).ref
    const amount = { amount: payment.amount, currency: payment.currency }
    const session = await processor.createTopupSession({
      id: payment.id,
      customerRef: customer,
      amount,
      returnUrl,
    })
    return { customerRef: customer, ...session }
  },
  record: async (tx, caller, { payment }, opened) => {
    await saveCustomer(tx, payment.agent_id, opened.customerRef)
    const row = await updatePayment(tx, payment.id, {
      state: payment.state === 'intended' ? 'open' : payment.state,
      customer_ref: opened.customerRef,
      session_ref: opened.ref,
      session_url: opened.url,
      session_expires_at: opened.expiresAt,
      due_at: after(tx.now, paymentPollMs),
    })
    await record(tx, caller, {
      action: 'payment.top-up-opened',
      target: row.id,
      details: { amount: Number(row.amount) },
    })
    return { session: viewSession(row) }
  },
})
