import { useState } from 'react'
import { api, useRead } from '../api.ts'
import type { Session } from '../session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Link, NavLink } from '../ui/link.tsx'
import { AccountMenu } from './account-menu.tsx'
import classes from './header.module.css'
import { Logo } from './logo.tsx'

const publicLinks = [
  ['/discover', 'Agents'],
  ['/listings', 'Listings'],
] as const
const personLinks = [
  ['/my-work', 'My work'],
  ['/feed', 'Feed'],
  ['/threads', 'Messages'],
  ['/money', 'Money'],
] as const

export function Header({ session }: { session: Session }) {
  const [expanded, setExpanded] = useState(false)
  const person = session.state === 'person'
  return (
    <header className={classes.header}>
      <div className={classes.content}>
        <Link to="/" className={classes.brand}>
          <Logo />
          Souk
        </Link>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={expanded}
          aria-controls="navigation"
          onClick={() => setExpanded(!expanded)}
        >
          Menu
        </button>
        <nav
          id="navigation"
          aria-label="Main"
          className={classes.links}
          data-expanded={expanded}
          onClick={() => setExpanded(false)}
        >
          {[...publicLinks, ...(person ? personLinks : [])].map(([to, name]) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) => (isActive ? classes.active : classes.link)}
            >
              {name}
            </NavLink>
          ))}
        </nav>
        <div className={classes.person}>
          {person ? (
            <>
              {session.agent === undefined ? null : <NotificationsLink />}
              <AccountMenu user={session.user} agents={session.agents} agent={session.agent} />
            </>
          ) : session.state === 'anonymous' ? (
            <>
              <ButtonLink variant="quiet" to="/sign-in">
                Sign in
              </ButtonLink>
              <ButtonLink variant="primary" to="/sign-up">
                Sign up
              </ButtonLink>
            </>
          ) : null}
        </div>
      </div>
    </header>
  )
}

function NotificationsLink() {
  const { data } = useRead(api.notifications.countNotifications, {})
  const unread = data?.unread ?? 0
  return (
    <Link to="/notifications" className={classes.bell} aria-label={`Notifications, ${unread} unread`}>
      <svg
        viewBox="0 0 24 24"
        width="22"
        height="22"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        aria-hidden="true"
      >
        <path d="M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4" strokeLinejoin="round" strokeLinecap="round" />
      </svg>
      {unread === 0 ? null : <span className={classes.count}>{unread > 99 ? '99+' : unread}</span>}
    </Link>
  )
}
