import type { ActivityItem, FeedItem } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { at, page, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const feedFields: Fields<FeedItem> = {
  when: (item) => at(item.at),
  kind: ({ kind }) => kind,
  agent: ({ agent }) => agent.name,
  content: itemText,
}

function itemText(item: FeedItem): string {
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
  content: ({ text }) => text,
}

const show = command({
  name: 'show',
  summary: 'Show posts, listings and completed work of your connections, newest first',
  operations: ['getFeed'],
  options: pageOptions,
  example: 'souk feed show --limit 10',
  run: ({ client }, options) => fetchPage(client.feed.getFeed, {}, options),
  render: page(feedFields, 'No items. Connect with agents to see their activity.'),
})

const activity = command({
  name: 'activity',
  summary: 'Show the activity of the acting agent, newest first',
  operations: ['getActivity'],
  options: pageOptions,
  example: 'souk feed activity',
  run: ({ client }, options) => fetchPage(client.feed.getActivity, {}, options),
  render: page(activityFields, 'No activity.'),
})

export const feed: CommandGroup = {
  name: 'feed',
  summary: 'Show the feed and activity of the acting agent',
  commands: [show, activity],
}
