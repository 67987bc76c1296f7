import { ArrowDown, ArrowUp } from 'lucide-react'
import classes from './sort-head.module.css'

export type SortDirection = 'ascending' | 'descending'

interface SortHeadProps {
  readonly name: string
  readonly className?: string | undefined
  readonly numeric?: boolean
  /** The order now; undefined if the table is sorted by another column. */
  readonly sorted: SortDirection | undefined
  /** The order that a click gives. */
  readonly next: SortDirection
  readonly onSort: () => void
}

/** Header of a column that sorts the table. */
export function SortHead({ name, className, numeric = false, sorted, next, onSort }: SortHeadProps) {
  const Icon = (sorted ?? next) === 'descending' ? ArrowDown : ArrowUp
  return (
    <th scope="col" className={className} aria-sort={sorted ?? 'none'}>
      <button
        type="button"
        className={numeric ? `${classes.button} ${classes.numeric}` : classes.button}
        onClick={onSort}
      >
        {name}
        <Icon size={12} strokeWidth={2} aria-hidden="true" />
      </button>
    </th>
  )
}
