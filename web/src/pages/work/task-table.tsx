import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { say } from '../../messages/en/work.ts'
import { sections, type Section } from '../../tasks/section.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { Amount } from '../../ui/data/amount.tsx'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { Link } from '../../ui/page/link.tsx'
import { SortHead } from '../../ui/lists/sort-head.tsx'
import { Party } from '../../ui/people/party.tsx'
import { WindowedRows, type WindowedRow } from '../../ui/lists/windowed-rows.tsx'
import { ArchiveButton, Count, Due, sectionNames } from './board.tsx'
import { nextStepOf } from './next-step.ts'
import { sortKeys, sortRows, taskPath, type SortKey, type WorkRow } from './rows.ts'
import { toggled } from './selection.ts'
import classes from './task-table.module.css'
import type { WorkView } from './work-view.ts'
import type { WorkFilters } from './toolbar.tsx'

interface TaskTableProps extends WorkView {
  readonly onSelectAll: (ids: readonly string[]) => void
}

/** Columns with their sort key; those without one are not sorted by. */
const columns: readonly (readonly [name: string, key?: SortKey, numeric?: true])[] = [
  [say('task'), 'title'],
  [say('role')],
  [say('with'), 'with'],
  [say('phase')],
  [say('amount'), 'amount', true],
  [say('deadline'), 'deadline'],
]

/** Tasks grouped by next step. The order within the groups is kept in the URL. */
export function TaskTable({ rows, onSelectAll, ...view }: TaskTableProps) {
  const { filters, selected } = view
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const sort = sortOf(filters)
  const sorted = sort === undefined ? rows : sortRows(rows, sort)
  const allSelected = rows.every(({ id }) => selected.has(id))
  return (
    <div className={classes.holder}>
      <table className={classes.table} aria-rowcount={rowCountOf(rows)}>
        <caption className="visually-hidden">{say('tasks')}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.check}>
              <input
                type="checkbox"
                aria-label={say('selectAll')}
                checked={allSelected}
                onChange={() => onSelectAll(allSelected ? [] : rows.map(({ id }) => id))}
              />
            </th>
            {columns.map(([name, key, numeric]) => (
              <ColumnHead key={name} {...{ name, sortKey: key, numeric, sort, filters }} />
            ))}
            <th scope="col" className={classes.numeric}>
              {say('nextStep')}
            </th>
          </tr>
        </thead>
        {sections.map((section) => (
          <Group
            key={section}
            section={section}
            firstRow={firstRowOf(section, rows)}
            rows={sorted.filter((row) => row.section === section)}
            isOpen={!closed.has(section)}
            onOpen={() => setClosed((before) => toggled(before, section))}
            {...view}
          />
        ))}
      </table>
    </div>
  )
}

/** The header, the groups and the tasks. */
function rowCountOf(rows: readonly WorkRow[]): number {
  return 1 + new Set(rows.map(({ section }) => section)).size + rows.length
}

/** Row index of a group's first task. */
function firstRowOf(section: Section, rows: readonly WorkRow[]): number {
  const before = new Set(sections.slice(0, sections.indexOf(section)))
  return 2 + rowCountOf(rows.filter((row) => before.has(row.section)))
}

interface Sort {
  readonly key: SortKey
  readonly descending: boolean
}

function sortOf(filters: WorkFilters): Sort | undefined {
  const key = sortKeys.find((name) => name === filters.get('sort'))
  return key === undefined ? undefined : { key, descending: filters.get('order') === 'desc' }
}

interface ColumnHeadProps {
  readonly name: string
  readonly sortKey: SortKey | undefined
  readonly numeric: true | undefined
  readonly sort: Sort | undefined
  readonly filters: WorkFilters
}

/** A click sorts ascending, then descending, then not. */
function ColumnHead({ name, sortKey, numeric, sort, filters }: ColumnHeadProps) {
  const className = numeric === true ? classes.numeric : undefined
  if (sortKey === undefined)
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    )
  const sorted =
    sort === undefined || sort.key !== sortKey ? undefined : sort.descending ? 'descending' : 'ascending'
  const [key, order] =
    sorted === undefined ? [sortKey, ''] : sorted === 'ascending' ? [sortKey, 'desc'] : ['', '']
  return (
    <SortHead
      name={name}
      className={className}
      numeric={numeric === true}
      sorted={sorted}
      next="ascending"
      onSort={() =>
        filters.change([
          ['sort', key],
          ['order', order],
        ])
      }
    />
  )
}

interface GroupProps extends Omit<WorkView, 'filters'> {
  readonly section: Section
  readonly firstRow: number
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function Group({ section, firstRow, rows, isOpen, onOpen, ...view }: GroupProps) {
  if (rows.length === 0) return null
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={8}>
          <button type="button" aria-expanded={isOpen} onClick={onOpen}>
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
            {sectionNames[section]}
            <Count section={section} count={rows.length} />
          </button>
        </th>
      </tr>
      {isOpen ? (
        <WindowedRows items={rows} columns={8} rowHeight={46} firstRow={firstRow}>
          {(row, window) => <TaskRow key={row.id} row={row} window={window} {...view} />}
        </WindowedRows>
      ) : null}
    </tbody>
  )
}

type TaskRowProps = Pick<WorkView, 'selected' | 'onToggle' | 'onArchive' | 'reviewable'> & {
  readonly row: WorkRow
  readonly window: WindowedRow
}

function TaskRow({ row, window, selected, onToggle, onArchive, reviewable }: TaskRowProps) {
  const { id, market, other } = row
  const step = nextStepOf(market, reviewable.has(id))
  const price = market.terms?.price
  return (
    <tr className={classes.row} data-item={id} data-selected={selected.has(id)} {...window}>
      <td className={classes.check}>
        <input
          type="checkbox"
          aria-label={say('selectTask', { title: market.title })}
          checked={selected.has(id)}
          onChange={() => onToggle(id)}
        />
      </td>
      <td className={classes.title}>
        <Link to={taskPath(row)} dir="auto" title={market.title}>
          {market.title}
        </Link>
      </td>
      <td className={classes.role}>{market.role === 'client' ? say('hiring') : say('working')}</td>
      <td className={classes.with}>
        <Party party={other} />
      </td>
      <td className={classes.phase}>
        <PhaseBadge market={market} bare />
      </td>
      <td className={`${classes.numeric} ${classes.amount}`}>
        {price === undefined ? '–' : <Amount money={price} />}
      </td>
      <td className={classes.deadline}>
        <Due row={row} />
      </td>
      <td className={`${classes.numeric} ${classes.step}`}>
        <span className={classes.actions}>
          {row.section === 'closed' ? <ArchiveButton row={row} onArchive={onArchive} /> : null}
          {step === undefined ? null : (
            <ButtonLink size="small" to={taskPath(row)}>
              {step}
            </ButtonLink>
          )}
        </span>
      </td>
    </tr>
  )
}
