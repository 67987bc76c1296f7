import type { ReactNode } from 'react'
import classes from './table.module.css'
import { WindowedRows } from './windowed-rows.tsx'

interface Column<Item> {
  readonly name: string
  readonly render: (item: Item) => ReactNode
  readonly numeric?: boolean
  readonly className?: string | undefined
}

/** Height of a row on wide screens. */
const rowHeight = 47

interface TableProps<Item> {
  /** Read by screen readers, not shown. */
  readonly caption: string
  readonly columns: readonly Column<Item>[]
  readonly items: readonly Item[]
  readonly rowKey: (item: Item) => string
  /** With an outline, for tables that are not in a panel. */
  readonly outlined?: boolean
  /** Replaces the layout of narrow screens, on which rows are cards. */
  readonly className?: string | undefined
}

/** Table of any length, of which only the rows near the visible part are in the document. J and K move between its rows. */
export function Table<Item>(props: TableProps<Item>) {
  const { caption, columns, items, rowKey, outlined = false, className } = props
  const classOf = ({ numeric = false, className: own }: Column<Item>) =>
    [numeric ? classes.numeric : '', own ?? ''].filter(Boolean).join(' ') || undefined
  return (
    <div className={outlined ? `${classes.holder} ${classes.outlined}` : classes.holder}>
      <table
        className={className === undefined ? classes.table : `${classes.table} ${className}`}
        aria-rowcount={items.length + 1}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <WindowedRows items={items} columns={columns.length} rowHeight={rowHeight}>
            {(item, window) => (
              <tr key={rowKey(item)} data-item={rowKey(item)} {...window}>
                {columns.map((column) => (
                  <td key={column.name} data-name={column.name} className={classOf(column)}>
                    {column.render(item)}
                  </td>
                ))}
              </tr>
            )}
          </WindowedRows>
        </tbody>
      </table>
    </div>
  )
}
