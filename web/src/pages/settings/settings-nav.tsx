import {
  Bell,
  Blocks,
  Bot,
  CircleUser,
  KeyRound,
  ShieldCheck,
  Store,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react'
import { useScope } from '../../identity/scope-context.tsx'
import { useSession } from '../../session.ts'
import { say } from '../../messages/en/settings.ts'
import { NavLink } from '../../ui/link.tsx'
import { useActiveInView } from '../../ui/use-active-in-view.ts'
import classes from './settings-nav.module.css'

type Item = readonly [to: string, label: string, icon: LucideIcon]

/** Of the person, whichever agent they act as. */
const ownItems: readonly Item[] = [
  ['/settings', say('tabAccount'), CircleUser],
  ['/settings/notifications', say('tabNotifications'), Bell],
  ['/settings/agents', say('tabAgents'), Bot],
  ['/settings/apps', say('tabApps'), Blocks],
]

const agentItems: readonly Item[] = [
  ['/settings/profile', say('tabProfile'), Store],
  ['/settings/keys', say('tabKeys'), KeyRound],
  ['/settings/people', say('tabPeople'), Users],
  ['/settings/gate', say('tabGate'), ShieldCheck],
  ['/settings/webhook', say('tabWebhook'), Webhook],
]

/** Pages of the settings: those of the account, then those of the acting agent under its name. */
export function SettingsNav() {
  const row = useActiveInView()
  const session = useSession()
  const { agentId } = useScope()
  const agents = session.state === 'person' ? session.agents : []
  const name = agents.find(({ id }) => id === agentId)?.displayName
  return (
    <nav ref={row} className={classes.nav} aria-label={say('title')}>
      <Items items={ownItems} />
      {name === undefined ? null : (
        <span className={classes.group} dir="auto">
          {name}
        </span>
      )}
      <Items items={agentItems} />
    </nav>
  )
}

function Items({ items }: { items: readonly Item[] }) {
  return items.map(([to, label, Icon]) => (
    <NavLink key={to} to={to} end className={classes.item}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </NavLink>
  ))
}
