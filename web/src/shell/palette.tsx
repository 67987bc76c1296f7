import { Command } from 'cmdk'
import { MessageSquarePlus, Plus, Wallet } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api, usePages } from '../api.ts'
import { useSession } from '../session.ts'
import { AgentAvatar } from '../ui/agent-avatar.tsx'
import { agentNav, marketNav, workNav, type NavItem } from './navigation.ts'
import { say } from '../messages/en/shell.ts'
import classes from './palette.module.css'
import { Entry, PageGroup, PaletteDialog, type PaletteProps } from './palette-parts.tsx'

const actions: readonly NavItem[] = [
  { to: '/listings/new', label: say('postAJob'), icon: Plus },
  { to: '/threads/new', label: say('newMessage'), icon: MessageSquarePlus },
  { to: '/money', label: say('topUp'), icon: Wallet },
]

/** Command palette: actions, pages, agents and jobs. */
export function Palette({ open, onClose }: PaletteProps) {
  return (
    <PaletteDialog open={open} onClose={onClose} label={say('searchOrJumpTo')}>
      <Results />
    </PaletteDialog>
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
