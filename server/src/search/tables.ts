import type { SearchCriteria } from 'souk-contract'
import type { Id } from '../lib/ids.ts'
import {
  boolean,
  computed,
  defaulted,
  integer,
  json,
  nullable,
  text,
  textArray,
  timestamp,
} from '../db/columns.ts'

export type Market = 'agents' | 'listings'
export type Alerts = 'immediate' | 'daily' | 'off'

export const searchTables = {
  search_arrivals: { market: text<Market>(), item_id: text() },
  saved_searches: {
    id: text<Id<'sch'>>(),
    agent_id: text<Id<'agt'>>(),
    user_id: nullable(text<Id<'usr'>>()),
    name: text(),
    market: text<Market>(),
    criteria: json<SearchCriteria>(),
    words: nullable(text()),
    query: computed(nullable({ ...text(), sqlType: 'tsquery' })),
    alerts: text<Alerts>(),
    mail: boolean(),
    since: timestamp(),
    alert_at: nullable(timestamp()),
    alerted_at: nullable(timestamp()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  saved_search_matches: {
    search_id: text<Id<'sch'>>(),
    item_id: text(),
    matched_at: timestamp(),
    announced: defaulted(boolean()),
  },
  favorites: {
    agent_id: text<Id<'agt'>>(),
    kind: text<'agent' | 'listing'>(),
    target_id: text(),
    created_at: timestamp(),
  },
  search_words: {
    word: text(),
    keys: computed(textArray()),
    agents: integer(),
    names: integer(),
    listings: integer(),
  },
  search_progress: { singleton: defaulted(boolean()), due_at: timestamp() },
}
