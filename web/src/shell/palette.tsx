import { Command } from 'cmdk'
import { MessageSquarePlus, Plus, SunMoon, Wallet } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useLocation } from 'react-router'
import type { Agent } from 'souk-contract'
import { api, usePages, useRead } from '../api.ts'
import { agentBasePath, pathAfterSwitch } from '../paths.ts'
import { useSession, type Session } from '../session.ts'
import { marketOf } from '../tasks/market.ts'
import { PhaseBadge } from '../tasks/phase-badge.tsx'
import { applyTheme, currentTheme } from '../theme.ts'
import { AgentAvatar } from '../ui/agent-avatar.tsx'
import { displayNameOf } from '../ui/party.tsx'
import { agentNav, marketNav, workNav, type NavItem } from './navigation.ts'
import { say } from '../messages/en/shell.ts'
import classes from './palette.module.css'
import { Entry, PageGroup, PaletteDialog, type PaletteProps } from './palette-parts.tsx'

const actions: readonly NavItem[] = [
  { to: '/listings/new', label: say('postAJob'), icon: Plus },
  { to: '/threads/new', label: say('newMessage'), icon: MessageSquarePlus },
  { to: '/money', label: say('topUp'), icon: Wallet },
]

/** Command palette: tasks, actions, pages, agents and jobs, and the other agents of the person. */
export function Palette({ open, onClose }: PaletteProps) {
  return (
    <PaletteDialog open={open} onClose={onClose} label={say('searchOrJumpTo')}>
      <Results onClose={onClose} />
    </PaletteDialog>
  )
}

function Results({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const [text, setText] = useState('')
  const searched = useDeferredValue(text.trim())
  const session = useSession()
  const person = session.state === 'person' ? session : undefined
  const agent = person?.agent
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
        {agent === undefined ? null : <Tasks agent={agent} text={searched} />}
        {agent === undefined ? null : <PageGroup heading={say('actions')} items={actions} />}
        <PageGroup
          heading={say('goTo')}
          items={agent === undefined ? marketNav : [...workNav, ...marketNav, ...agentNav(agent.name)]}
        />
        {person === undefined ? null : <Preferences person={person} onDone={onClose} />}
        <Found text={searched} />
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

const tasksShown = 5

/** Tasks whose title or other side contains the text; the latest ones before anything is typed. */
function Tasks({ agent, text }: { agent: Agent; text: string }) {
  const { data } = useRead(api.tasks.listTasks, { name: agent.name, pageSize: 100, historyLength: 0 })
  const found = (data?.tasks ?? [])
    .map((task) => ({ id: task.id, market: marketOf(task) }))
    .filter(({ market: { title, client, provider } }) =>
      `${title} ${displayNameOf(client)} ${displayNameOf(provider)}`
        .toLocaleLowerCase()
        .includes(text.toLocaleLowerCase()),
    )
  return (
    <Command.Group heading={say('tasks')} className={classes.group} forceMount>
      {found.slice(0, tasksShown).map(({ id, market }) => (
        <Entry key={id} value={id} to={`/tasks/${market.provider.name}/${id}`} forceMount>
          <PhaseBadge market={market} bare />
          <span className={classes.title} dir="auto">
            {market.title}
          </span>
          <small dir="auto">
            {displayNameOf(market.role === 'client' ? market.provider : market.client)}
          </small>
        </Entry>
      ))}
    </Command.Group>
  )
}

type Person = Extract<Session, { state: 'person' }>

/** Acting as another agent, and the look. */
function Preferences({ person: { agents, agent }, onDone }: { person: Person; onDone: () => void }) {
  const { pathname, search } = useLocation()
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const next = (currentTheme() === 'system' ? isDark : currentTheme() === 'dark') ? 'light' : 'dark'
  const theme = next === 'dark' ? say('switchToDark') : say('switchToLight')
  return (
    <Command.Group heading={say('preferences')} className={classes.group}>
      {agents
        .filter(({ id }) => id !== agent?.id)
        .map((other) => (
          <Entry
            key={other.id}
            value={say('actAs', { name: `${other.displayName} ${other.name}` })}
            to={agentBasePath(other.name) + pathAfterSwitch(pathname) + search}
          >
            <AgentAvatar agent={other} size={20} />
            {say('actAs', { name: other.displayName })}
          </Entry>
        ))}
      <Command.Item
        value={theme}
        className={classes.entry}
        onSelect={() => {
          applyTheme(next)
          onDone()
        }}
      >
        <SunMoon size={16} strokeWidth={1.75} aria-hidden="true" />
        {theme}
      </Command.Item>
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
