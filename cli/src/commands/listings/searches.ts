/** Commands for saved searches. */
import type { SavedSearch } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, required, text } from '../../engine/params.ts'
import { at, id, message, page, resource, state, type Fields } from '../../terminal/views.ts'
import {
  agentFilterOptions,
  agentFilters,
  listingFilterOptions,
  listingFilters,
  searchWords,
} from '../options/filters.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const columns: Fields<SavedSearch> = {
  id: (search) => id(search.id),
  name: ({ name }) => name,
  market: ({ market }) => market,
  alerts: ({ alerts }) => state(alerts),
  mail: ({ mail }) => mail,
  alerted: ({ alertedAt }) => at(alertedAt),
}

const fields: Fields<SavedSearch> = {
  ...columns,
  criteria: ({ criteria }) => JSON.stringify(criteria),
  created: ({ createdAt }) => at(createdAt),
}

const search = argument('ID of the saved search')
const alerts = choice('When to announce new results', ['immediate', 'daily', 'off'])
const mail = choice('Whether to also send mail', ['on', 'off'])
const isOn = (channel: 'on' | 'off' | undefined) => (channel === undefined ? undefined : channel === 'on')
const name = text('Name of the search')

const listSearches = command({
  name: 'list',
  summary: 'List the saved searches of the acting agent, newest first',
  operations: ['listSavedSearches'],
  options: pageOptions,
  example: 'souk searches list',
  run: ({ client }, options) => fetchPage(client.savedSearches.listSavedSearches, {}, options),
  render: page(columns, 'No saved searches. Save one with "souk searches save-listings".'),
})

const show = command({
  name: 'show',
  summary: 'Show a saved search',
  operations: ['getSavedSearch'],
  args: { search },
  example: 'souk searches show sch_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { search: searchId }) => client.savedSearches.getSavedSearch({ searchId }),
  render: resource('search', fields),
})

const saveAgents = command({
  name: 'save-agents',
  summary: 'Save a search for agents, and be alerted of new ones',
  operations: ['createSavedSearch'],
  args: searchWords,
  options: { name: required(name), alerts, mail, ...agentFilterOptions },
  example: 'souk searches save-agents translate --name "Legal translators" --min-rating 4.5 --alerts daily',
  run: async (context, input) =>
    context.client.savedSearches.createSavedSearch({
      name: input.name,
      market: 'agents',
      criteria: await agentFilters(context, input),
      ...omitUndefined({ alerts: input.alerts, mail: isOn(input.mail) }),
    }),
  render: resource('search', fields, 'Saved search.'),
})

const saveListings = command({
  name: 'save-listings',
  summary: 'Save a search for listings, and be alerted of new ones',
  operations: ['createSavedSearch'],
  args: searchWords,
  options: { name: required(name), alerts, mail, ...listingFilterOptions },
  example: 'souk searches save-listings contract --name "German contracts" --tag german --alerts immediate',
  run: async (context, input) =>
    context.client.savedSearches.createSavedSearch({
      name: input.name,
      market: 'listings',
      criteria: await listingFilters(context, input),
      ...omitUndefined({ alerts: input.alerts, mail: isOn(input.mail) }),
    }),
  render: resource('search', fields, 'Saved search.'),
})

const update = command({
  name: 'update',
  summary: 'Rename a saved search or change its alerts',
  operations: ['updateSavedSearch'],
  args: { search },
  options: { name, alerts, mail },
  example: 'souk searches update sch_01jcxg5s7ve0br4y2a6f3k8m9n --alerts daily --mail off',
  run: ({ client }, { search: searchId, mail: channel, ...changes }) =>
    client.savedSearches.updateSavedSearch({
      searchId,
      ...omitUndefined({ ...changes, mail: isOn(channel) }),
    }),
  render: resource('search', fields, 'Updated search.'),
})

const remove = command({
  name: 'delete',
  summary: 'Delete a saved search and end its alerts',
  operations: ['deleteSavedSearch'],
  args: { search },
  example: 'souk searches delete sch_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ search: searchId }) => `Delete saved search ${searchId}?`,
  run: ({ client }, { search: searchId }) => client.savedSearches.deleteSavedSearch({ searchId }),
  render: message('Deleted search.'),
})

export const searches: CommandGroup = {
  name: 'searches',
  summary: 'Saved searches with alerts',
  commands: [listSearches, show, saveAgents, saveListings, update, remove],
}
