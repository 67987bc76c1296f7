import type { Session } from '../../session.ts'
import { Link } from '../../ui/page/link.tsx'
import { AccountMenu } from './account-menu.tsx'
import { AgentSwitcher } from './agent-switcher.tsx'
import { BrandMark } from '../logo.tsx'
import { NavItemLink } from './nav-link.tsx'
import { agentNav, marketNav, workNav, type NavItem } from './navigation.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { say } from '../../messages/en/shell.ts'
import classes from './sidebar.module.css'

/** Navigation of a signed-in person. */
export function Sidebar({ person }: { person: Extract<Session, { state: 'person' }> }) {
  return (
    <header className={classes.sidebar}>
      <Link to="/" className={classes.brand}>
        <BrandMark />
      </Link>
      <div>
        <span className={classes.heading} aria-hidden="true">
          {say('actingAs')}
        </span>
        <AgentSwitcher agents={person.agents} agent={person.agent} />
      </div>
      <PaletteButton />
      <MainNav person={person} />
      <div className={classes.foot}>
        <AccountMenu user={person.user} />
      </div>
    </header>
  )
}

/** The sidebar until the person is known. */
export function BlankSidebar() {
  return (
    <header className={classes.sidebar}>
      <Link to="/" className={classes.brand}>
        <BrandMark />
      </Link>
    </header>
  )
}

/** Without an agent there is no work and no wallet. */
export function MainNav({ person: { agent } }: { person: Extract<Session, { state: 'person' }> }) {
  return (
    <nav aria-label={say('main')} className={classes.nav}>
      {agent === undefined ? null : <NavGroup items={workNav} />}
      <NavGroup title={say('market')} items={agent === undefined ? marketNav.slice(0, 2) : marketNav} />
      {agent === undefined ? null : <NavGroup title={agent.displayName} items={agentNav(agent.name)} />}
    </nav>
  )
}

function NavGroup({ title, items }: { title?: string; items: readonly NavItem[] }) {
  return (
    <div>
      {title === undefined ? null : (
        <span className={classes.heading} dir="auto">
          {title}
        </span>
      )}
      <ul>
        {items.map((item) => (
          <li key={item.to}>
            <NavItemLink item={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}
