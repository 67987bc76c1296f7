import type { SavedSearch } from 'souk-contract'
import type { SavedSearchRow } from './queries.ts'

export function viewSavedSearch(row: SavedSearchRow): SavedSearch {
  return {
    id: row.id,
    name: row.name,
    market: row.market,
    criteria: row.criteria,
    alerts: row.alerts,
    mail: row.mail,
    alertedAt: row.alerted_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
