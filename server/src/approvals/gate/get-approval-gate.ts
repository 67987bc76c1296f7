import type { Contract } from 'souk-contract'
import type { Query } from '../../operation.ts'
import { spentUntilNow } from '../enforcement/spending-queries.ts'
import { requireGatedAgent } from './access.ts'
import { findGate } from './queries.ts'
import { viewGate } from './view.ts'

export const getApprovalGate: Query<Contract['approvalGate']['getApprovalGate']> = async (
  reader,
  caller,
  { agentId },
) => {
  const { id } = await requireGatedAgent(reader, caller, agentId)
  const { currency } = reader.settings
  const { day = 0n, month = 0n } = await spentUntilNow(reader, id, currency)
  const amountOf = (spent: bigint) => ({ amount: Number(spent), currency })
  return {
    gate: viewGate(id, await findGate(reader, id)),
    spent: { day: amountOf(day), month: amountOf(month) },
  }
}
