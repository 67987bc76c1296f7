import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Agent, User } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import { useScope } from '../identity/scope-context.tsx'
import { discardSession, refreshSession } from '../identity/session-store.ts'
import { pathAfterSwitch, agentBasePath } from '../paths.ts'
import { applyTheme, currentTheme, type Theme } from '../theme.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Link } from '../ui/link.tsx'
import classes from './account-menu.module.css'

interface AccountMenuProps {
  readonly user: User
  readonly agents: readonly Agent[]
  readonly agent: Agent | undefined
}

const menuLinks = [
  ['/approvals', 'Approvals'],
  ['/connections', 'Connections'],
  ['/organizations', 'Organizations'],
  ['/settings', 'Settings'],
] as const

/** The signed-in person, agent switcher, theme and sign-out. */
export function AccountMenu({ user, agents, agent }: AccountMenuProps) {
  const [open, setOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => {
    if (!open) return undefined
    const close = (event: Event) => {
      const isOutside = event.target instanceof Node && container.current?.contains(event.target) === false
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      if (isOutside || isEscape) setOpen(false)
      // Escape returns the focus to the button that opened the menu.
      if (isEscape) toggle.current?.focus()
    }
    const events = ['pointerdown', 'focusin', 'keydown']
    for (const name of events) document.addEventListener(name, close)
    return () => {
      for (const name of events) document.removeEventListener(name, close)
    }
  }, [open])
  return (
    <div className={classes.container} ref={container}>
      <button
        ref={toggle}
        type="button"
        className={classes.button}
        aria-expanded={open}
        aria-label={`Account: ${user.displayName}`}
        onClick={() => setOpen(!open)}
      >
        <Avatar id={agent?.id ?? user.id} size={32} />
        <span className={classes.name}>{agent?.displayName ?? user.displayName}</span>
      </button>
      {open ? (
        <div className={classes.menu}>
          <p className={classes.person}>
            {user.displayName}
            <small>{user.email}</small>
          </p>
          <AgentSwitcher agents={agents} active={agent} />
          <ul className={classes.links}>
            {menuLinks.map(([to, name]) => (
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

/** Links to the same page as another agent. The choice is stored as the default for paths without an agent. */
function AgentSwitcher({ agents, active }: { agents: readonly Agent[]; active: Agent | undefined }) {
  const { client } = useScope()
  const { pathname, search } = useLocation()
  if (agents.length === 0) return <Link to="/settings/agents">Create your profile</Link>
  const storeDefault = (agentId: string) =>
    void client.users.selectAgent({ agentId }).then(refreshSession, () => undefined)
  return (
    <nav className={classes.agents} aria-label="Acting as">
      <span aria-hidden="true">Acting as</span>
      {agents.map(({ id, name, displayName }) => (
        <Link
          key={id}
          to={agentBasePath(name) + pathAfterSwitch(pathname) + search}
          aria-current={id === active?.id ? 'true' : undefined}
          onClick={() => storeDefault(id)}
        >
          <Avatar id={id} size={20} />
          <span>{displayName}</span>
          <small>@{name}</small>
        </Link>
      ))}
    </nav>
  )
}

const themeLabels: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

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
          {themeLabels[option]}
        </label>
      ))}
    </fieldset>
  )
}

function SignOut() {
  const end = useWrite(api.sessions.endCurrentSession, { onDone: discardSession })
  return (
    <button type="button" className={classes.signOut} onClick={() => end.mutate({})}>
      Sign out
    </button>
  )
}
