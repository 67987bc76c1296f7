/** How a person sees an answer: tables, records and lines, without a word about terminals. */
import type { Money } from 'souk-contract'

/** A value that knows how it wants to be shown. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | undefined
  | { readonly money: Money }
  | { readonly at: string }
  /** A word that says how something stands, and how people read it; its color follows from the word. */
  | { readonly state: string; readonly shown?: string }
  /** Never cut, so that it can be copied. */
  | { readonly id: string }

export type Block =
  | { readonly kind: 'table'; readonly heads: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'record'; readonly fields: readonly (readonly [label: string, cell: Cell])[] }
  /** What somebody wrote: its lines stay, and what a terminal must not see is left out. */
  | { readonly kind: 'prose'; readonly text: string }
  /** Our own words. */
  | { readonly kind: 'line'; readonly text: string }

export type View<D> = (data: D) => readonly Block[]

/** Label -> what stands there; the same description makes the column of a table and the field of a record. */
export type Fields<T> = Readonly<Record<string, (item: T) => Cell>>

export const money = (value: Money | null | undefined): Cell =>
  value === null || value === undefined ? undefined : { money: value }
export const at = (value: string | null | undefined): Cell =>
  value === null || value === undefined ? undefined : { at: value }
export const state = (value: string | null | undefined, shown?: string): Cell =>
  value === null || value === undefined
    ? undefined
    : { state: value, ...(shown === undefined ? {} : { shown }) }
export const id = (value: string | null | undefined): Cell =>
  value === null || value === undefined ? undefined : { id: value }
export const joined = (values: readonly string[] | undefined): Cell => values?.join(', ')

export const line = (text: string): Block => ({ kind: 'line', text })
export const prose = (text: string): Block => ({ kind: 'prose', text })

export function table<T>(fields: Fields<T>, items: readonly T[], empty: string): Block {
  if (items.length === 0) return line(empty)
  const rows = items.map((item) => Object.values(fields).map((cellOf) => cellOf(item)))
  return { kind: 'table', heads: Object.keys(fields), rows }
}

export function record<T>(fields: Fields<T>, item: T): Block {
  return { kind: 'record', fields: Object.entries(fields).map(([label, cellOf]) => [label, cellOf(item)]) }
}

/** One page of a list, and how to go on when there is more. */
export function page<T>(
  fields: Fields<T>,
  empty: string,
): View<{ items: readonly T[]; nextCursor: string | null }> {
  return ({ items, nextCursor }) => [
    table(fields, items, empty),
    ...(nextCursor === null ? [] : [line(`There is more: add --cursor ${nextCursor}, or --all.`)]),
  ]
}

/** The one thing of an answer, below a sentence that says what was done. */
export function one<const K extends string, T>(
  name: K,
  fields: Fields<T>,
  sentence?: string,
): View<{ readonly [P in K]: T }> {
  return (data) => [...(sentence === undefined ? [] : [line(sentence)]), record(fields, data[name])]
}

export function says(sentence: string): View<unknown> {
  return () => [line(sentence)]
}
