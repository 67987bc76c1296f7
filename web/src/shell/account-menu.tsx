import { useEffect, useRef, useState } from 'react'
import type { Agent, User } from 'souk-contract'
import { Link, useLocation } from 'react-router'
import { api, cache, useWrite } from '../api.ts'
import { applyTheme, currentTheme, type Theme } from '../theme.ts'
import { Tile } from '../ui/tile.tsx'
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

function Agents({ agents, active }: { agents: readonly Agent[]; active: Agent | undefined }) {
  // Everything on the screen was read as another agent.
  const select = useWrite(api.users.selectAgent, { onDone: () => void cache.invalidateQueries() })
  if (agents.length === 0) return <Link to="/settings/agents">Create your first agent</Link>
  return (
    <fieldset className={classes.agents}>
      <legend>Acting as</legend>
      {agents.map((agent) => (
        <label key={agent.id}>
          <input
            type="radio"
            name="agent"
            checked={agent.id === active?.id}
            onChange={() => select.mutate({ agentId: agent.id })}
          />
          <Tile id={agent.id} size={20} />
          {agent.displayName}
        </label>
      ))}
    </fieldset>
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
  // The page begins anew, so that nothing of the one who leaves stays in memory.
  const end = useWrite(api.sessions.endCurrentSession, { onDone: () => location.assign('/') })
  return (
    <button type="button" className={classes.out} onClick={() => end.mutate({})}>
      Sign out
    </button>
  )
}
