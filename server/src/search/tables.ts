import { boolean, computed, defaulted, integer, text, textArray, timestamp } from '../db/columns.ts'

export const searchTables = {
  search_words: {
    word: text(),
    keys: computed(textArray()),
    agents: integer(),
    names: integer(),
    listings: integer(),
  },
  search_progress: { singleton: defaulted(boolean()), due_at: timestamp() },
}
