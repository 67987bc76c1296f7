import type { ReactNode } from 'react'
import classes from './table.module.css'

export interface Column<Item> {
  readonly name: string
  readonly show: (item: Item) => ReactNode
  readonly number?: boolean
}

interface TableProps<Item> {
  /** What the table lists, for those who cannot see it. */
  readonly caption: string
  readonly columns: readonly Column<Item>[]
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
}

/** A table that becomes a list of cards where there is no room for columns. */
export function Table<Item>({ caption, columns, items, keyOf }: TableProps<Item>) {
  return (
    <div className={classes.holder}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, number }) => (
              <th key={name} scope="col" className={number === true ? classes.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map(({ name, show, number }) => (
                <td key={name} data-name={name} className={number === true ? classes.number : undefined}>
                  {show(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
