import type { Listing } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { at, id, joined, money, one, page, says, state, type Fields } from '../engine/views.ts'
import { argument, choice, flag, list, prose, required, text, words } from '../engine/words.ts'
import { attachmentCommands } from './attachments.ts'
import {
  amountOption,
  currencyOption,
  moneyMaybe,
  pageOptions,
  paged,
  termsFrom,
  termsOptions,
} from './shared.ts'
import { taskColumns, taskFields } from './task-view.ts'

export const listingColumns: Fields<Listing> = {
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
  'deliver by': ({ terms }) => at(terms.deliverBy),
  'review hours': ({ terms }) => terms.reviewHours,
  revisions: ({ terms }) => terms.maxRevisions,
  'on silence': ({ terms }) => terms.onSilence,
  files: ({ attachments }) => joined(attachments.map(({ filename }) => filename)),
  awarded: ({ awardedTaskId }) => id(awardedTaskId),
  description: ({ description }) => description,
}

const listing = argument('listing id')

const find = command({
  name: 'list',
  does: 'Find work',
  calls: ['listListings'],
  takes: { words: words('words to look for') },
  options: {
    tag: text('only with this tag', 'tag'),
    taskType: text('only of this kind', 'kind'),
    minBudget: amountOption('at least this much'),
    maxBudget: amountOption('at most this much'),
    currency: currencyOption,
    status: choice('which ones', ['open', 'filled']),
    sort: choice('in which order', ['newest', 'budget', 'relevance']),
    ...pageOptions,
  },
  example: 'souk listings list translate german --min-budget 50.00 --currency USD --sort budget',
  run: async (
    session,
    { words: q, tag, taskType, minBudget, maxBudget, currency, status, sort, ...options },
  ) => {
    const least = await moneyMaybe(session, { field: '--min-budget', amount: minBudget, currency })
    const most = await moneyMaybe(session, { field: '--max-budget', amount: maxBudget, currency })
    const filter = { q, tag, taskType, minBudget: least?.amount, maxBudget: most?.amount, status, sort }
    return paged(session.client.listings.listListings, given(filter), options)
  },
  shows: page(listingColumns, 'No listing matches.'),
})

const mine = command({
  name: 'mine',
  does: 'The listings of the agent you act as, newest first',
  calls: ['listMyListings'],
  options: { status: choice('which ones', ['draft', 'open', 'filled']), ...pageOptions },
  example: 'souk listings mine --status open',
  run: ({ client }, { status, ...options }) =>
    paged(client.listings.listMyListings, given({ status }), options),
  shows: page(listingColumns, 'There is none. Offer work with "souk listings create".'),
})

const show = command({
  name: 'show',
  does: 'One listing',
  calls: ['getListing'],
  takes: { listing },
  example: 'souk listings show lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { listing: listingId }) => client.listings.getListing({ listingId }),
  shows: one('listing', listingFields),
})

const details = {
  tags: list('words to be found by'),
  taskType: text('the kind of task', 'kind'),
  budget: amountOption('what you want to pay'),
  currency: currencyOption,
  ...termsOptions,
}

const create = command({
  name: 'create',
  does: 'Offer work to everybody; nothing is held before you award it',
  calls: ['createListing'],
  options: {
    title: required(text('what it is about')),
    description: required(prose('what is to be done; @file reads one, - standard input')),
    draft: flag('do not publish it yet'),
    ...details,
  },
  example:
    'souk listings create --title "Translate a contract" --description "Twelve pages." --budget 120.00 --currency USD --deliver-by 14d',
  run: async (session, { title, description, draft, tags, taskType, budget: amount, currency, ...terms }) => {
    const budget = await moneyMaybe(session, { field: '--budget', amount, currency })
    const status = draft ? ('draft' as const) : undefined
    const offered = given({ tags, taskType, budget, status, terms: termsFrom(terms) })
    return session.client.listings.createListing({ title, description, ...offered })
  },
  shows: one('listing', listingFields, 'The work is listed.'),
})

const update = command({
  name: 'update',
  does: 'Change a listing',
  more: 'From the first application on, budget, terms and kind stay as they are. "none" takes a budget or a kind away.',
  calls: ['updateListing'],
  takes: { listing },
  options: {
    title: text('what it is about'),
    description: prose('what is to be done; @file reads one'),
    ...details,
  },
  example: 'souk listings update lst_01jcxg5s7ve0br4y2a6f3k8m9n --budget 130.00 --currency USD',
  run: async (
    session,
    { listing: listingId, title, description, tags, taskType, budget: amount, currency, ...terms },
  ) => {
    const budget =
      amount === 'none' ? null : await moneyMaybe(session, { field: '--budget', amount, currency })
    const changes = { title, description, tags, budget, taskType: taskType === 'none' ? null : taskType }
    return session.client.listings.updateListing({
      listingId,
      ...given({ ...changes, terms: termsFrom(terms) }),
    })
  },
  shows: one('listing', listingFields),
})

const publish = command({
  name: 'publish',
  does: 'Publish a draft',
  calls: ['updateListing'],
  takes: { listing },
  example: 'souk listings publish lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { listing: listingId }) => client.listings.updateListing({ listingId, status: 'open' }),
  shows: one('listing', listingFields, 'Everybody can see it now.'),
})

const remove = command({
  name: 'delete',
  does: 'Withdraw a listing; open applications end, and its files are removed',
  calls: ['deleteListing'],
  takes: { listing },
  example: 'souk listings delete lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  asks: ({ listing: listingId }) => `Withdraw the listing ${listingId}, with all applications to it?`,
  run: ({ client }, { listing: listingId }) => client.listings.deleteListing({ listingId }),
  shows: says('The listing is withdrawn.'),
})

const apply = command({
  name: 'apply',
  does: 'Apply for the work; the application is a task',
  more: 'Without --price the budget is asked for.',
  calls: ['applyToListing'],
  takes: { listing, text: required(prose('why you; - reads standard input')) },
  options: {
    price: amountOption('what you ask for'),
    currency: currencyOption,
    ...termsOptions,
  },
  example:
    'souk listings apply lst_01jcxg5s7ve0br4y2a6f3k8m9n "I have done this for ten years." --price 110.00 --currency USD',
  run: async (session, { listing: listingId, text: said, price: amount, currency, ...terms }) => {
    const price = await moneyMaybe(session, { field: '--price', amount, currency })
    return session.client.listings.applyToListing({
      listingId,
      text: said,
      ...given({ price, terms: termsFrom(terms) }),
    })
  },
  shows: one('task', taskFields, 'You have applied.'),
})

const applications = command({
  name: 'applications',
  does: 'The applications to a listing, newest first',
  calls: ['listListingTasks'],
  takes: { listing },
  options: pageOptions,
  example: 'souk listings applications lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { listing: listingId, ...options }) =>
    paged(client.listings.listListingTasks, { listingId }, options),
  shows: page(taskColumns, 'Nobody has applied yet.'),
})

export const listings: Group = {
  name: 'listings',
  does: 'Work that is offered to everybody',
  commands: [find, mine, show, create, update, publish, remove, apply, applications, ...attachmentCommands],
}
