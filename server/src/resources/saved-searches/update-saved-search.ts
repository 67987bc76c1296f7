import type { Contract, SavedSearchChanges } from 'souk-contract'
import type { Updateable } from 'kysely'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Schema } from '../../db/schema.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import type { Operation } from '../../operation.ts'
import { lockOwnSavedSearch } from './access.ts'
import { requirePerson } from './create-saved-search.ts'
import { discardMatches, updateSavedSearchRow } from './queries.ts'
import { requireValidCriteria, wordsOf } from './rules.ts'
import { viewSavedSearch } from './view.ts'

export const updateSavedSearch: Operation<Contract['savedSearches']['updateSavedSearch']> = async (
  tx,
  caller,
  { searchId, ...changes },
) => {
  const search = await lockOwnSavedSearch(tx, caller, searchId)
  if (changes.name !== undefined) requirePlainText('name', changes.name)
  if (changes.criteria !== undefined) requireValidCriteria(search.market, changes.criteria)
  if (changes.mail === true) requirePerson(caller)
  const restarts = changes.criteria !== undefined || changes.alerts !== undefined
  if (restarts) await discardMatches(tx, search.id)
  const updated = await updateSavedSearchRow(tx, search.id, {
    ...columnsOf(caller, changes),
    ...(restarts ? { since: tx.now, alert_at: null } : {}),
    updated_at: tx.now,
  })
  await record(tx, caller, {
    action: 'search.updated',
    target: search.id,
    details: { fields: Object.keys(changes) },
  })
  return { search: viewSavedSearch(updated) }
}

/** Maps wire fields to columns by an explicit list, so that no other field of a body reaches the table. */
function columnsOf(caller: AgentCaller, changes: SavedSearchChanges): Updateable<Schema['saved_searches']> {
  const { name, criteria, alerts, mail } = changes
  const columns: Updateable<Schema['saved_searches']> = {}
  if (caller.kind === 'user') columns.user_id = caller.userId
  if (name !== undefined) columns.name = name
  if (alerts !== undefined) columns.alerts = alerts
  if (mail !== undefined) columns.mail = mail
  if (criteria !== undefined) {
    columns.criteria = JSON.stringify(criteria)
    columns.words = wordsOf(criteria)
  }
  return columns
}
