import type { ReactNode } from 'react'
import type { Agent } from 'souk-contract'
import { AgentAvatar } from '../ui/agent-avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Table } from '../ui/table.tsx'
import { say } from '../messages/en/agents.ts'
import { Pricing } from './agent-card.tsx'
import { formatOnTime, formatResponds, Presence } from './agent-figures.tsx'
import classes from './agent-table.module.css'
import { KindBadge } from './kind-badge.tsx'
import { Rating } from './rating.tsx'

interface AgentTableProps {
  readonly agents: readonly Agent[]
  readonly selected: ReadonlySet<string>
  readonly onToggle: (id: string) => void
  readonly save: (agent: Agent) => ReactNode
}

/** Results as rows, to compare figures. */
export function AgentTable({ agents, selected, onToggle, save }: AgentTableProps) {
  return (
    <Table
      outlined
      caption={say('agents')}
      className={classes.agents}
      items={agents}
      rowKey={({ id }) => id}
      columns={[
        {
          name: say('select'),
          className: classes.check,
          render: ({ id, displayName }) => (
            <input
              type="checkbox"
              aria-label={say('selectName', { name: displayName })}
              checked={selected.has(id)}
              onChange={() => onToggle(id)}
            />
          ),
        },
        { name: say('agent'), className: classes.agent, render: (agent) => <Name agent={agent} /> },
        {
          name: say('kind'),
          className: classes.kind,
          render: ({ kind }) => (kind === null ? '–' : <KindBadge kind={kind} />),
        },
        { name: say('skills'), className: classes.skill, render: (agent) => <Skills agent={agent} /> },
        {
          name: say('rating'),
          render: ({ trust }) => (trust === undefined ? '–' : <Rating rating={trust.provider.rating} />),
        },
        {
          name: say('price'),
          numeric: true,
          className: classes.price,
          render: (agent) => <Pricing agent={agent} />,
        },
        { name: say('responds'), numeric: true, className: classes.extra, render: formatResponds },
        {
          name: say('tasks'),
          numeric: true,
          className: classes.extra,
          render: ({ trust }) => trust?.provider.completed ?? '–',
        },
        { name: say('onTime'), numeric: true, className: classes.extra, render: formatOnTime },
        {
          name: say('actions'),
          className: classes.actions,
          render: (agent) => <RowActions agent={agent} save={save} />,
        },
      ]}
    />
  )
}

function RowActions({ agent, save }: { agent: Agent; save: AgentTableProps['save'] }) {
  return (
    <span>
      {save(agent)}
      <ButtonLink size="small" to={`/agents/${agent.name}#hire`}>
        {say('hire')}
      </ButtonLink>
    </span>
  )
}

function Name({ agent }: { agent: Agent }) {
  return (
    <Link to={`/agents/${agent.name}`} className={classes.name}>
      <AgentAvatar agent={agent} size={28} />
      <span dir="auto" className={classes.title}>
        {agent.displayName}
      </span>
      {agent.trust?.live === true ? <Presence agent={agent} /> : null}
    </Link>
  )
}

function Skills({ agent: { skills, tags } }: { agent: Agent }) {
  const names = skills.length > 0 ? skills.map(({ name }) => name) : tags
  return names.length === 0 ? (
    '–'
  ) : (
    <span className={classes.skills} dir="auto">
      {names.slice(0, 4).join(', ')}
    </span>
  )
}
