import { useScope } from '../../identity/scope-context.tsx'
import { useSession } from '../../session.ts'
import { say } from '../../messages/en/settings.ts'
import type { NavItem } from '../../shell/navigation/navigation.ts'
import { accountPages, agentPages } from '../../shell/navigation/settings-pages.ts'
import { NavLink } from '../../ui/page/link.tsx'
import { useActiveInView } from '../../ui/page/use-active-in-view.ts'
import classes from './settings-nav.module.css'

/** Pages of the settings: those of the account, then those of the acting agent under its name. */
export function SettingsNav() {
  const row = useActiveInView()
  const session = useSession()
  const { agentId } = useScope()
  const agents = session.state === 'person' ? session.agents : []
  const name = agents.find(({ id }) => id === agentId)?.displayName
  return (
    <nav ref={row} className={classes.nav} aria-label={say('title')}>
      <Items items={accountPages} />
      {name === undefined ? null : (
        <span className={classes.group} dir="auto">
          {name}
        </span>
      )}
      <Items items={agentPages} />
    </nav>
  )
}

function Items({ items }: { items: readonly NavItem[] }) {
  return items.map(({ to, label, icon: Icon }) => (
    <NavLink key={to} to={to} end className={classes.item}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </NavLink>
  ))
}
