import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from './operation.ts'

/** Sort columns of a list. The id decides between equal times. */
interface PageOrder {
  readonly at: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
}

/** Last condition of a `where`, with order and limit: the rows after the cursor, newest first, and one more than the page. */
export function newestFirst({ after, limit }: PageRequest, { at, id }: PageOrder): RawBuilder<unknown> {
  const [lastAt, lastId] = after ?? []
  const beyond = after === null ? sql`true` : sql`(${at}, ${id}) < (${lastAt}::timestamptz, ${lastId})`
  return sql`${beyond} order by ${at} desc, ${id} desc limit ${limit + 1}`
}
