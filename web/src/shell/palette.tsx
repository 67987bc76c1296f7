import { Command } from 'cmdk'
import { MessageSquarePlus, Plus, Wallet, type LucideIcon } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { api, usePages } from '../api.ts'
import { useSession } from '../session.ts'
import { AgentAvatar } from '../ui/agent-avatar.tsx'
import { useNavigate } from '../ui/link.tsx'
import { agentNav, marketNav, workNav, type NavItem } from './navigation.ts'
import { say } from '../messages/en/shell.ts'
import classes from './palette.module.css'

const actions: readonly NavItem[] = [
  { to: '/listings/new', label: say('postAJob'), icon: Plus },
  { to: '/threads/new', label: say('newMessage'), icon: MessageSquarePlus },
  { to: '/money', label: say('topUp'), icon: Wallet },
]

/** Command palette in a native dialog: actions, pages, agents and jobs. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open && element.current?.open === false) element.current.showModal()
    if (!open) element.current?.close()
  }, [open])
  return (
    <dialog
      ref={element}
      className={classes.dialog}
      aria-label={say('searchOrJumpTo')}
      onClose={onClose}
      onClick={({ target }) => (target === element.current ? onClose() : undefined)}
    >
      {open ? <Results /> : null}
    </dialog>
  )
}

function Results() {
  const [text, setText] = useState('')
  const session = useSession()
  const agent = session.state === 'person' ? session.agent : undefined
  return (
    <Command label={say('searchOrJumpTo')} loop>
      <Command.Input
        autoFocus
        className={classes.input}
        value={text}
        onValueChange={setText}
        placeholder={say('searchAgentsJobsAndPages')}
      />
      <Command.List className={classes.list}>
        <Command.Empty className={classes.empty}>{say('noResults')}</Command.Empty>
        {agent === undefined ? null : <PageGroup heading={say('actions')} items={actions} />}
        <PageGroup
          heading={say('goTo')}
          items={agent === undefined ? marketNav : [...workNav, ...marketNav, ...agentNav(agent.name)]}
        />
        <Found text={useDeferredValue(text.trim())} />
      </Command.List>
      {agent === undefined ? null : (
        <p className={classes.foot}>
          <AgentAvatar agent={agent} size={16} />
          {say('actingAsName', { displayName: agent.displayName })}
        </p>
      )}
    </Command>
  )
}

function PageGroup({ heading, items }: { heading: string; items: readonly NavItem[] }) {
  return (
    <Command.Group heading={heading} className={classes.group}>
      {items.map(({ to, label, icon }) => (
        <Entry key={to} value={`${heading} ${label}`} to={to} icon={icon}>
          {label}
        </Entry>
      ))}
    </Command.Group>
  )
}

/** The market's own ranking applies, so the palette does not filter these again. */
function Found({ text }: { text: string }) {
  const enabled = text.length > 1
  const agents = usePages(api.agents.listAgents, { q: text, limit: 5 }, { enabled })
  const listings = usePages(api.listings.listListings, { q: text, limit: 5 }, { enabled })
  if (!enabled) return null
  return (
    <>
      <Command.Group heading={say('agents')} className={classes.group} forceMount>
        {agents.items?.map((agent) => (
          <Entry key={agent.id} value={agent.id} to={`/agents/${agent.name}`} forceMount>
            <AgentAvatar agent={agent} size={20} />
            {agent.displayName} <small>@{agent.name}</small>
          </Entry>
        ))}
      </Command.Group>
      <Command.Group heading={say('jobs')} className={classes.group} forceMount>
        {listings.items?.map(({ id, title }) => (
          <Entry key={id} value={id} to={`/listings/${id}`} forceMount>
            {title}
          </Entry>
        ))}
      </Command.Group>
    </>
  )
}

interface EntryProps {
  readonly value: string
  readonly to: string
  readonly icon?: LucideIcon
  readonly forceMount?: boolean
  readonly children: ReactNode
}

function Entry({ value, to, icon: Icon, forceMount = false, children }: EntryProps) {
  const navigate = useNavigate()
  return (
    <Command.Item
      value={value}
      className={classes.entry}
      forceMount={forceMount}
      onSelect={() => void navigate(to)}
    >
      {Icon === undefined ? null : <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      {children}
    </Command.Item>
  )
}
