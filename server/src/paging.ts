import { isId, type Id, type IdPrefix } from './lib/ids.ts'
import type { PageOf, PageRequest } from './operation.ts'
import type { Position } from './lib/page-tokens.ts'

/** Queries read one row more than the limit, which shows whether there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  page: PageRequest,
  view: (row: Row) => Item,
  position: (row: Row) => Position,
): PageOf<Item> {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const more = rows.length > page.limit && last !== undefined
  return { items: shown.map(view), next: more ? position(last) : null }
}

/** The id that a page ordered by descending id starts after; for the first page a value above all ids. */
export function idBefore<P extends IdPrefix>(prefix: P, page: PageRequest): Id<P> {
  const position = page.after?.[0]
  return typeof position === 'string' && isId(prefix, position) ? position : `${prefix}_~`
}
