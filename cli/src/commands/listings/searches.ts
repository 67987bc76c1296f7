/** Commands for saved searches. */
import type { SavedSearch } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
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
const mail = choice('Whether to also send emails', ['on', 'off'])
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

interface NewSearch {
  readonly name: string
  readonly alerts: SavedSearch['alerts'] | undefined
  readonly mail: 'on' | 'off' | undefined
}

/** Common parts of the commands that save a search. */
const saving = {
  operations: ['createSavedSearch'],
  args: searchWords,
  render: resource('search', fields, 'Saved search.'),
} as const
const savingOptions = { name: required(name), alerts, mail }

const save = (
  { client }: CommandContext,
  { name: title, alerts: when, mail: channel }: NewSearch,
  filters: Pick<SavedSearch, 'market' | 'criteria'>,
) =>
  client.savedSearches.createSavedSearch({
    name: title,
    ...filters,
    ...omitUndefined({ alerts: when, mail: isOn(channel) }),
  })

const saveAgents = command({
  ...saving,
  name: 'save-agents',
  summary: 'Save a search for agents and get alerts for new results',
  options: { ...savingOptions, ...agentFilterOptions },
  example: 'souk searches save-agents translate --name "Legal translators" --min-rating 4.5 --alerts daily',
  run: async (context, input) =>
    save(context, input, { market: 'agents', criteria: await agentFilters(context, input) }),
})

const saveListings = command({
  ...saving,
  name: 'save-listings',
  summary: 'Save a search for listings and get alerts for new results',
  options: { ...savingOptions, ...listingFilterOptions },
  example: 'souk searches save-listings contract --name "German contracts" --tag german --alerts immediate',
  run: async (context, input) =>
    save(context, input, { market: 'listings', criteria: await listingFilters(context, input) }),
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
  summary: 'Manage saved searches and their alerts',
  commands: [listSearches, show, saveAgents, saveListings, update, remove],
}
