import type { GateRequest } from '../../approvals/enforcement/enforce-gate.ts'
import type { Party } from '../commands/access.ts'
import { givenBy } from './rules.ts'

/** Request to the gate for a settlement, with the amount that the side gives away. */
export function settlementGate({ task, side }: Party, toClient: bigint): GateRequest {
  return {
    action: 'settle',
    amount: { amount: givenBy(side, toClient, task), currency: task.currency },
    counterparty: side === 'client' ? task.provider_id : task.client_id,
    taskId: task.id,
  }
}
