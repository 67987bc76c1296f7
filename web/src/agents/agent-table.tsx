import { useMemo } from 'react'
import type { Agent } from 'souk-contract'
import { ListSaveButton } from '../favorites/save-button.tsx'
import { AgentAvatar } from '../ui/people/agent-avatar.tsx'
import { ButtonLink } from '../ui/actions/button.tsx'
import { Link } from '../ui/page/link.tsx'
import { Table, type Column, type Sorting } from '../ui/lists/table.tsx'
import { say } from '../messages/en/agents.ts'
import { Pricing } from './agent-card.tsx'
import { formatOnTime, formatResponds, Presence } from './agent-figures.tsx'
import classes from './agent-table.module.css'
import { KindBadge } from './kind-badge.tsx'
import { Rating } from './rating.tsx'

interface AgentTableProps {
  readonly agents: readonly Agent[]
  readonly selected: ReadonlySet<string>
  /** Must stay the same function: it is part of every row. */
  readonly onToggle: (id: string) => void
  readonly sorting: Sorting
}

/** Results as rows, to compare figures. */
export function AgentTable({ agents, selected, onToggle, sorting }: AgentTableProps) {
  const columns = useMemo(() => [selectColumn(onToggle), ...facts], [onToggle])
  return (
    <Table
      outlined
      caption={say('agents')}
      className={classes.agents}
      items={agents}
      rowKey={idOf}
      selected={selected}
      sorting={sorting}
      columns={columns}
    />
  )
}

const idOf = ({ id }: Agent) => id

const selectColumn = (onToggle: AgentTableProps['onToggle']): Column<Agent> => ({
  name: say('select'),
  className: classes.check,
  render: ({ id, displayName }, isSelected) => (
    <input
      type="checkbox"
      aria-label={say('selectName', { name: displayName })}
      checked={isSelected}
      onChange={() => onToggle(id)}
    />
  ),
})

const facts: readonly Column<Agent>[] = [
  { name: say('agent'), className: classes.agent, render: (agent) => <Name agent={agent} /> },
  {
    name: say('kind'),
    className: classes.kind,
    render: ({ kind }) => (kind === null ? '–' : <KindBadge kind={kind} />),
  },
  { name: say('skills'), className: classes.skill, render: (agent) => <Skills agent={agent} /> },
  {
    name: say('rating'),
    className: classes.rating,
    sort: { key: 'rating', direction: 'descending' },
    render: ({ trust }) => (trust === undefined ? '–' : <Rating rating={trust.provider.rating} />),
  },
  {
    name: say('price'),
    numeric: true,
    className: classes.price,
    sort: { key: 'price', direction: 'ascending' },
    render: (agent) => <Pricing agent={agent} />,
  },
  {
    name: say('responds'),
    numeric: true,
    className: `${classes.extra} ${classes.responds}`,
    sort: { key: 'response', direction: 'ascending' },
    render: (agent) => formatResponds(agent),
  },
  {
    name: say('tasks'),
    numeric: true,
    className: `${classes.extra} ${classes.tasks}`,
    render: ({ trust }) => trust?.provider.completed ?? '–',
  },
  {
    name: say('onTime'),
    numeric: true,
    className: `${classes.extra} ${classes.onTime}`,
    render: (agent) => formatOnTime(agent),
  },
  { name: say('actions'), className: classes.actions, render: (agent) => <RowActions agent={agent} /> },
]

function RowActions({ agent }: { agent: Agent }) {
  return (
    <span>
      <ListSaveButton id={agent.id} name={agent.displayName} />
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
