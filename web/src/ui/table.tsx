import type { ReactNode } from 'react'
import classes from './table.module.css'

interface Column<Item> {
  readonly name: string
  readonly render: (item: Item) => ReactNode
  readonly numeric?: boolean
}

interface TableProps<Item> {
  /** Read by screen readers, not shown. */
  readonly caption: string
  readonly columns: readonly Column<Item>[]
  readonly items: readonly Item[]
  readonly rowKey: (item: Item) => string
  /** With an outline, for tables that are not in a panel. */
  readonly outlined?: boolean
}

/** Table whose rows become cards on narrow screens. */
export function Table<Item>({ caption, columns, items, rowKey, outlined = false }: TableProps<Item>) {
  return (
    <div className={outlined ? `${classes.holder} ${classes.outlined}` : classes.holder}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, numeric }) => (
              <th key={name} scope="col" className={numeric === true ? classes.numeric : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={rowKey(item)}>
              {columns.map(({ name, render, numeric }) => (
                <td key={name} data-name={name} className={numeric === true ? classes.numeric : undefined}>
                  {render(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
