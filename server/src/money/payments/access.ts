import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { findPaymentOf, type PaymentRow } from './queries.ts'
import { walletOf } from './wallet.ts'

/** A payment of the agent whose wallet the caller may use. */
export async function paymentOfCaller(
  reader: Reader,
  caller: AgentCaller,
  paymentId: string,
): Promise<PaymentRow> {
  const { agentId } = walletOf(reader, caller)
  return found(
    isId('pay', paymentId) ? await findPaymentOf(reader, agentId, paymentId) : undefined,
    'payment',
  )
}
