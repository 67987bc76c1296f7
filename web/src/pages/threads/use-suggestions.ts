import type { AgentReference } from 'souk-contract'
import { api, usePages } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { say } from '../../messages/en/threads.ts'

export interface Recipient extends AgentReference {
  /** Beginning of the description. */
  readonly about?: string
}

export interface SuggestionGroup {
  readonly heading: string
  readonly agents: readonly Recipient[]
}

const shown = 6

/** Agents to write to: those the agent has talked to or is connected with, then the others of the market. */
export function useSuggestions(text: string, chosen: readonly Recipient[]): readonly SuggestionGroup[] {
  const { agentId: myId } = useScope()
  const threads = usePages(api.threads.listThreads, { limit: 50 })
  const connections = usePages(api.connections.listConnections, { state: 'accepted', limit: 50 })
  const searched = text.replace(/^@/, '')
  const found = usePages(api.agents.listAgents, { q: searched, limit: 10 }, { enabled: searched !== '' })
  const known = unique([
    ...(threads.items ?? []).flatMap(({ participants }) => participants),
    ...(connections.items ?? []).map(({ agent }) => agent),
  ])
  const market = (searched === '' ? [] : (found.items ?? [])).map(
    ({ id, name, displayName, kind, avatarUrl, description }) => ({
      agentId: id,
      name,
      displayName,
      kind,
      avatarUrl,
      about: firstLine(description),
    }),
  )
  const isFree = ({ agentId }: Recipient) =>
    agentId !== myId && chosen.every((other) => other.agentId !== agentId)
  const matches = ({ name, displayName }: Recipient) =>
    `${name} ${displayName}`.toLocaleLowerCase().includes(searched.toLocaleLowerCase())
  const familiar = known.filter((agent) => isFree(agent) && matches(agent))
  const strangers = market.filter(
    (agent) => isFree(agent) && familiar.every(({ agentId }) => agentId !== agent.agentId),
  )
  return [
    { heading: say('youKnow'), agents: familiar.slice(0, shown) },
    { heading: say('onTheMarket'), agents: strangers.slice(0, shown) },
  ].filter(({ agents }) => agents.length > 0)
}

function unique(agents: readonly AgentReference[]): readonly AgentReference[] {
  return [...new Map(agents.map((agent) => [agent.agentId, agent])).values()]
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 100)
}
