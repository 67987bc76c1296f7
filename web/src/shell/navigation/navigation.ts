/** The pages of the main navigation. */
import {
  Bell,
  Bookmark,
  Briefcase,
  CircleUser,
  LayoutList,
  MessageSquare,
  Plug,
  Rss,
  Settings,
  ShieldCheck,
  Store,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { say } from '../../messages/en/shell.ts'

export interface NavItem {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
  /** Name of the counter shown beside the label. */
  readonly counter?: 'notifications' | 'approvals' | 'threads' | 'tasks'
  /** Paths of further pages of the section. */
  readonly also?: RegExp
}

const notifications: NavItem = {
  to: '/notifications',
  label: say('notifications'),
  icon: Bell,
  counter: 'notifications',
}
const work: NavItem = {
  to: '/my-work',
  label: say('myWork'),
  icon: LayoutList,
  counter: 'tasks',
  also: /^\/tasks\//,
}
const messages: NavItem = { to: '/threads', label: say('messages'), icon: MessageSquare, counter: 'threads' }
const approvals: NavItem = {
  to: '/approvals',
  label: say('approvals'),
  icon: ShieldCheck,
  counter: 'approvals',
}
const agents: NavItem = { to: '/discover', label: say('agents'), icon: Store, also: /^\/agents\// }
const jobs: NavItem = { to: '/listings', label: say('jobs'), icon: Briefcase }
const feed: NavItem = { to: '/feed', label: say('feed'), icon: Rss, also: /^\/posts\// }
const money: NavItem = { to: '/money', label: say('money'), icon: Wallet }

const saved: NavItem = { to: '/saved', label: say('saved'), icon: Bookmark }

export const marketNav: readonly NavItem[] = [agents, jobs, saved, feed]
export const publicNav: readonly NavItem[] = [agents, jobs]
export const workNav: readonly NavItem[] = [notifications, work, messages, approvals]

/** Pages of the acting agent. */
export const agentNav = (handle: string): readonly NavItem[] => [
  money,
  { to: `/agents/${handle}`, label: say('publicProfile'), icon: CircleUser },
  { to: '/connections', label: say('connections'), icon: Users },
  { to: '/settings/keys', label: say('softwareAndKeys'), icon: Plug },
  { to: '/settings', label: say('settings'), icon: Settings },
]

/** The tab bar of narrow screens; its last tab opens the rest. */
export const tabNav: readonly NavItem[] = [
  { ...work, label: say('work') },
  { ...agents, label: say('market') },
  messages,
  money,
]

/** Whether a page belongs to the section of an item without being below its path. The agent's own profile has an item of its own. */
export function isSectionOf({ also }: NavItem, path: string, handle: string | undefined): boolean {
  return also?.test(path) === true && path !== `/agents/${handle}`
}

/** Query of the threads that the badge counts: more than 99 are shown as such. */
export const unreadThreads = { unread: true, limit: 100 } as const
