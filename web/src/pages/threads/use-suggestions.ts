import type { Agent, AgentReference } from 'souk-contract'
import { marketName } from '../../brand.ts'
import { api, usePages, useRead } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { say } from '../../messages/en/threads.ts'
import { marketOf } from '../../tasks/market.ts'
import { displayNameOf } from '../../ui/party.tsx'

export interface Recipient extends AgentReference {
  /** Beginning of the description. */
  readonly about?: string
}

export interface SuggestionGroup {
  readonly heading: string
  readonly agents: readonly Recipient[]
}

const shown = 5

/** Agents to write to: those the agent has worked with, those it knows, then people and software of the market. */
export function useSuggestions(text: string, chosen: readonly Recipient[]): readonly SuggestionGroup[] {
  const { agentId: myId } = useScope()
  const searched = text.replace(/^@/, '')
  const colleagues = useColleagues()
  const threads = usePages(api.threads.listThreads, { limit: 50 })
  const connections = usePages(api.connections.listConnections, { state: 'accepted', limit: 50 })
  const found = usePages(api.agents.listAgents, { q: searched, limit: 20 }, { enabled: searched !== '' })
  const market = searched === '' ? [] : (found.items ?? []).map(recipientOf)
  const known = [
    ...(threads.items ?? []).flatMap(({ participants }) => participants),
    ...(connections.items ?? []).map(({ agent }) => agent),
  ]
  const matches = ({ name, displayName }: Recipient) =>
    `${name} ${displayName}`.toLocaleLowerCase().includes(searched.toLocaleLowerCase())
  const isSoftware = ({ kind }: Recipient) => kind === 'software'
  return withoutRepeats(
    [
      { heading: say('workedTogether'), agents: colleagues.filter(matches) },
      { heading: say('youKnow'), agents: known.filter(matches) },
      {
        heading: say('peopleHere', { market: marketName() }),
        agents: market.filter((agent) => !isSoftware(agent)),
      },
      { heading: say('software'), agents: market.filter(isSoftware) },
    ],
    new Set([...(myId === undefined ? [] : [myId]), ...chosen.map(({ agentId }) => agentId)]),
  )
}

/** The other sides of the latest tasks. */
function useColleagues(): readonly Recipient[] {
  const { handle = '' } = useScope()
  const { data } = useRead(
    api.tasks.listTasks,
    { name: handle, pageSize: 50, historyLength: 0 },
    { enabled: handle !== '' },
  )
  return (data?.tasks ?? []).map((task) => {
    const { role, client, provider } = marketOf(task)
    const other = role === 'client' ? provider : client
    return { ...other, displayName: displayNameOf(other) }
  })
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

function recipientOf({ id, name, displayName, kind, avatarUrl, description }: Agent): Recipient {
  return { agentId: id, name, displayName, kind, avatarUrl, about: firstLine(description) }
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 100)
}
