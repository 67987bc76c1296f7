import type { Market, Task } from 'souk-contract'
import { marketOf } from '../../tasks/market.ts'
import { sectionOf, type Section } from '../../tasks/section.ts'
import { displayNameOf } from '../../ui/people/party.tsx'

/** A task with everything that the board and the table derive from it. */
export interface WorkRow {
  readonly id: string
  readonly task: Task
  readonly market: Market
  readonly other: Market['client']
  readonly section: Section
  readonly archived: boolean
}

export const sortKeys = ['title', 'with', 'amount', 'deadline'] as const
export type SortKey = (typeof sortKeys)[number]

interface RowFilter {
  readonly role: Market['role'] | undefined
  readonly q: string
  readonly phase: string
  readonly with: string
  /** Only deadlines before this time. */
  readonly dueBefore: number | undefined
  readonly archived: boolean
}

export function rowsOf(
  tasks: readonly Task[],
  archived: ReadonlySet<string> = new Set(),
): readonly WorkRow[] {
  return tasks.map((task) => {
    const market = marketOf(task)
    const other = market.role === 'client' ? market.provider : market.client
    return { id: task.id, task, market, other, section: sectionOf(market), archived: archived.has(task.id) }
  })
}

export function filterRows(rows: readonly WorkRow[], filter: RowFilter): readonly WorkRow[] {
  const text = filter.q.trim().toLocaleLowerCase()
  return rows.filter(
    ({ market, other, archived }) =>
      archived === filter.archived &&
      (filter.role === undefined || market.role === filter.role) &&
      (filter.phase === '' || market.phase === filter.phase) &&
      (filter.with === '' || other.name === filter.with) &&
      (filter.dueBefore === undefined || dueAt(market) < filter.dueBefore) &&
      (text === '' || `${market.title} ${displayNameOf(other)}`.toLocaleLowerCase().includes(text)),
  )
}

/** Sorts a copy. Rows without a value come last in both directions; equal ones keep their order. */
export function sortRows(
  rows: readonly WorkRow[],
  { key, descending }: { readonly key: SortKey; readonly descending: boolean },
): readonly WorkRow[] {
  const sign = descending ? -1 : 1
  return [...rows].toSorted((one, other) => {
    const [left, right] = [valueOf(one, key), valueOf(other, key)]
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined)
    return sign * compare(left, right)
  })
}

/** Without a deadline: never. */
function dueAt({ deadlines }: Market): number {
  return deadlines === undefined ? Infinity : Date.parse(deadlines.next)
}

function valueOf({ market, other }: WorkRow, key: SortKey): string | number | undefined {
  switch (key) {
    case 'title':
      return market.title
    case 'with':
      return displayNameOf(other)
    case 'amount':
      return market.terms?.price?.amount
    case 'deadline':
      return market.deadlines === undefined ? undefined : Date.parse(market.deadlines.next)
  }
}

function compare(left: string | number, right: string | number): number {
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : String(left).localeCompare(String(right))
}

export const taskPath = ({ id, market }: Pick<WorkRow, 'id' | 'market'>): string =>
  `/tasks/${market.provider.name}/${id}`
