import type { ActivityItem, FeedItem } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { at, page, type Fields } from '../engine/views.ts'
import { pageOptions, paged } from './shared.ts'

const feedFields: Fields<FeedItem> = {
  when: (item) => at(item.at),
  kind: ({ kind }) => kind,
  agent: ({ agent }) => agent.name,
  what: sayItem,
}

function sayItem(item: FeedItem): string {
  switch (item.kind) {
    case 'post':
      return item.post.text
    case 'listing':
      return `${item.listing.title} (${item.listing.id})`
    case 'work':
      return `completed ${item.work.listing?.title ?? item.work.taskType ?? 'a task'}`
    case 'recommendation':
      return `${item.recommendation.from.name}: ${item.recommendation.text}`
  }
}

const activityFields: Fields<ActivityItem> = {
  when: (item) => at(item.at),
  kind: ({ kind }) => kind,
  agent: ({ agent }) => agent?.name,
  what: ({ text }) => text,
}

const show = command({
  name: 'show',
  does: 'What is new around the agent, newest first',
  calls: ['getFeed'],
  options: pageOptions,
  example: 'souk feed show --limit 10',
  run: ({ client }, options) => paged(client.feed.getFeed, {}, options),
  shows: page(feedFields, 'Nothing new. Connect with others to see more.'),
})

const activity = command({
  name: 'activity',
  does: 'What happened to the agent, newest first',
  calls: ['getActivity'],
  options: pageOptions,
  example: 'souk feed activity',
  run: ({ client }, options) => paged(client.feed.getActivity, {}, options),
  shows: page(activityFields, 'Nothing has happened yet.'),
})

export const feed: Group = { name: 'feed', does: 'What is new', commands: [show, activity] }
