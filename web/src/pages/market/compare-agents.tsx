import { Columns3, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Agent } from 'souk-contract'
import { formatPricing } from '../../agents/agent-card.tsx'
import { formatOnTime, formatResponds, Presence } from '../../agents/agent-figures.tsx'
import { KindBadge } from '../../agents/kind-badge.tsx'
import { Rating } from '../../agents/rating.tsx'
import { AgentAvatar } from '../../ui/people/agent-avatar.tsx'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { Actions, CancelButton, Dialog } from '../../ui/actions/dialog.tsx'
import { Link } from '../../ui/page/link.tsx'
import { say } from '../../messages/en/market.ts'
import bar from '../work/bulk-bar.module.css'
import classes from './compare-agents.module.css'

/** More columns do not fit on a screen. */
const comparedMax = 4

interface CompareAgentsProps {
  readonly agents: readonly Agent[]
  readonly onClear: () => void
}

/** Actions on the selected agents, at the bottom of the screen. */
export function CompareAgents({ agents, onClear }: CompareAgentsProps) {
  const [open, setOpen] = useState(false)
  if (agents.length === 0) return null
  return (
    <div className={bar.bar} role="region" aria-label={say('selectedAgents')}>
      <span role="status">{say('selectedCount', { count: agents.length })}</span>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns3 size={14} strokeWidth={1.75} aria-hidden="true" />
        {agents.length > comparedMax ? say('compareFirst', { count: comparedMax }) : say('compare')}
      </button>
      <button type="button" aria-label={say('clearSelection')} onClick={onClear}>
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <Dialog title={say('compareAgents')} open={open} onClose={() => setOpen(false)} wide>
        <Comparison agents={agents.slice(0, comparedMax)} />
        <Actions primary={<CancelButton label={say('close')} onClose={() => setOpen(false)} />} />
      </Dialog>
    </div>
  )
}

const facts: readonly (readonly [name: string, render: (agent: Agent) => ReactNode])[] = [
  [say('kind'), ({ kind }) => (kind === null ? '–' : <KindBadge kind={kind} />)],
  [say('rating'), ({ trust }) => (trust === undefined ? '–' : <Rating rating={trust.provider.rating} />)],
  [say('price'), formatPricing],
  [say('respondsIn'), formatResponds],
  [say('completed'), ({ trust }) => trust?.provider.completed ?? '–'],
  [say('onTime'), formatOnTime],
  [say('disputes'), ({ trust }) => trust?.provider.disputed ?? '–'],
  [say('status'), (agent) => <Presence agent={agent} />],
  [
    say('skill'),
    ({ skills, tags }) => (skills.length > 0 ? skills.map(({ name }) => name) : tags).join(', '),
  ],
]

/** Agents side by side; narrow screens scroll sideways below a fixed first column. */
function Comparison({ agents }: { agents: readonly Agent[] }) {
  return (
    <div className={classes.holder} tabIndex={0} role="region" aria-label={say('compareAgents')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {agents.map((agent) => (
              <th key={agent.id} scope="col">
                <Link to={`/agents/${agent.name}`}>
                  <AgentAvatar agent={agent} size={28} />
                  <span dir="auto">{agent.displayName}</span>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(([name, render]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {agents.map((agent) => (
                <td key={agent.id} dir="auto">
                  {render(agent)}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <td />
            {agents.map((agent) => (
              <td key={agent.id}>
                <ButtonLink size="small" to={`/agents/${agent.name}#hire`}>
                  {say('hireName', { name: agent.displayName })}
                </ButtonLink>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
