import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { walletOf } from '../payments/wallet.ts'
import { findPayoutOf, type PayoutRow } from './queries.ts'

/** A payout of the caller's wallet. */
export async function payoutOfCaller(
  reader: Reader,
  caller: AgentCaller,
  payoutId: string,
): Promise<PayoutRow> {
  const { agentId } = walletOf(reader, caller)
  const row = isId('pout', payoutId) ? await findPayoutOf(reader, agentId, payoutId) : undefined
  return found(row, 'payout')
}
