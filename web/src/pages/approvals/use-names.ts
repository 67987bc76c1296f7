import type { Approval } from 'souk-contract'
import { api, useRead } from '../../api.ts'

/** Display names of the agent that asks and of the other party; ids until they are loaded. */
export function useNames({ agentId, counterparty }: Approval): {
  readonly agent: string
  readonly other: string | null
} {
  const agent = useRead(api.agents.getAgent, { name: agentId })
  const other = useRead(api.agents.getAgent, { name: counterparty ?? '' }, { enabled: counterparty !== null })
  return {
    agent: agent.data?.agent.displayName ?? agentId,
    other: other.data?.agent.displayName ?? counterparty,
  }
}
