import { useCallback, useMemo, type ReactNode } from 'react'
import { SortHead, type SortDirection } from './sort-head.tsx'
import classes from './table.module.css'
import { WindowedRows, type WindowedRow } from './windowed-rows.tsx'

export interface Column<Item> {
  readonly name: string
  readonly render: (item: Item, isSelected: boolean) => ReactNode
  readonly numeric?: boolean
  readonly className?: string | undefined
  /** Set on columns by which the table can be sorted, with the only order that they have. */
  readonly sort?: { readonly key: string; readonly direction: SortDirection }
}

export interface Sorting {
  /** Key of the column by which the items are sorted. */
  readonly by: string
  readonly onSort: (key: string) => void
}

/** Height of a row on wide screens. */
const rowHeight = 47

interface TableProps<Item> {
  /** Read by screen readers, not shown. */
  readonly caption: string
  /** Pass a stable array: new columns render every row again. */
  readonly columns: readonly Column<Item>[]
  readonly items: readonly Item[]
  readonly rowKey: (item: Item) => string
  readonly selected?: ReadonlySet<string>
  readonly sorting?: Sorting | undefined
  /** With an outline, for tables that are not in a panel. */
  readonly outlined?: boolean
  /** Replaces the layout of narrow screens, on which rows are cards. */
  readonly className?: string | undefined
}

const none: ReadonlySet<string> = new Set()

/** Table of any length, of which only the rows near the visible part are in the document. J and K move between its rows. */
export function Table<Item>(props: TableProps<Item>) {
  const { caption, columns, items, rowKey, selected = none, sorting, outlined = false, className } = props
  const row = useCallback(
    (item: Item, window: WindowedRow) => {
      const key = rowKey(item)
      return (
        <Row
          key={key}
          id={key}
          window={window}
          isSelected={selected.has(key)}
          columns={columns}
          item={item}
        />
      )
    },
    [columns, rowKey, selected],
  )
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
              <Head key={column.name} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          <WindowedRows items={items} columns={columns.length} rowHeight={rowHeight}>
            {row}
          </WindowedRows>
        </tbody>
      </table>
    </div>
  )
}

function Head<Item>({ column, sorting }: { column: Column<Item>; sorting: Sorting | undefined }) {
  const { name, sort, numeric = false } = column
  if (sort === undefined || sorting === undefined)
    return (
      <th scope="col" className={classOf(column)}>
        {name}
      </th>
    )
  return (
    <SortHead
      name={name}
      className={classOf(column)}
      numeric={numeric}
      sorted={sorting.by === sort.key ? sort.direction : undefined}
      next={sort.direction}
      onSort={() => sorting.onSort(sort.key)}
    />
  )
}

interface RowProps<Item> {
  readonly id: string
  readonly item: Item
  readonly columns: readonly Column<Item>[]
  readonly isSelected: boolean
  readonly window: WindowedRow
}

/** Another page of results renders the table, but not the rows that it has: React skips an element that is the same object. */
function Row<Item>({ id, item, columns, isSelected, window }: RowProps<Item>) {
  return useMemo(
    () => (
      <tr data-item={id} data-selected={isSelected} {...window}>
        {columns.map((column) => (
          <td key={column.name} data-name={column.name} className={classOf(column)}>
            {column.render(item, isSelected)}
          </td>
        ))}
      </tr>
    ),
    [id, item, columns, isSelected, window],
  )
}

const classOf = <Item,>({ numeric = false, className }: Column<Item>) =>
  [numeric ? classes.numeric : '', className ?? ''].filter(Boolean).join(' ') || undefined
