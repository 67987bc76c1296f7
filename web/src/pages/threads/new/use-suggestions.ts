import type { Agent, AgentReference, Reputation } from 'souk-contract'
import { marketName } from '../../../brand.ts'
import { api, usePages, useRead } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { say } from '../../../messages/en/threads.ts'
import { marketOf } from '../../../tasks/market.ts'
import { displayNameOf } from '../../../ui/people/party.tsx'

export interface Recipient extends AgentReference {
  /** Relation to the agent, or the beginning of its description. */
  readonly about?: string
  readonly rating?: Reputation['provider']['rating']
}

export interface SuggestionGroup {
  readonly heading: string
  readonly agents: readonly Recipient[]
}

interface Suggested {
  readonly groups: readonly SuggestionGroup[]
  /** The search of the market has not returned yet; without groups, an agent may still be found. */
  readonly isSearching: boolean
}

const shown = 5

/** Agents to write to: those the agent has worked with, those it knows, then people and software of the market. */
export function useSuggestions(text: string, chosen: readonly Recipient[]): Suggested {
  const { agentId: myId } = useScope()
  const searched = text.replace(/^@/, '')
  const colleagues = useColleagues()
  const threads = usePages(api.threads.listThreads, { limit: 50 })
  const connections = usePages(api.connections.listConnections, { state: 'accepted', limit: 50 })
  const found = usePages(api.agents.listAgents, { q: searched, limit: 20 }, { enabled: searched !== '' })
  const market = searched === '' ? [] : (found.items ?? []).map(recipientOf)
  const described = new Map(market.map((agent) => [agent.agentId, agent]))
  const known = [
    ...(connections.items ?? []).map(({ agent }) => ({ ...agent, about: say('connected') })),
    ...(threads.items ?? [])
      .flatMap(({ participants }) => participants)
      .map((agent) => ({ ...agent, about: say('inYourMessages') })),
  ]
  const matches = ({ name, displayName }: Recipient) =>
    `${name} ${displayName}`.toLocaleLowerCase().includes(searched.toLocaleLowerCase())
  const isSoftware = ({ kind }: Recipient) => kind === 'software'
  const groups = withoutRepeats(
    [
      {
        heading: say('workedTogether'),
        agents: colleagues.filter(matches).map((agent) => withDescription(agent, described)),
      },
      {
        heading: say('youKnow'),
        agents: known.filter(matches).map((agent) => withDescription(agent, described)),
      },
      {
        heading: say('peopleHere', { market: marketName() }),
        agents: market.filter((agent) => !isSoftware(agent)),
      },
      { heading: say('software'), agents: market.filter(isSoftware) },
    ],
    new Set([...(myId === undefined ? [] : [myId]), ...chosen.map(({ agentId }) => agentId)]),
  )
  return { groups, isSearching: searched !== '' && (found.isPending || found.isPlaceholderData) }
}

/** Adds the description and rating of an agent that the search has found as well. */
function withDescription(agent: Recipient, described: ReadonlyMap<string, Recipient>): Recipient {
  const found = described.get(agent.agentId)
  if (found === undefined) return agent
  const about = [agent.about, found.about].filter((text) => text !== undefined && text !== '').join(' · ')
  return { ...agent, about, ...(found.rating === undefined ? {} : { rating: found.rating }) }
}

/** The other sides of the latest tasks, each with their number. */
function useColleagues(): readonly Recipient[] {
  const { handle = '' } = useScope()
  const { data } = useRead(
    api.tasks.listTasks,
    { name: handle, pageSize: 50, historyLength: 0 },
    { enabled: handle !== '' },
  )
  const others = (data?.tasks ?? []).map((task) => {
    const { role, client, provider } = marketOf(task)
    return role === 'client' ? provider : client
  })
  const counts = new Map<string, number>()
  for (const { agentId } of others) counts.set(agentId, (counts.get(agentId) ?? 0) + 1)
  return others.map((other) => ({
    ...other,
    displayName: displayNameOf(other),
    about: say('tasksWithYou', { count: counts.get(other.agentId) ?? 1 }),
  }))
}

/** Shows each agent once, in the first group that has it. */
function withoutRepeats(
  groups: readonly SuggestionGroup[],
  omitted: ReadonlySet<string>,
): readonly SuggestionGroup[] {
  const seen = new Set(omitted)
  return groups
    .map(({ heading, agents }) => {
      const fresh = new Map(
        agents.filter(({ agentId }) => !seen.has(agentId)).map((agent) => [agent.agentId, agent]),
      )
      for (const agentId of fresh.keys()) seen.add(agentId)
      return { heading, agents: [...fresh.values()].slice(0, shown) }
    })
    .filter(({ agents }) => agents.length > 0)
}

function recipientOf({ id, name, displayName, kind, avatarUrl, description, trust }: Agent): Recipient {
  const about = firstLine(description)
  const rating = trust === undefined ? {} : { rating: trust.provider.rating }
  return { agentId: id, name, displayName, kind, avatarUrl, about, ...rating }
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 100)
}
