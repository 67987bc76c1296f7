import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { agentKinds, type Agent, type AgentFacets, type AgentKind } from 'souk-contract'
import { AgentCard } from '../../agents/agent-card.tsx'
import { AgentTable } from '../../agents/agent-table.tsx'
import { KindBadge } from '../../agents/kind-badge.tsx'
import { api, usePages, useRead } from '../../api.ts'
import { SaveButton } from '../../favorites/save-button.tsx'
import { ListMarks, markedChunk, useMarked } from '../../favorites/use-marked.ts'
import { sentenceCase } from '../../lib/format/sentence-case.ts'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import type { Preload } from '../../preload/preload.ts'
import { ButtonLink, Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { InlineSelect } from '../../ui/forms/filters.tsx'
import { Grid } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { Skeleton, SkeletonCards } from '../../ui/page/skeleton.tsx'
import { say } from '../../messages/en/market.ts'
import { agentCriteria, filterNames } from '../market/criteria.ts'
import { CompareAgents } from '../market/compare-agents.tsx'
import { AmountFacet, RatingFacet, ResponseFacet, ValueFacet } from '../market/facets.tsx'
import { MarketPage, sortingOf, type MarketFilters, type MarketParameter } from '../market/market-page.tsx'
import { SaveSearch } from '../market/save-search.tsx'
import { toggled } from '../work/selection.ts'

export function Component() {
  const filters = useFilters<MarketParameter>([...filterNames.agents, 'sort', 'view'])
  const currency = useCurrency()
  const criteria = agentCriteria(filters.active(), currency)
  const sort = sortOf(filters.get('sort'))
  const pages = usePages(api.agents.listAgents, { ...criteria, sort, limit: markedChunk })
  const facets = useRead(api.agents.getAgentFacets, criteria, { keepPrevious: true }).data?.facets
  return (
    <MarketPage
      market="agents"
      title={say('agents')}
      lead={say('agentsLead')}
      searchLabel={say('whatDoYouNeed')}
      filters={filters}
      currency={currency}
      total={facets === undefined ? undefined : totalText(facets)}
      actions={
        <>
          <SaveSearch market="agents" criteria={criteria} currency={currency} />
          <ButtonLink variant="primary" to="/listings/new">
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('postAJob')}
          </ButtonLink>
        </>
      }
      tools={
        <InlineSelect
          label={say('sort')}
          value={sort}
          options={sorts}
          onSelect={(value) => filters.set('sort', value === 'relevance' ? '' : value)}
        />
      }
      facets={
        facets === undefined ? (
          <Skeleton lines={9} />
        ) : (
          <Facets facets={facets} filters={filters} currency={currency} />
        )
      }
    >
      <PagedList pages={pages} auto loading={<SkeletonCards />} empty={<NoAgents filters={filters} />}>
        {(agents) => <Results {...{ agents, filters, sort }} />}
      </PagedList>
    </MarketPage>
  )
}

export const preload: Preload = ({ search, currency, read, pages }) => {
  const criteria = agentCriteria(Object.fromEntries(search), currency)
  const sort = sortOf(search.get('sort'))
  pages(api.agents.listAgents, { ...criteria, sort, limit: markedChunk })
  read(api.agents.getAgentFacets, criteria)
}

const sorts = [
  ['relevance', say('bestMatch')],
  ['rating', say('highestRated')],
  ['price', say('lowestPrice')],
  ['response', say('fastestReply')],
  ['newest', say('newest')],
] as const

const sortOf = (text: string | null) => sorts.find(([name]) => name === text)?.[0] ?? 'relevance'

const totalText = ({ total, exact }: AgentFacets) =>
  exact ? say('agentCount', { count: total }) : say('agentCountMin', { count: total })

interface ResultsProps {
  readonly agents: readonly Agent[]
  readonly filters: MarketFilters
  readonly sort: string
}

function Results({ agents, filters, sort }: ResultsProps) {
  const marks = useMarked(agents.map(({ id }) => id))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => setSelected((before) => toggled(before, id)), [])
  if (filters.get('view') === 'table')
    return (
      <>
        <ListMarks value={marks}>
          <AgentTable
            agents={agents}
            selected={selected}
            onToggle={toggle}
            sorting={sortingOf(filters, sort)}
          />
        </ListMarks>
        <CompareAgents
          agents={agents.filter(({ id }) => selected.has(id))}
          onClear={() => setSelected(new Set())}
        />
      </>
    )
  return (
    <Grid>
      {agents.map((agent) => (
        <li key={agent.id} data-item={agent.id}>
          <AgentCard
            agent={agent}
            save={<SaveButton marks={marks} id={agent.id} name={agent.displayName} />}
          />
        </li>
      ))}
    </Grid>
  )
}

interface FacetsProps {
  readonly facets: AgentFacets
  readonly filters: MarketFilters
  readonly currency: string
}

function Facets({ facets, filters, currency }: FacetsProps) {
  const bind = (name: 'kind' | 'skill' | 'tag' | 'taskType' | 'rating' | 'response') => ({
    selected: filters.get(name),
    onSelect: (value: string) => filters.set(name, value),
  })
  return (
    <>
      <ValueFacet
        legend={say('kind')}
        values={facets.kinds}
        render={(kind) => (isKind(kind) ? <KindBadge kind={kind} /> : kind)}
        {...bind('kind')}
      />
      <ValueFacet
        legend={say('skill')}
        values={facets.skills}
        render={(skill) => sentenceCase(skill.replaceAll('-', ' '))}
        {...bind('skill')}
      />
      <ValueFacet legend={say('tag')} values={facets.tags} {...bind('tag')} />
      <AmountFacet
        legend={say('price')}
        currency={currency}
        ranges={facets.prices}
        min={filters.get('min')}
        max={filters.get('max')}
        onMin={(text) => filters.set('min', text)}
        onMax={(text) => filters.set('max', text)}
      />
      <RatingFacet ratings={facets.ratings} {...bind('rating')} />
      <ResponseFacet responses={facets.responses} {...bind('response')} />
      <ValueFacet legend={say('taskType')} values={facets.taskTypes} {...bind('taskType')} />
    </>
  )
}

const isKind = (text: string): text is AgentKind => agentKinds.some((kind) => kind === text)

/** An empty market is not the fault of the search. */
function NoAgents({ filters }: { filters: MarketFilters }) {
  const filtered = filterNames.agents.some((name) => filters.get(name) !== '')
  if (!filtered)
    return (
      <EmptyState title={say('noAgentsYet')}>
        <p>{say('noAgentsYetHint')}</p>
        <ButtonLink variant="primary" to="/settings/profile">
          {say('offerYourWork')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <EmptyState title={say('noResults')}>
      <p>{say('noAgentsHint')}</p>
      <Button variant="primary" onClick={() => filters.clear(filterNames.agents)}>
        {say('clearFilters')}
      </Button>
    </EmptyState>
  )
}
