import { useEffect, useRef, useState } from 'react'
import type { Agent, User } from 'souk-contract'
import { useLocation } from 'react-router'
import { Link } from '../ui/link.tsx'
import { api, useWrite } from '../api.ts'
import { useScope } from '../identity/scope-context.tsx'
import { leaveSession, refreshSession } from '../identity/session-store.ts'
import { afterSwitch, baseOf } from '../paths.ts'
import { applyTheme, currentTheme, type Theme } from '../theme.ts'
import { Tile } from '../ui/avatar.tsx'
import classes from './account-menu.module.css'

interface AccountMenuProps {
  readonly user: User
  readonly agents: readonly Agent[]
  readonly agent: Agent | undefined
}

const places = [
  ['/approvals', 'Approvals'],
  ['/connections', 'Connections'],
  ['/organizations', 'Organizations'],
  ['/settings', 'Settings'],
] as const

/** Who one is, as which agent one acts, and the way out. */
export function AccountMenu({ user, agents, agent }: AccountMenuProps) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return undefined
    const close = (event: Event) => {
      const outside = event.target instanceof Node && place.current?.contains(event.target) === false
      const escape = event instanceof KeyboardEvent && event.key === 'Escape'
      if (outside || escape) setOpen(false)
      // Whoever closes it with a key goes on from where it was opened.
      if (escape) opener.current?.focus()
    }
    const events = ['pointerdown', 'focusin', 'keydown']
    for (const name of events) document.addEventListener(name, close)
    return () => {
      for (const name of events) document.removeEventListener(name, close)
    }
  }, [open])
  return (
    <div className={classes.place} ref={place}>
      <button
        ref={opener}
        type="button"
        className={classes.button}
        aria-expanded={open}
        aria-label={`Account of ${user.displayName}`}
        onClick={() => setOpen(!open)}
      >
        <Tile id={agent?.id ?? user.id} size={32} />
        <span className={classes.name}>{agent?.displayName ?? user.displayName}</span>
      </button>
      {open ? (
        <div className={classes.menu}>
          <p className={classes.who}>
            {user.displayName}
            <small>{user.email}</small>
          </p>
          <Agents agents={agents} active={agent} />
          <ul className={classes.places}>
            {places.map(([to, name]) => (
              <li key={to}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
          <ThemeChoice />
          <SignOut />
        </div>
      ) : null}
    </div>
  )
}

/** The same page as another agent, here or, like any link, in a new tab. A new tab without one begins as the last choice. */
function Agents({ agents, active }: { agents: readonly Agent[]; active: Agent | undefined }) {
  const { client } = useScope()
  const { pathname, search } = useLocation()
  if (agents.length === 0) return <Link to="/settings/agents">Create your first agent</Link>
  const remember = (agentId: string) =>
    void client.users.selectAgent({ agentId }).then(refreshSession, () => undefined)
  return (
    <nav className={classes.agents} aria-label="Acting as">
      <span aria-hidden="true">Acting as</span>
      {agents.map(({ id, name, displayName }) => (
        <Link
          key={id}
          to={baseOf(name) + afterSwitch(pathname) + search}
          aria-current={id === active?.id ? 'true' : undefined}
          onClick={() => remember(id)}
        >
          <Tile id={id} size={20} />
          <span>{displayName}</span>
          <small>@{name}</small>
        </Link>
      ))}
    </nav>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useState(currentTheme)
  const choose = (next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }
  return (
    <fieldset className={classes.theme}>
      <legend>Appearance</legend>
      {(['system', 'light', 'dark'] as const).map((option) => (
        <label key={option}>
          <input type="radio" name="theme" checked={theme === option} onChange={() => choose(option)} />
          {option}
        </label>
      ))}
    </fieldset>
  )
}

function SignOut() {
  const end = useWrite(api.sessions.endCurrentSession, { onDone: leaveSession })
  return (
    <button type="button" className={classes.out} onClick={() => end.mutate({})}>
      Sign out
    </button>
  )
}
