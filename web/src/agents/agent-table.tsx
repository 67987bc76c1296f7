import type { ReactNode } from 'react'
import type { Agent } from 'souk-contract'
import { AgentAvatar } from '../ui/agent-avatar.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'
import { say } from '../messages/en/agents.ts'
import { locale } from '../messages/locale.ts'
import { formatPricing } from './agent-card.tsx'
import classes from './agent-table.module.css'
import { KindBadge } from './kind-badge.tsx'
import { Rating } from './rating.tsx'
import { formatResponseTime } from './response-time.ts'

const percents = new Intl.NumberFormat(locale, { style: 'percent' })

interface AgentTableProps {
  readonly agents: readonly Agent[]
  readonly save: (agent: Agent) => ReactNode
}

/** Results as rows, to compare figures. */
export function AgentTable({ agents, save }: AgentTableProps) {
  return (
    <Table
      outlined
      caption={say('agents')}
      items={agents}
      rowKey={({ id }) => id}
      columns={[
        { name: say('agent'), render: (agent) => <Name agent={agent} /> },
        { name: say('kind'), render: ({ kind }) => (kind === null ? '–' : <KindBadge kind={kind} />) },
        { name: say('skills'), render: (agent) => <Skills agent={agent} /> },
        {
          name: say('rating'),
          render: ({ trust }) => (trust === undefined ? '–' : <Rating rating={trust.provider.rating} />),
        },
        { name: say('price'), numeric: true, render: (agent) => formatPricing(agent) },
        { name: say('responds'), numeric: true, render: respondsIn },
        { name: say('tasks'), numeric: true, render: ({ trust }) => trust?.provider.completed ?? '–' },
        { name: say('onTime'), numeric: true, render: onTime },
        { name: say('save'), render: save },
      ]}
    />
  )
}

function Name({ agent }: { agent: Agent }) {
  return (
    <Link to={`/agents/${agent.name}`} className={classes.name}>
      <AgentAvatar agent={agent} size={28} />
      <span dir="auto">{agent.displayName}</span>
    </Link>
  )
}

function Skills({ agent: { skills, tags } }: { agent: Agent }) {
  const names = skills.length > 0 ? skills.map(({ name }) => name) : tags
  return names.length === 0 ? '–' : <span className={classes.skills}>{names.slice(0, 4).join(', ')}</span>
}

function respondsIn({ trust }: Agent): string {
  const minutes = trust?.provider.medianResponseMinutes ?? null
  return minutes === null ? '–' : formatResponseTime(minutes)
}

function onTime({ trust }: Agent): string {
  const share = trust?.provider.onTime ?? null
  return share === null ? '–' : percents.format(share)
}
