import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { api, usePages, useRead } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { withoutAgent } from '../../paths.ts'
import { Link, NavLink } from '../../ui/page/link.tsx'
import { useTasksToDo } from '../../tasks/use-open-tasks.ts'
import { isSectionOf, unreadThreads, type NavItem } from './navigation.ts'
import { say } from '../../messages/en/shell.ts'
import classes from './sidebar.module.css'

/** Pages whose children have entries of their own. */
const exact: ReadonlySet<string> = new Set(['/settings'])

export function NavItemLink({ item }: { item: NavItem }) {
  const { label, icon: Icon, counter } = item
  return (
    <SectionLink item={item} className={classes.link}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {label}
      {counter === undefined ? null : <NavCount counter={counter} />}
    </SectionLink>
  )
}

interface SectionLinkProps {
  readonly item: NavItem
  readonly className: string | undefined
  readonly children: ReactNode
}

/** Marked as current on every page of its section. */
export function SectionLink({ item, className = '', children }: SectionLinkProps) {
  const { handle } = useScope()
  const path = withoutAgent(useLocation().pathname)
  const { to } = item
  return isSectionOf(item, path, handle) ? (
    <Link to={to} className={className} aria-current="true">
      {children}
    </Link>
  ) : (
    <NavLink to={to} end={exact.has(to)} className={className}>
      {children}
    </NavLink>
  )
}

export function NavCount({ counter }: { counter: NonNullable<NavItem['counter']> }) {
  return counters[counter]()
}

const counters: Readonly<Record<NonNullable<NavItem['counter']>, () => ReactNode>> = {
  notifications: () => <UnreadCount />,
  approvals: () => <PendingCount />,
  threads: () => <UnreadThreads />,
  tasks: () => <TasksToDo />,
}

function UnreadThreads() {
  const { items = [] } = usePages(api.threads.listThreads, unreadThreads)
  return <Count value={items.length} label={say('unread')} />
}

function TasksToDo() {
  const count = useTasksToDo()
  return <Count value={count} label={say('needYourAttention', { count })} yours />
}

function UnreadCount() {
  const { data } = useRead(api.notifications.countNotifications, {})
  return <Count value={data?.unread ?? 0} label={say('unread')} />
}

function PendingCount() {
  const { items = [] } = usePages(api.approvals.listApprovals, { state: 'pending' })
  return <Count value={items.length} label={say('pending')} yours />
}

/** Brass only where the reader has to decide. */
function Count({ value, label, yours = false }: { value: number; label: string; yours?: boolean }) {
  if (value === 0) return null
  return (
    <span className={yours ? `${classes.count} ${classes.yours}` : classes.count}>
      {value > 99 ? '99+' : value}
      <span className="visually-hidden"> {label}</span>
    </span>
  )
}
