/** Structure of human-readable output: tables, records and lines, independent of the terminal. */
import type { Money } from 'souk-contract'

/** Value of a table cell or record field, tagged with its format. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | undefined
  | { readonly money: Money }
  | { readonly at: string }
  /** State, which determines the color, and the label to print if it differs. */
  | { readonly state: string; readonly label?: string }
  /** Never truncated, so that it can be copied. */
  | { readonly id: string }

export type Block =
  | {
      readonly kind: 'table'
      readonly headers: readonly string[]
      readonly rows: readonly (readonly Cell[])[]
    }
  | { readonly kind: 'record'; readonly fields: readonly (readonly [label: string, cell: Cell])[] }
  /** Text of a user: keeps its line breaks. */
  | { readonly kind: 'prose'; readonly text: string }
  /** Text of the CLI. */
  | { readonly kind: 'line'; readonly text: string }

export type View<D> = (data: D) => readonly Block[]

/** Cells of an item by label: the columns of a table or the fields of a record. */
export type Fields<T> = Readonly<Record<string, (item: T) => Cell>>

export const money = (value: Money | null | undefined): Cell =>
  value === null || value === undefined ? undefined : { money: value }
export const at = (value: string | null | undefined): Cell =>
  value === null || value === undefined ? undefined : { at: value }
export const state = (value: string | null | undefined, label?: string): Cell =>
  value === null || value === undefined
    ? undefined
    : { state: value, ...(label === undefined ? {} : { label }) }
export const id = (value: string | null | undefined): Cell =>
  value === null || value === undefined ? undefined : { id: value }
export const joined = (values: readonly string[] | undefined): Cell => values?.join(', ')

export const line = (text: string): Block => ({ kind: 'line', text })
export const prose = (text: string): Block => ({ kind: 'prose', text })

export function table<T>(fields: Fields<T>, items: readonly T[], empty: string): Block {
  if (items.length === 0) return line(empty)
  const rows = items.map((item) => Object.values(fields).map((cellOf) => cellOf(item)))
  return { kind: 'table', headers: Object.keys(fields), rows }
}

export function record<T>(fields: Fields<T>, item: T): Block {
  return { kind: 'record', fields: Object.entries(fields).map(([label, cellOf]) => [label, cellOf(item)]) }
}

/** View of one page of a list, with the option that fetches the next. */
export function page<T>(
  fields: Fields<T>,
  empty: string,
): View<{ items: readonly T[]; nextCursor: string | null }> {
  return ({ items, nextCursor }) => [
    table(fields, items, empty),
    ...(nextCursor === null ? [] : [moreLine(nextCursor, ' or --all')]),
  ]
}

/** Line below a page that is not the last. */
export const moreLine = (cursor: string, alternative = ''): Block =>
  line(`More results: add --cursor ${cursor}${alternative}.`)

/** View of one resource, below an optional caption. */
export function resource<const K extends string, T>(
  name: K,
  fields: Fields<T>,
  caption?: string,
): View<{ readonly [P in K]: T }> {
  return (data) => [...(caption === undefined ? [] : [line(caption)]), record(fields, data[name])]
}

/** View of a result without data. */
export function message(text: string): View<unknown> {
  return () => [line(text)]
}
