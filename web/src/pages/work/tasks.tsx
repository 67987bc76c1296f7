import { useRef, useState, type ReactNode } from 'react'
import type { Market } from 'souk-contract'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { useListKeys } from '../../lib/hooks/use-list-keys.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { Board } from './board.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { filterRows, type WorkRow } from './rows.ts'
import { TaskTable } from './task-table.tsx'
import { toggled, useReviewable } from './selection.ts'
import classes from './tasks.module.css'
import { dueBefore, NoResults, Toolbar, workParameters, type WorkFilters } from './toolbar.tsx'
import { useArchive } from './use-archive.ts'

interface TasksProps {
  readonly rows: readonly WorkRow[]
  readonly role: Market['role'] | undefined
  /** Handle of the acting agent. */
  readonly agent: string
  readonly tabs: ReactNode
}

/** Tasks as a board or a table, with filters in the URL, and actions on those that are selected. */
export function Tasks({ rows, role, agent, tabs }: TasksProps) {
  const filters: WorkFilters = useFilters(workParameters)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const toggle = (id: string) => setSelected((before) => toggled(before, id))
  const archived = filters.get('archived') !== ''
  const filter = {
    role,
    q: filters.get('q'),
    phase: filters.get('phase'),
    with: filters.get('with'),
    dueBefore: dueBefore(filters.get('due'), useNow(60_000)),
    archived,
  }
  const shown = filterRows(rows, filter)
  const chosen = shown.filter(({ id }) => selected.has(id))
  const archive = useArchiveOf(agent, shown, () => setSelected(new Set()))
  useListKeys(list, {
    select: toggle,
    archive: (id) => archive.run(chosen.length === 0 ? shown.filter((row) => row.id === id) : chosen),
  })
  const reviewable = useReviewable()
  const view = { rows: shown, selected, onToggle: toggle, onArchive: archive.run, reviewable, filters }
  const everything = { ...filter, q: '', phase: '', with: '', dueBefore: undefined }
  return (
    <>
      <Toolbar tabs={tabs} rows={filterRows(rows, everything)} filters={filters} />
      <div ref={list} className={classes.list}>
        {shown.length === 0 ? (
          <NoResults filters={filters} />
        ) : filters.get('view') === 'table' ? (
          <TaskTable {...view} onSelectAll={(ids) => setSelected(new Set(ids))} />
        ) : (
          <Board {...view} />
        )}
      </div>
      {chosen.length === 0 ? null : (
        <BulkBar rows={chosen} onArchive={archive.run} onClear={() => setSelected(new Set())} />
      )}
    </>
  )
}

/** Archives the ended rows, or restores those of the archive. */
function useArchiveOf(agent: string, shown: readonly WorkRow[], onDone: () => void) {
  const { archive, restore } = useArchive(agent)
  return {
    run: (rows: readonly WorkRow[]) => {
      const ids = rows.filter(({ section }) => section === 'closed').map(({ id }) => id)
      if (ids.length === 0) return
      if (shown.some(({ archived }) => archived)) restore(ids)
      else archive(ids)
      onDone()
    },
  }
}
