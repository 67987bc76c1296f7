import { Archive, SquareKanban, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { phases, type Phase } from 'souk-contract'
import type { useFilters } from '../../lib/hooks/use-filters.ts'
import { say } from '../../messages/en/work.ts'
import { phaseName } from '../../tasks/phase-badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Filters, FilterSelect, FilterToggle, SearchBox } from '../../ui/forms/filters.tsx'
import { displayNameOf } from '../../ui/people/party.tsx'
import type { WorkRow } from './rows.ts'
import classes from './tasks.module.css'

export const workParameters = ['q', 'phase', 'with', 'due', 'archived', 'view', 'sort', 'order'] as const
export type WorkFilters = ReturnType<typeof useFilters<(typeof workParameters)[number]>>

const dayMs = 86_400_000

/** End of the chosen period; undefined without one. */
export function dueBefore(days: string, now: number): number | undefined {
  return ['1', '7'].includes(days) ? now + Number(days) * dayMs : undefined
}

interface ToolbarProps {
  readonly tabs: ReactNode
  readonly rows: readonly WorkRow[]
  readonly filters: WorkFilters
}

export function Toolbar({ tabs, rows, filters }: ToolbarProps) {
  const present = new Set(rows.map(({ market }) => market.phase))
  const others = new Map(rows.map(({ other }) => [other.name, displayNameOf(other)]))
  return (
    <div className={classes.toolbar}>
      {tabs}
      <Filters>
        <FilterSelect
          label={say('phase')}
          value={filters.get('phase')}
          options={phases
            .filter((phase) => present.has(phase))
            .map((phase: Phase) => [phase, phaseName(phase)])}
          onSelect={(phase) => filters.set('phase', phase)}
        />
        <FilterSelect
          label={say('with')}
          value={filters.get('with')}
          options={[...others].toSorted(([, one], [, other]) => one.localeCompare(other))}
          onSelect={(name) => filters.set('with', name)}
        />
        <FilterSelect
          label={say('due')}
          value={filters.get('due')}
          options={[
            ['1', say('dueInADay')],
            ['7', say('dueInAWeek')],
          ]}
          onSelect={(days) => filters.set('due', days)}
        />
        <FilterToggle
          icon={Archive}
          label={say('archived')}
          pressed={filters.get('archived') !== ''}
          onToggle={(pressed) => filters.set('archived', pressed ? '1' : '')}
        />
      </Filters>
      <div className={classes.end}>
        <SearchBox
          label={say('filterByTitle')}
          value={filters.get('q')}
          onSearch={(text) => filters.set('q', text)}
        />
        <ViewChoice filters={filters} />
      </div>
    </div>
  )
}

const views = [
  ['', say('board'), SquareKanban],
  ['table', say('table'), Table2],
] as const

function ViewChoice({ filters }: { filters: WorkFilters }) {
  return (
    <div className={classes.views} role="group" aria-label={say('view')}>
      {views.map(([value, name, Icon]) => (
        <button
          key={value}
          type="button"
          aria-pressed={filters.get('view') === value}
          onClick={() => filters.set('view', value)}
        >
          <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
          {name}
        </button>
      ))}
    </div>
  )
}

export function NoResults({ filters }: { filters: WorkFilters }) {
  const archiveOnly = filters.get('archived') !== '' && filters.get('q') === '' && filters.get('phase') === ''
  return (
    <EmptyState title={archiveOnly ? say('noArchivedTasks') : say('noMatches')}>
      <p>{archiveOnly ? say('noArchivedTasksHint') : say('noMatchesHint')}</p>
      <Button variant="primary" onClick={() => filters.clear(['q', 'phase', 'with', 'due', 'archived'])}>
        {say('clearFilters')}
      </Button>
    </EmptyState>
  )
}
