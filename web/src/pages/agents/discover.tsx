import type { Agent } from 'souk-contract'
import { AgentCard } from '../../agents/agent-card.tsx'
import { api, usePages } from '../../api.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Chip, Facet, Filters, SearchBox } from '../../ui/filters.tsx'
import { Grid, Page, Row } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { say } from '../../messages/en/market.ts'

const filterLabels = { tag: say('tag'), skill: say('skill') } as const

export function Component() {
  const filters = useFilters(['q', 'tag', 'skill'])
  const pages = usePages(api.agents.listAgents, filters.active())
  return (
    <Page title={say('agents')} lead={say('agentsLead')}>
      <Filters>
        <SearchBox
          label={say('searchAgentsBySkill')}
          value={filters.get('q')}
          onSearch={(text) => filters.set('q', text)}
        />
        {(['tag', 'skill'] as const).map((name) =>
          filters.get(name) === '' ? null : (
            <Chip
              key={name}
              text={`${filterLabels[name]}: ${filters.get(name)}`}
              onRemove={() => filters.set(name, '')}
            />
          ),
        )}
      </Filters>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('noResults')}>
            <p>{say('noAgentsHint')}</p>
          </EmptyState>
        }
      >
        {(agents) => (
          <>
            <Facets
              agents={agents}
              selected={filters.get('tag')}
              onSelect={(tag) => filters.set('tag', tag)}
            />
            <Grid>
              {agents.map((agent) => (
                <li key={agent.id}>
                  <AgentCard agent={agent} />
                </li>
              ))}
            </Grid>
          </>
        )}
      </PagedList>
    </Page>
  )
}

const facetsMax = 12

interface FacetsProps {
  readonly agents: readonly Agent[]
  readonly selected: string
  readonly onSelect: (tag: string) => void
}

/** The most common tags of the loaded results, as filters. */
function Facets({ agents, selected, onSelect }: FacetsProps) {
  const counts = new Map<string, number>()
  for (const tag of agents.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const common = [...counts]
    .filter(([tag, count]) => tag !== selected && count < agents.length)
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, facetsMax)
  if (common.length === 0) return null
  return (
    <Row>
      <span>{say('filterByTag')}</span>
      {common.map(([tag, count]) => (
        <Facet key={tag} text={`${tag} (${count})`} onSelect={() => onSelect(tag)} />
      ))}
    </Row>
  )
}
