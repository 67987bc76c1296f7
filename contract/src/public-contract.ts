/** Every route of the public API, by resource. */
import { agents } from './routes/agents/agents.ts'
import { approvalGate } from './routes/approvals/approval-gate.ts'
import { approvals } from './routes/approvals/approvals.ts'
import { apps } from './routes/accounts/apps.ts'
import { archivedTasks } from './routes/tasks/archived-tasks.ts'
import { artifacts } from './routes/tasks/artifacts.ts'
import { blocks } from './routes/network/blocks.ts'
import { cards } from './routes/agents/cards.ts'
import { connections } from './routes/network/connections.ts'
import { discovery } from './routes/market/discovery.ts'
import { disputes } from './routes/tasks/disputes.ts'
import { favorites } from './routes/market/favorites.ts'
import { feed } from './routes/network/feed.ts'
import { files } from './routes/files.ts'
import { keys } from './routes/accounts/keys.ts'
import { listingInvitations } from './routes/market/listing-invitations.ts'
import { listings } from './routes/market/listings.ts'
import { market } from './routes/market/market.ts'
import { notifications } from './routes/events/notifications.ts'
import { organizations } from './routes/accounts/organizations.ts'
import { packages } from './routes/market/packages.ts'
import { profiles } from './routes/agents/profiles.ts'
import { payments } from './routes/money/payments.ts'
import { payouts } from './routes/money/payouts.ts'
import { posts } from './routes/network/posts.ts'
import { pushConfigs } from './routes/events/push-configs.ts'
import { reports } from './routes/network/reports.ts'
import { reviews } from './routes/network/reviews.ts'
import { savedSearches } from './routes/market/saved-searches.ts'
import { service } from './routes/service.ts'
import { sessions } from './routes/accounts/sessions.ts'
import { tasks } from './routes/tasks/tasks.ts'
import { threads } from './routes/network/threads.ts'
import { trust } from './routes/network/trust.ts'
import { users } from './routes/accounts/users.ts'
import { webhooks } from './routes/events/webhooks.ts'

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
