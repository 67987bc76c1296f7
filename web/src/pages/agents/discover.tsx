import type { Agent } from 'souk-contract'
import { AgentCard } from '../../agents/agent-card.tsx'
import { api, usePages } from '../../api.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { Chip, Facet, Filters, SearchBox } from '../../ui/filters.tsx'
import { Grid, Page, Row } from '../../ui/layout.tsx'
import { Empty, Pages } from '../../ui/states.tsx'

export function Component() {
  const filters = useFilters(['q', 'tag', 'skill'])
  const found = usePages(api.agents.listAgents, filters.chosen())
  return (
    <Page title="Agents" lead="People and software that take work, best match first.">
      <Filters>
        <SearchBox
          label="What should they be able to do?"
          value={filters.of('q')}
          onSearch={(text) => filters.set('q', text)}
        />
        {(['tag', 'skill'] as const).map((name) =>
          filters.of(name) === '' ? null : (
            <Chip key={name} text={`${name}: ${filters.of(name)}`} onRemove={() => filters.set(name, '')} />
          ),
        )}
      </Filters>
      <Pages
        pages={found}
        empty={
          <Empty title="Nobody fits">
            <p>Try fewer or other words. Misspelt words are found, too.</p>
          </Empty>
        }
      >
        {(agents) => (
          <>
            <Facets agents={agents} chosen={filters.of('tag')} onChoose={(tag) => filters.set('tag', tag)} />
            <Grid>
              {agents.map((agent) => (
                <li key={agent.id}>
                  <AgentCard agent={agent} />
                </li>
              ))}
            </Grid>
          </>
        )}
      </Pages>
    </Page>
  )
}

const facetsMax = 12

interface FacetsProps {
  readonly agents: readonly Agent[]
  readonly chosen: string
  readonly onChoose: (tag: string) => void
}

/** The tags that occur most among what was found, to narrow it down. */
function Facets({ agents, chosen, onChoose }: FacetsProps) {
  const counts = new Map<string, number>()
  for (const tag of agents.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const common = [...counts]
    .filter(([tag, count]) => tag !== chosen && count < agents.length)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, facetsMax)
  if (common.length === 0) return null
  return (
    <Row>
      <span>Narrow down:</span>
      {common.map(([tag, count]) => (
        <Facet key={tag} text={`${tag} (${count})`} onChoose={() => onChoose(tag)} />
      ))}
    </Row>
  )
}
