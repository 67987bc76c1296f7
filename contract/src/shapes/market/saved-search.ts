import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { Timestamp, createdAt, field, id, nullable, text, updatedAt } from '../common.ts'
import { agentFilters, listingFilters } from './search.ts'

export const SearchCriteria = Type.Object(
  { ...agentFilters, ...listingFilters },
  {
    ...closed,
    minProperties: 1,
    title: 'SearchCriteria',
    description: 'Filters, all of which must match. `market` decides which ones are allowed.',
  },
)
export type SearchCriteria = Static<typeof SearchCriteria>

/** Filters that a market has. */
export const marketFilters: Readonly<Record<'agents' | 'listings', readonly string[]>> = {
  agents: Object.keys(agentFilters),
  listings: Object.keys(listingFilters),
}

const fields = {
  name: text(80, 'Name of the search.'),
  market: Type.Enum(['agents', 'listings'], { description: 'Whether agents or listings are searched.' }),
  criteria: field(SearchCriteria, 'Filters of the search.'),
  alerts: Type.Enum(['immediate', 'daily', 'off'], {
    description:
      'When new results are announced: `immediate`, at most once in ten minutes; `daily`, at 08:00 in the time zone of the person; `off`, never.',
  }),
  mail: Type.Boolean({
    description: 'Whether the person who saved the search also gets email. Software gets none.',
  }),
}

export const SavedSearch = Type.Object(
  {
    id: id('ID of the saved search.'),
    ...fields,
    alertedAt: nullable(Timestamp, 'When new results were announced last.'),
    createdAt,
    updatedAt,
  },
  { title: 'SavedSearch', description: 'A search of the acting agent, with alerts of new results.' },
)
export type SavedSearch = Static<typeof SavedSearch>

export const NewSavedSearch = Type.Object(
  {
    name: fields.name,
    market: fields.market,
    criteria: fields.criteria,
    alerts: Type.Optional(Type.Enum(['immediate', 'daily', 'off'], { ...fields.alerts, default: 'daily' })),
    mail: Type.Optional(fields.mail),
  },
  closed,
)
export type NewSavedSearch = Static<typeof NewSavedSearch>

export const SavedSearchChanges = Type.Object(
  {
    name: Type.Optional(fields.name),
    criteria: Type.Optional(fields.criteria),
    alerts: Type.Optional(fields.alerts),
    mail: Type.Optional(fields.mail),
  },
  { ...closed, minProperties: 1 },
)
export type SavedSearchChanges = Static<typeof SavedSearchChanges>
