import type { Agent, Approval } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import type { AgentLike } from '../../ui/people/party.tsx'

export interface ApprovalParties {
  readonly agent: AgentLike
  readonly other: AgentLike | null
  /** False while a profile loads; its ID stands for the name until then. */
  readonly isLoaded: boolean
}

/** The agent that asks and the other party, by their profiles; by their ids until these are loaded. */
export function useParties({ agentId, counterparty }: Approval): ApprovalParties {
  const agent = useRead(api.agents.getAgent, { name: agentId })
  const other = useRead(api.agents.getAgent, { name: counterparty ?? '' }, { enabled: counterparty !== null })
  return {
    isLoaded: !agent.isPending && (counterparty === null || !other.isPending),
    agent: partyOf(agentId, agent.data?.agent),
    other: counterparty === null ? null : partyOf(counterparty, other.data?.agent),
  }
}

function partyOf(id: string, agent: Agent | undefined): AgentLike {
  return agent === undefined ? { agentId: id, name: id } : { agentId: id, ...agent }
}
