import type { ApprovalGate } from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import type { GateRow } from './queries.ts'
import { defaultGate } from './rules.ts'

export function viewGate(agentId: Id<'agt'>, row: GateRow | undefined): ApprovalGate {
  return {
    agentId,
    version: row?.version ?? 0,
    ...(row?.settings ?? defaultGate),
    updatedAt: row?.updated_at.toISOString() ?? null,
  }
}
