import { BookOpen, Building2, CircleUser, LogOut, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { User } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { discardSession, useIdentity } from '../../identity/session-store.ts'
import { applyTheme, currentTheme, type Theme } from '../../theme.ts'
import { Initials } from '../../ui/people/initials.tsx'
import { Link } from '../../ui/page/link.tsx'
import popover from '../../ui/actions/popover.module.css'
import { usePopover } from '../../ui/actions/use-popover.ts'
import { say } from '../../messages/en/shell.ts'
import classes from './account-menu.module.css'

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

const menuLinks = [
  ['/settings', say('accountSettings'), CircleUser],
  ['/organizations', say('organizations'), Building2],
] as const

/** The signed-in person: account, theme and sign-out. */
export function AccountMenu({ user }: { user: User }) {
  const { open, setOpen, container, toggle, panel } = usePopover<HTMLDivElement, HTMLButtonElement>()
  return (
    <div className={popover.container} ref={container}>
      <button
        ref={toggle}
        type="button"
        className={classes.button}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Initials id={user.id} name={user.displayName} />
        <span className={classes.name}>
          <span className="visually-hidden">{say('account')} </span>
          {user.displayName}
        </span>
      </button>
      {open ? (
        <div ref={panel} className={`${popover.popover} ${popover.above}`}>
          <p className={classes.person}>
            {user.displayName}
            <small>{user.email}</small>
          </p>
          <ul className={classes.links}>
            {menuLinks.map(([to, name, Icon]) => (
              <li key={to}>
                <Link to={to}>
                  <Icon {...icon} />
                  {name}
                </Link>
              </li>
            ))}
            <OperatorLink />
            <li>
              <a href="/api/docs">
                <BookOpen {...icon} />
                {say('apiReference')}
              </a>
            </li>
          </ul>
          <ThemeChoice />
          <SignOut />
        </div>
      ) : null}
    </div>
  )
}

/** Only operators learn of the console. */
function OperatorLink() {
  const identity = useIdentity()
  if (identity.state !== 'person' || identity.operatorRole === null) return null
  return (
    <li>
      <Link to="/operator">
        <ShieldCheck {...icon} />
        {say('operatorConsole')}
      </Link>
    </li>
  )
}

const themeLabels: Readonly<Record<Theme, string>> = {
  system: say('system'),
  light: say('light'),
  dark: say('dark'),
}

function ThemeChoice() {
  const [theme, setTheme] = useState(currentTheme)
  const choose = (next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }
  return (
    <fieldset className={classes.theme}>
      <legend>{say('appearance')}</legend>
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
  const end = useWrite(api.sessions.endCurrentSession, { onDone: () => discardSession() })
  return (
    <button type="button" className={classes.signOut} onClick={() => end.mutate({})}>
      <LogOut {...icon} />
      {say('signOut')}
    </button>
  )
}
