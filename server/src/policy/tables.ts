import type { Policy } from 'souk-contract'
import { integer, json, nullable, text, timestamp } from '../db/columns.ts'
import type { Id } from '../lib/ids.ts'

export const policyTables = {
  policy_changes: {
    version: integer(),
    settings: json<Partial<Policy>>(),
    changed_by: text<Id<'usr'>>(),
    reason: text(),
    created_at: timestamp(),
    read_only_since: nullable(timestamp()),
  },
}
