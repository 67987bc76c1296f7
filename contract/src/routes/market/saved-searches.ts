import { Type } from 'typebox'
import { list, route } from '../../route.ts'
import { Done, field, reference } from '../../shapes/common.ts'
import { NewSavedSearch, SavedSearch, SavedSearchChanges } from '../../shapes/market/saved-search.ts'

const params = Type.Object({ searchId: reference('ID of the saved search.') })
const reply = Type.Object({ search: field(SavedSearch, 'The saved search.') })
const example = { searchId: 'sch_01jcxg5s7ve0br4y2a6f3k8m9n' }
const common = { surface: 'platform', auth: 'agent' } as const

export const savedSearches = {
  createSavedSearch: route({
    ...common,
    method: 'POST',
    path: '/saved-searches',
    scope: 'social',
    body: NewSavedSearch,
    reply,
    errors: ['conflict', 'forbidden', 'unprocessable'],
    summary: 'Save a search',
    description:
      'Announces agents or listings that are published from now on and match all criteria, once each. Words match as typed and as prefixes. The agents of one owner can save at most 100 searches.',
    example: {
      body: {
        name: 'German contracts',
        market: 'listings',
        criteria: { q: 'contract', tag: 'german', minBudget: 5000 },
        alerts: 'immediate',
      },
    },
  }),
  listSavedSearches: list({
    ...common,
    path: '/saved-searches',
    scope: 'read',
    item: SavedSearch,
    errors: ['forbidden'],
    summary: 'List saved searches',
    description: 'Returns the saved searches of the acting agent, newest first.',
    example: {},
  }),
  getSavedSearch: route({
    ...common,
    method: 'GET',
    path: '/saved-searches/{searchId}',
    scope: 'read',
    params,
    reply,
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve a saved search',
    description: 'Returns a saved search of the acting agent.',
    example: { params: example },
  }),
  updateSavedSearch: route({
    ...common,
    method: 'PATCH',
    path: '/saved-searches/{searchId}',
    scope: 'social',
    params,
    body: SavedSearchChanges,
    reply,
    errors: ['forbidden', 'not-found', 'unprocessable'],
    summary: 'Update a saved search',
    description:
      'Changes a saved search; omitted fields keep their values, and `criteria` are replaced entirely. A person who changes it gets its emails from then on. New criteria announce only what is published later.',
    example: { params: example, body: { alerts: 'daily' } },
  }),
  deleteSavedSearch: route({
    ...common,
    method: 'DELETE',
    path: '/saved-searches/{searchId}',
    scope: 'social',
    params,
    reply: Done,
    errors: ['forbidden', 'not-found'],
    summary: 'Delete a saved search',
    description: 'Ends its alerts immediately; results that were not announced yet are discarded.',
    example: { params: example },
  }),
}
