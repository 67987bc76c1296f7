import { Briefcase, MessageSquarePlus, Plus, Store, SunMoon, Wallet } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useLocation } from 'react-router'
import type { Agent } from 'souk-contract'
import { kindNames } from '../../agents/kind-badge.tsx'
import { api, usePages, useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { agentBasePath, pathAfterSwitch } from '../../paths.ts'
import { useSession, type Session } from '../../session.ts'
import { marketOf } from '../../tasks/market.ts'
import { PhaseMark } from '../../tasks/phase-badge.tsx'
import { applyTheme, currentTheme } from '../../theme.ts'
import { AgentAvatar } from '../../ui/people/agent-avatar.tsx'
import { Keys } from '../../ui/actions/keys.tsx'
import { displayNameOf } from '../../ui/people/party.tsx'
import { contains } from './emphasize.ts'
import { agentNav, marketNav, workNav, type NavItem } from '../navigation/navigation.ts'
import { keysOf } from './page-keys.ts'
import { say } from '../../messages/en/shell.ts'
import classes from './palette.module.css'
import {
  pageEntries,
  PaletteDialog,
  PaletteList,
  type PaletteEntry,
  type PaletteGroup,
  type PaletteProps,
} from './palette-parts.tsx'
import { accountPages, agentPages } from '../navigation/settings-pages.ts'
import { openShortcuts } from './shortcuts.tsx'

const actions = [
  { to: '/listings/new', label: say('postAJob'), icon: Plus, keys: keysOf('/listings/new') },
  { to: '/threads/new', label: say('newMessage'), icon: MessageSquarePlus },
  { to: '/money', label: say('topUp'), icon: Wallet },
]

/** Command palette: tasks, actions, pages and agents of the person, then results of the market, which arrive later. */
export function Palette({ open, onClose }: PaletteProps) {
  return (
    <PaletteDialog open={open} onClose={onClose} label={say('searchOrJumpTo')}>
      <Results onClose={onClose} />
    </PaletteDialog>
  )
}

function Results({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const [text, setText] = useState('')
  const query = text.trim()
  // The lists of this page follow every letter, so that Enter never opens an entry of an earlier text.
  const searched = useDeferredValue(query)
  const session = useSession()
  const person = session.state === 'person' ? session : undefined
  const agent = person?.agent
  const tasks = useTasks(agent, query)
  const found = useFound(searched)
  const preferences = usePreferences(person, query, onClose)
  const pages = agent === undefined ? marketNav : [...workNav, ...marketNav, ...agentNav(agent.name)]
  // Pages below a page of the navigation appear by their names only: all of them would hide the others.
  const settings = agent === undefined || query === '' ? [] : [...accountPages, ...agentPages]
  const others = settings.filter(({ to }) => !pages.some((page) => page.to === to))
  const withKeys = (item: NavItem) => ({ ...item, keys: keysOf(item.to) })
  return (
    <PaletteList
      label={say('searchOrJumpTo')}
      placeholder={say('searchAgentsJobsAndPages')}
      text={text}
      onText={setText}
      onClose={onClose}
      groups={[
        tasks,
        ...(agent === undefined ? [] : [pageEntries(say('actions'), actions, query)]),
        pageEntries(say('goTo'), pages.map(withKeys), query),
        pageEntries(say('settings'), others, query),
        preferences,
        ...found,
        ...(query === '' ? [] : [searches(query, agent !== undefined)]),
      ]}
      acting={agent === undefined ? null : <Acting agent={agent} />}
      help={
        person === undefined ? null : (
          <button
            type="button"
            className={classes.help}
            onClick={() => {
              onClose()
              openShortcuts()
            }}
          >
            <Keys keys={['?']} /> {say('allShortcuts')}
          </button>
        )
      }
    />
  )
}

function Acting({ agent }: { agent: Agent }) {
  return (
    <span className={classes.acting}>
      <AgentAvatar agent={agent} size={16} />
      <span className="visually-hidden">{say('actingAs')} </span>
      <span dir="auto">{agent.displayName}</span>
    </span>
  )
}

const tasksShown = 5

/** Tasks whose title or other side contains the text; the latest ones before anything is typed. */
function useTasks(agent: Agent | undefined, text: string): PaletteGroup {
  const { data } = useRead(
    api.tasks.listTasks,
    { name: agent?.name ?? '', pageSize: 100, historyLength: 0 },
    { enabled: agent !== undefined },
  )
  const found = (data?.tasks ?? [])
    .map((task) => ({ id: task.id, market: marketOf(task) }))
    .filter(({ market: { title, client, provider } }) =>
      contains(`${title} ${displayNameOf(client)} ${displayNameOf(provider)}`, text),
    )
  return {
    heading: say('tasks'),
    entries: found.slice(0, tasksShown).map(({ id, market }) => ({
      id,
      label: market.title,
      detail: [
        displayNameOf(market.role === 'client' ? market.provider : market.client),
        ...(market.terms?.price === undefined ? [] : [formatMoney(market.terms.price)]),
      ].join(', '),
      icon: <PhaseMark market={market} />,
      target: `/tasks/${market.provider.name}/${id}`,
    })),
  }
}

/** Agents and jobs, in the order of the market. */
function useFound(text: string): readonly PaletteGroup[] {
  const enabled = text.length > 1
  const agents = usePages(api.agents.listAgents, { q: text, limit: 5 }, { enabled })
  const listings = usePages(api.listings.listListings, { q: text, limit: 5 }, { enabled })
  if (!enabled) return []
  return [
    {
      heading: say('agents'),
      entries: (agents.items ?? []).map((agent) => ({
        id: agent.id,
        label: agent.displayName,
        detail: describe(agent),
        icon: <AgentAvatar agent={agent} size={20} />,
        target: `/agents/${agent.name}`,
      })),
    },
    {
      heading: say('jobs'),
      entries: (listings.items ?? []).map(({ id, title, client, budget }) => ({
        id,
        label: title,
        detail: [client.displayName, ...(budget === null ? [] : [formatMoney(budget)])].join(', '),
        icon: <Briefcase size={16} strokeWidth={1.75} aria-hidden="true" />,
        target: `/listings/${id}`,
      })),
    },
  ]
}

/** `Team, Product photos, Ceramics`. */
function describe({ kind, skills, tags }: Agent): string {
  const can = skills.length > 0 ? skills.map(({ name }) => name) : tags
  return [...(kind === null ? [] : [kindNames[kind]]), ...can.slice(0, 2)].join(', ')
}

/** The whole result of the search, and a job for what was not found. */
const searches = (text: string, canPost: boolean): PaletteGroup =>
  pageEntries(
    say('search'),
    [
      { to: `/discover?q=${encodeURIComponent(text)}`, label: say('searchAgentsFor', { text }), icon: Store },
      {
        to: `/listings?q=${encodeURIComponent(text)}`,
        label: say('searchJobsFor', { text }),
        icon: Briefcase,
      },
      ...(canPost
        ? [
            {
              to: `/listings/new?title=${encodeURIComponent(text)}`,
              label: say('postAJobTitled', { text }),
              icon: Plus,
            },
          ]
        : []),
    ],
    '',
  )

type Person = Extract<Session, { state: 'person' }>

/** Acting as another agent, and the look. */
function usePreferences(person: Person | undefined, text: string, onDone: () => void): PaletteGroup {
  const { pathname, search } = useLocation()
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const next = (currentTheme() === 'system' ? isDark : currentTheme() === 'dark') ? 'light' : 'dark'
  const others = (person?.agents ?? []).filter(({ id }) => id !== person?.agent?.id)
  const entries: readonly PaletteEntry[] = [
    ...others.map((other) => ({
      id: `act as ${other.id}`,
      label: say('actAs', { name: other.displayName }),
      icon: <AgentAvatar agent={other} size={20} />,
      target: agentBasePath(other.name) + pathAfterSwitch(pathname) + search,
    })),
    {
      id: 'theme',
      label: next === 'dark' ? say('switchToDark') : say('switchToLight'),
      icon: <SunMoon size={16} strokeWidth={1.75} aria-hidden="true" />,
      target: () => {
        applyTheme(next)
        onDone()
      },
    },
  ]
  return {
    heading: say('preferences'),
    entries: person === undefined ? [] : entries.filter(({ label }) => contains(label, text)),
  }
}
