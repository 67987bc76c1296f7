import { ProcessorUnavailable } from '../processor-errors.ts'
import type { Contract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { staged } from '../../operation.ts'
import type { PaymentSnapshot } from '../processor/snapshots.ts'
import { paymentOfCaller } from './access.ts'
import { applyPayment } from './apply/apply-payment.ts'
import { viewPayment, viewSession } from './view.ts'

/** Events can be late: a session that is not final is fetched from the processor, as the poll of payments does. */
export const getTopUp = staged<
  Contract['payments']['getTopUp'],
  { readonly ref: string } | undefined,
  PaymentSnapshot | undefined
>({
  before: async (reader, caller, { topUpId }) => {
    const { kind, state, payment_ref, session_ref } = await paymentOfCaller(reader, caller, topUpId)
    if (kind !== 'top_up') return notFound('top-up session')
    const ref = payment_ref ?? session_ref
    return ref === null || (state !== 'open' && state !== 'processing') ? undefined : { ref }
  },
  // Returns the stored state while the processor is unavailable.
  outside: async ({ processor }, lookup) =>
    lookup === undefined ? undefined : processor.fetchPayment(lookup).catch(ignoreOutage),
  after: async (tx, caller, { topUpId }, snapshot) => {
    const known = await paymentOfCaller(tx, caller, topUpId)
    const payment =
      snapshot === undefined ? known : ((await applyPayment(tx, known.id, snapshot, 'system')) ?? known)
    return { session: viewSession(payment), payment: viewPayment(payment) }
  },
})

function ignoreOutage(error: unknown): undefined {
  if (!(error instanceof ProcessorUnavailable)) throw error
}
