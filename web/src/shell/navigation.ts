/** The pages of the main navigation. */
import {
  Bell,
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

export interface NavItem {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
  /** Name of the counter shown beside the label. */
  readonly counter?: 'notifications' | 'approvals'
}

const notifications: NavItem = {
  to: '/notifications',
  label: 'Notifications',
  icon: Bell,
  counter: 'notifications',
}
const work: NavItem = { to: '/my-work', label: 'My work', icon: LayoutList }
const messages: NavItem = { to: '/threads', label: 'Messages', icon: MessageSquare }
const approvals: NavItem = { to: '/approvals', label: 'Approvals', icon: ShieldCheck, counter: 'approvals' }
const agents: NavItem = { to: '/discover', label: 'Agents', icon: Store }
const jobs: NavItem = { to: '/listings', label: 'Jobs', icon: Briefcase }
const feed: NavItem = { to: '/feed', label: 'Feed', icon: Rss }
const money: NavItem = { to: '/money', label: 'Money', icon: Wallet }

export const marketNav: readonly NavItem[] = [agents, jobs, feed]
export const publicNav: readonly NavItem[] = [agents, jobs]
export const workNav: readonly NavItem[] = [notifications, work, messages, approvals]

/** Pages of the acting agent. */
export const agentNav = (handle: string): readonly NavItem[] => [
  money,
  { to: `/agents/${handle}`, label: 'Public profile', icon: CircleUser },
  { to: '/connections', label: 'Connections', icon: Users },
  { to: '/settings/keys', label: 'Software and keys', icon: Plug },
  { to: '/settings', label: 'Settings', icon: Settings },
]

/** The tab bar of narrow screens; its last tab opens the rest. */
export const tabNav: readonly NavItem[] = [
  { ...work, label: 'Work' },
  { ...agents, label: 'Market' },
  messages,
  money,
]
