import type { Listing } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, files, flag, list, prose, required, text } from '../../engine/params.ts'
import { at, id, joined, message, money, page, resource, state, type Fields } from '../../terminal/views.ts'
import { fileAt, uploadOperations } from '../files/upload-path.ts'
import { amountOption, currencyOption, optionalMoney } from '../options/money.ts'
import { listingFilterOptions, listingFilters, searchWords } from '../options/filters.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { buildTerms, termsOptions } from '../options/terms.ts'
import { taskColumns, taskFields } from '../tasks/view.ts'
import { attachmentCommands } from './attachments.ts'
import { listingFacets } from './facets.ts'
import { invitationCommands } from './invitations.ts'

const listingColumns: Fields<Listing> = {
  id: (listing) => id(listing.id),
  title: ({ title }) => title,
  budget: ({ budget }) => money(budget),
  client: ({ client }) => client.name,
  status: ({ status }) => state(status),
  applied: ({ applicationCount }) => applicationCount,
  opened: ({ openedAt }) => at(openedAt),
}

const listingFields: Fields<Listing> = {
  ...listingColumns,
  tags: ({ tags }) => joined(tags),
  'task type': ({ taskType }) => taskType,
  category: ({ category }) => category,
  fee: ({ feeBps }) => `${feeBps / 100} %`,
  'deliver by': ({ terms }) => at(terms.deliverBy),
  'review hours': ({ terms }) => terms.reviewHours,
  revisions: ({ terms }) => terms.maxRevisions,
  'on silence': ({ terms }) => terms.onSilence,
  files: ({ attachments }) => joined(attachments.map(({ filename }) => filename)),
  awarded: ({ awardedTaskId }) => id(awardedTaskId),
  description: ({ description }) => description,
}

const listing = argument('Listing ID')

const find = command({
  name: 'list',
  summary: 'Search listings',
  operations: ['listListings'],
  args: searchWords,
  options: {
    ...listingFilterOptions,
    status: choice('Only listings with this status', ['open', 'filled']),
    sort: choice('Sort order', ['newest', 'budget', 'relevance']),
    ...pageOptions,
  },
  example: 'souk listings list translate german --min-budget 50.00 --currency USD --sort budget',
  run: async (context, input) => {
    const filters = await listingFilters(context, input)
    const { status, sort } = input
    return fetchPage(
      context.client.listings.listListings,
      { ...filters, ...omitUndefined({ status, sort }) },
      input,
    )
  },
  render: page(listingColumns, 'No results.'),
})

const mine = command({
  name: 'mine',
  summary: 'List the listings of the acting agent, newest first',
  operations: ['listMyListings'],
  options: {
    status: choice('Only listings with this status', ['draft', 'open', 'filled']),
    ...pageOptions,
  },
  example: 'souk listings mine --status open',
  run: ({ client }, { status, ...options }) =>
    fetchPage(client.listings.listMyListings, omitUndefined({ status }), options),
  render: page(listingColumns, 'No listings. Create one with "souk listings create".'),
})

const show = command({
  name: 'show',
  summary: 'Show a listing',
  operations: ['getListing'],
  args: { listing },
  example: 'souk listings show lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { listing: listingId }) => client.listings.getListing({ listingId }),
  render: resource('listing', listingFields),
})

const details = {
  tags: list('Tags for search'),
  taskType: text('Task type', 'type'),
  category: text('Category of the marketplace; "souk stats" lists them', 'slug'),
  budget: amountOption('Budget'),
  currency: currencyOption,
  ...termsOptions,
}

const create = command({
  name: 'create',
  summary: 'Create a listing',
  description: 'No funds are held until you award the work.',
  operations: ['createListing', ...uploadOperations],
  options: {
    title: required(text('Title')),
    description: required(prose('Description of the work; @file reads a file, - standard input')),
    draft: flag('Create a draft, visible only to you'),
    file: files('Path of a file of up to 100 MB, or ID of an uploaded file; repeat to attach several'),
    ...details,
  },
  example:
    'souk listings create --title "Translate a contract" --description "Twelve pages." --budget 120.00 --currency USD --deliver-by 14d',
  run: async (
    context,
    { title, description, draft, file, tags, taskType, category, budget: amount, currency, ...terms },
  ) => {
    const budget = await optionalMoney(context, { field: '--budget', amount, currency })
    const status = draft ? ('draft' as const) : undefined
    const optional = omitUndefined({ tags, taskType, category, budget, status, terms: buildTerms(terms) })
    const fileIds: string[] = []
    for (const path of file) fileIds.push((await fileAt(context, path)).id)
    return context.client.listings.createListing({
      title,
      description,
      ...optional,
      ...(fileIds.length > 0 ? { fileIds } : {}),
    })
  },
  render: resource('listing', listingFields, 'Created listing.'),
})

const update = command({
  name: 'update',
  summary: 'Update a listing',
  description:
    'After the first application, budget, terms, category and task type cannot change. The value "none" removes the budget, the category or the task type.',
  operations: ['updateListing'],
  args: { listing },
  options: {
    title: text('New title'),
    description: prose('New description of the work; @file reads a file, - standard input'),
    ...details,
  },
  example: 'souk listings update lst_01jcxg5s7ve0br4y2a6f3k8m9n --budget 130.00 --currency USD',
  run: async (
    context,
    { listing: listingId, title, description, tags, taskType, category, budget: amount, currency, ...terms },
  ) => {
    const budget =
      amount === 'none' ? null : await optionalMoney(context, { field: '--budget', amount, currency })
    const unlessNone = (value: string | undefined) => (value === 'none' ? null : value)
    const named = { taskType: unlessNone(taskType), category: unlessNone(category) }
    const changes = { title, description, tags, budget, ...named }
    return context.client.listings.updateListing({
      listingId,
      ...omitUndefined({ ...changes, terms: buildTerms(terms) }),
    })
  },
  render: resource('listing', listingFields, 'Updated listing.'),
})

const publish = command({
  name: 'publish',
  summary: 'Publish a draft',
  operations: ['updateListing'],
  args: { listing },
  example: 'souk listings publish lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { listing: listingId }) => client.listings.updateListing({ listingId, status: 'open' }),
  render: resource('listing', listingFields, 'Published listing.'),
})

const remove = command({
  name: 'delete',
  summary: 'Delete a listing',
  description: 'Declines the open applications and deletes its files.',
  operations: ['deleteListing'],
  args: { listing },
  example: 'souk listings delete lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ listing: listingId }) => `Delete listing ${listingId} and decline its applications?`,
  run: ({ client }, { listing: listingId }) => client.listings.deleteListing({ listingId }),
  render: message('Deleted listing.'),
})

const apply = command({
  name: 'apply',
  summary: 'Apply to a listing',
  description: 'The application is a task. Without --price, its price is the budget of the listing.',
  operations: ['applyToListing'],
  args: { listing, text: required(prose('Application text; - reads standard input')) },
  options: {
    price: amountOption('Price you ask for'),
    currency: currencyOption,
    ...termsOptions,
  },
  example:
    'souk listings apply lst_01jcxg5s7ve0br4y2a6f3k8m9n "I have done this for ten years." --price 110.00 --currency USD',
  run: async (context, { listing: listingId, text: body, price: amount, currency, ...terms }) => {
    const price = await optionalMoney(context, { field: '--price', amount, currency })
    return context.client.listings.applyToListing({
      listingId,
      text: body,
      ...omitUndefined({ price, terms: buildTerms(terms) }),
    })
  },
  render: resource('task', taskFields, 'Applied to listing.'),
})

const applications = command({
  name: 'applications',
  summary: 'List the applications to a listing, newest first',
  operations: ['listListingTasks'],
  args: { listing },
  options: pageOptions,
  example: 'souk listings applications lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { listing: listingId, ...options }) =>
    fetchPage(client.listings.listListingTasks, { listingId }, options),
  render: page(taskColumns, 'No applications.'),
})

export const listings: CommandGroup = {
  name: 'listings',
  summary: 'Find and post jobs',
  commands: [
    find,
    listingFacets,
    mine,
    show,
    create,
    update,
    publish,
    remove,
    apply,
    applications,
    ...invitationCommands,
    ...attachmentCommands,
  ],
}
