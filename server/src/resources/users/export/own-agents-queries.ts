import { sql, type RawBuilder } from 'kysely'
import type { Id } from '../../../lib/ids.ts'

/** Rows with a unique text `sortKey`, by which pages are read. Other columns are the fields of the items. */
export type AreaRows = (userId: Id<'usr'>, now: Date) => RawBuilder<unknown>

/** Agents that the person owns, archived ones included. */
export const ownAgents = (userId: Id<'usr'>) => sql`(select id from agents where owner_id = ${userId})`
