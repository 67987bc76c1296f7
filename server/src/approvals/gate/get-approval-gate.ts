import type { Contract } from 'souk-contract'
import type { Query } from '../../operation.ts'
import { requireGatedAgent } from './access.ts'
import { findGate } from './queries.ts'
import { viewGate } from './view.ts'

export const getApprovalGate: Query<Contract['approvalGate']['getApprovalGate']> = async (
  reader,
  caller,
  { agentId },
) => {
  const { id } = await requireGatedAgent(reader, caller, agentId)
  return { gate: viewGate(id, await findGate(reader, id)) }
}
