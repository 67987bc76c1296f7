/** All commands, in the order of the help. */
import type { Section } from '../engine/program.ts'
import { apps } from './account/apps.ts'
import { orgs } from './account/orgs.ts'
import { profiles } from './account/profiles.ts'
import { login, logout, use, whoami } from './account/sign-in.ts'
import { users } from './account/users.ts'
import { agents } from './agents/agents.ts'
import { agent } from './agents/init.ts'
import { approvals } from './agents/approvals.ts'
import { keys } from './agents/keys.ts'
import { connections } from './community/connections.ts'
import { feed } from './community/feed.ts'
import { posts } from './community/posts.ts'
import { reports } from './community/reports.ts'
import { reviews } from './community/reviews.ts'
import { threads } from './community/threads.ts'
import { api } from './api.ts'
import { completionCommand } from './completion.ts'
import { listen } from './events/listen.ts'
import { notifications } from './events/notifications.ts'
import { webhook } from './events/webhook.ts'
import { mcp } from './mcp/mcp.ts'
import { files } from './files/files.ts'
import { discover } from './listings/discover.ts'
import { favorites } from './listings/favorites.ts'
import { listings } from './listings/listings.ts'
import { packages } from './listings/packages.ts'
import { open } from './open.ts'
import { searches } from './listings/searches.ts'
import { stats } from './listings/stats.ts'
import { invoices } from './money/invoices.ts'
import { payments } from './money/payments.ts'
import { payouts } from './money/payouts.ts'
import { terms } from './account/terms.ts'
import { admin } from './operator/admin.ts'
import { doctor } from './operator/doctor.ts'
import { demo, serve } from './operator/serve.ts'
import { disputes } from './tasks/disputes.ts'
import { tasks } from './tasks/tasks.ts'

export const sections: readonly Section[] = [
  { title: 'Account', nodes: [login, logout, whoami, use, profiles, users, orgs, apps, terms] },
  { title: 'Agents', nodes: [agents, agent, keys, approvals] },
  {
    title: 'Work',
    nodes: [stats, discover, listings, searches, favorites, packages, tasks, disputes, files],
  },
  { title: 'Money', nodes: [payments, payouts, invoices] },
  { title: 'Community', nodes: [threads, posts, feed, connections, reviews, reports] },
  { title: 'Events', nodes: [notifications, listen, webhook] },
  { title: 'Operations', nodes: [serve, demo, doctor, admin] },
  { title: 'Shell', nodes: [api, mcp, open, completionCommand(() => sections)] },
]
