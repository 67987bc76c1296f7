import { SquareKanban, Table2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { phases, type Market, type Phase } from 'souk-contract'
import { useFilters } from '../../lib/use-filters.ts'
import { useListKeys } from '../../lib/use-list-keys.ts'
import { say } from '../../messages/en/work.ts'
import { phaseName } from '../../tasks/phase-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters, FilterSelect, SearchBox } from '../../ui/filters.tsx'
import { displayNameOf } from '../../ui/party.tsx'
import { Board } from './board.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { filterRows, type WorkRow } from './rows.ts'
import { TaskTable } from './task-table.tsx'
import { toggled, useReviewable } from './selection.ts'
import classes from './tasks.module.css'

type WorkParameter = 'q' | 'phase' | 'with' | 'view' | 'sort' | 'order'
export type WorkFilters = ReturnType<typeof useFilters<WorkParameter>>

interface TasksProps {
  readonly rows: readonly WorkRow[]
  readonly role: Market['role'] | undefined
}

/** Tasks as a board or a table, with filters in the URL, and actions on those that are selected. */
export function Tasks({ rows, role }: TasksProps) {
  const filters = useFilters<WorkParameter>(['q', 'phase', 'with', 'view', 'sort', 'order'])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const toggle = (id: string) => setSelected((before) => toggled(before, id))
  useListKeys(list, { select: toggle })
  const reviewable = useReviewable()
  const filter = { role, q: filters.get('q'), phase: filters.get('phase'), with: filters.get('with') }
  const shown = filterRows(rows, filter)
  const chosen = shown.filter(({ id }) => selected.has(id))
  const view = { rows: shown, selected, onToggle: toggle, reviewable, filters }
  return (
    <>
      <Toolbar rows={filterRows(rows, { ...filter, q: '', phase: '', with: '' })} filters={filters} />
      <div ref={list} className={classes.list}>
        {shown.length === 0 ? (
          <NoResults filters={filters} />
        ) : filters.get('view') === 'table' ? (
          <TaskTable {...view} onSelectAll={(ids) => setSelected(new Set(ids))} />
        ) : (
          <Board {...view} />
        )}
      </div>
      {chosen.length === 0 ? null : <BulkBar rows={chosen} onClear={() => setSelected(new Set())} />}
    </>
  )
}

/** What the board and the table show. */
export interface WorkView {
  readonly rows: readonly WorkRow[]
  readonly selected: ReadonlySet<string>
  readonly onToggle: (id: string) => void
  /** Ids of ended tasks that the viewer can still review. */
  readonly reviewable: ReadonlySet<string>
  readonly filters: WorkFilters
}

function Toolbar({ rows, filters }: { rows: readonly WorkRow[]; filters: WorkFilters }) {
  const present = new Set(rows.map(({ market }) => market.phase))
  const others = new Map(rows.map(({ other }) => [other.name, displayNameOf(other)]))
  return (
    <div className={classes.toolbar}>
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
        <SearchBox
          label={say('filterByTitle')}
          value={filters.get('q')}
          onSearch={(text) => filters.set('q', text)}
        />
      </Filters>
      <ViewChoice filters={filters} />
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

function NoResults({ filters }: { filters: WorkFilters }) {
  return (
    <EmptyState title={say('noMatches')}>
      <p>{say('noMatchesHint')}</p>
      <Button variant="primary" onClick={() => filters.clear(['q', 'phase', 'with'])}>
        {say('clearFilters')}
      </Button>
    </EmptyState>
  )
}
