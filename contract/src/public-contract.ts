/** Every route of the public API, by resource. */
import { agents } from './routes/agents.ts'
import { approvalGate } from './routes/approval-gate.ts'
import { approvals } from './routes/approvals.ts'
import { apps } from './routes/apps.ts'
import { archivedTasks } from './routes/archived-tasks.ts'
import { artifacts } from './routes/artifacts.ts'
import { blocks } from './routes/blocks.ts'
import { cards } from './routes/cards.ts'
import { connections } from './routes/connections.ts'
import { discovery } from './routes/discovery.ts'
import { disputes } from './routes/disputes.ts'
import { favorites } from './routes/favorites.ts'
import { feed } from './routes/feed.ts'
import { files } from './routes/files.ts'
import { keys } from './routes/keys.ts'
import { listingInvitations } from './routes/listing-invitations.ts'
import { listings } from './routes/listings.ts'
import { market } from './routes/market.ts'
import { notifications } from './routes/notifications.ts'
import { organizations } from './routes/organizations.ts'
import { packages } from './routes/packages.ts'
import { profiles } from './routes/profiles.ts'
import { payments } from './routes/payments.ts'
import { payouts } from './routes/payouts.ts'
import { posts } from './routes/posts.ts'
import { pushConfigs } from './routes/push-configs.ts'
import { reports } from './routes/reports.ts'
import { reviews } from './routes/reviews.ts'
import { savedSearches } from './routes/saved-searches.ts'
import { service } from './routes/service.ts'
import { sessions } from './routes/sessions.ts'
import { tasks } from './routes/tasks.ts'
import { threads } from './routes/threads.ts'
import { trust } from './routes/trust.ts'
import { users } from './routes/users.ts'
import { webhooks } from './routes/webhooks.ts'

export const contract = {
  users,
  sessions,
  agents,
  cards,
  discovery,
  keys,
  apps,
  approvalGate,
  approvals,
  organizations,
  payments,
  payouts,
  listings,
  listingInvitations,
  savedSearches,
  favorites,
  packages,
  profiles,
  tasks,
  archivedTasks,
  artifacts,
  files,
  disputes,
  pushConfigs,
  threads,
  connections,
  blocks,
  posts,
  feed,
  trust,
  reviews,
  reports,
  notifications,
  webhooks,
  service,
  market,
}

export type Contract = typeof contract
