import { Check, ChevronsUpDown, Info, Plus } from 'lucide-react'
import { useLocation } from 'react-router'
import type { Agent } from 'souk-contract'
import { kindNames } from '../../agents/kind-badge.tsx'
import { formatMoney } from '../../lib/format/format-money.ts'
import { api, useRead } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { refreshSession } from '../../identity/session-store.ts'
import { agentBasePath, pathAfterSwitch } from '../../paths.ts'
import { AgentAvatar } from '../../ui/people/agent-avatar.tsx'
import { Link } from '../../ui/page/link.tsx'
import popover from '../../ui/actions/popover.module.css'
import { usePopover } from '../../ui/actions/use-popover.ts'
import { say } from '../../messages/en/shell.ts'
import classes from './agent-switcher.module.css'

interface AgentSwitcherProps {
  readonly agents: readonly Agent[]
  readonly agent: Agent | undefined
}

/** The acting agent, and links to the same page as another one. */
export function AgentSwitcher({ agents, agent }: AgentSwitcherProps) {
  const { open, setOpen, container, toggle, panel } = usePopover<HTMLDivElement, HTMLButtonElement>()
  if (agents.length === 0)
    return (
      <Link to="/welcome" className={classes.toggle}>
        <Plus size={16} aria-hidden="true" />
        <span className={classes.alone}>{say('createYourProfile')}</span>
      </Link>
    )
  return (
    <div className={popover.container} ref={container}>
      <button
        ref={toggle}
        type="button"
        className={classes.toggle}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {agent === undefined ? null : <AgentAvatar agent={agent} size={32} />}
        <span className={agent === undefined ? classes.alone : classes.name} dir="auto">
          {agent === undefined ? null : <span className="visually-hidden">{say('actingAs')} </span>}
          {agent?.displayName ?? say('chooseAnAgent')}
        </span>
        {agent === undefined ? null : <SpendableBalance agent={agent} />}
        <ChevronsUpDown size={16} strokeWidth={1.75} className={classes.chevron} aria-hidden="true" />
      </button>
      {open ? (
        <div ref={panel} className={`${popover.popover} ${popover.below} ${classes.panel}`}>
          <p className={classes.heading}>{say('actAsHeading')}</p>
          <AgentLinks agents={agents} active={agent} />
          <Link to="/settings/agents" className={classes.add}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('addAnAgent')}
          </Link>
          <p className={classes.note}>
            <Info size={14} strokeWidth={1.75} aria-hidden="true" />
            {say('appliesToThisTab')}
          </p>
        </div>
      ) : null}
    </div>
  )
}

/** The handle stands in for people who cannot see the wallet. */
function SpendableBalance({ agent }: { agent: Agent }) {
  const { data } = useRead(api.payments.getBalance, {})
  return (
    <small className={classes.detail}>
      {data === undefined
        ? `@${agent.name}`
        : say('available', { value: formatMoney({ ...data.balance, amount: data.balance.available }) })}
    </small>
  )
}

/** The choice is stored as the default for paths without an agent. */
function AgentLinks({ agents, active }: { agents: readonly Agent[]; active: Agent | undefined }) {
  const { client } = useScope()
  const { pathname, search } = useLocation()
  const storeDefault = (agentId: string) =>
    void client.users.selectAgent({ agentId }).then(refreshSession, () => undefined)
  return (
    <nav className={classes.agents} aria-label={say('actingAs')}>
      {agents.map((agent) => (
        <Link
          key={agent.id}
          to={agentBasePath(agent.name) + pathAfterSwitch(pathname) + search}
          aria-current={agent.id === active?.id ? 'true' : undefined}
          onClick={() => storeDefault(agent.id)}
        >
          <AgentAvatar agent={agent} size={28} />
          <span dir="auto">{agent.displayName}</span>
          <small>{agent.kind === null ? `@${agent.name}` : `${kindNames[agent.kind]}, @${agent.name}`}</small>
          {agent.id === active?.id ? <Check size={16} strokeWidth={1.75} aria-hidden="true" /> : null}
        </Link>
      ))}
    </nav>
  )
}
