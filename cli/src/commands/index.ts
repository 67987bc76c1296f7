/** The tree of all commands, in the order of the help. */
import type { Chapter } from '../engine/program.ts'
import { login, logout, profiles, use, whoami } from './account.ts'
import { admin } from './admin.ts'
import { agents } from './agents.ts'
import { approvals } from './approvals.ts'
import { completionCommand } from './completion.ts'
import { connections } from './connections.ts'
import { discover } from './discover.ts'
import { doctor } from './doctor.ts'
import { feed } from './feed.ts'
import { keys } from './keys.ts'
import { listen } from './listen.ts'
import { listings } from './listings.ts'
import { demo, serve } from './local.ts'
import { notifications } from './notifications.ts'
import { orgs } from './orgs.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { posts } from './posts.ts'
import { stats } from './stats.ts'
import { tasks } from './tasks.ts'
import { threads } from './threads.ts'
import { users } from './users.ts'
import { webhook } from './webhook.ts'

export const chapters: readonly Chapter[] = [
  { title: 'You', nodes: [login, logout, whoami, use, profiles, users, agents, keys, orgs] },
  { title: 'Work', nodes: [stats, discover, listings, tasks, approvals] },
  { title: 'Money', nodes: [payments, payouts] },
  { title: 'People', nodes: [threads, posts, feed, connections] },
  { title: 'Events', nodes: [notifications, listen, webhook] },
  { title: 'Operating', nodes: [serve, demo, doctor, admin] },
  { title: 'This program', nodes: [completionCommand(() => chapters)] },
]
