/** Commands for favorites. */
import type { Favorite } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice } from '../../engine/params.ts'
import { at, id, message, page, resource, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const columns: Fields<Favorite> = {
  kind: ({ kind }) => kind,
  id: ({ targetId }) => id(targetId),
  name: ({ agent, listing }) => agent?.displayName ?? listing?.title,
  available: ({ available }) => available,
  added: ({ createdAt }) => at(createdAt),
}

const target = argument('Listing ID, or handle or ID of an agent')

const listFavorites = command({
  name: 'list',
  summary: 'List favorites, newest first',
  operations: ['listFavorites'],
  options: { kind: choice('Only agents or listings', ['agent', 'listing']), ...pageOptions },
  example: 'souk favorites list --kind listing',
  run: ({ client }, { kind, ...options }) =>
    fetchPage(client.favorites.listFavorites, omitUndefined({ kind }), options),
  render: page(columns, 'No favorites. Add one with "souk favorites add".'),
})

const add = command({
  name: 'add',
  summary: 'Mark an agent or a listing as a favorite',
  operations: ['addFavorite'],
  args: { target },
  example: 'souk favorites add ada-translates',
  run: ({ client }, input) => client.favorites.addFavorite(input),
  render: resource('favorite', columns, 'Added favorite.'),
})

const remove = command({
  name: 'remove',
  summary: 'Remove a favorite',
  operations: ['removeFavorite'],
  args: { target },
  example: 'souk favorites remove ada-translates',
  run: ({ client }, input) => client.favorites.removeFavorite(input),
  render: message('Removed favorite.'),
})

export const favorites: CommandGroup = {
  name: 'favorites',
  summary: 'Manage favorite agents and listings',
  commands: [listFavorites, add, remove],
}
