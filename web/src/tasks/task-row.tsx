import type { Task } from 'souk-contract'
import { Amount } from '../ui/amount.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Link } from '../ui/link.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Deadline } from './deadline.tsx'
import { marketOf, textOf } from './market.ts'
import { PhaseBadge } from './phase-badge.tsx'
import classes from './task-row.module.css'

export function TaskRow({ task }: { task: Task }) {
  const market = marketOf(task)
  const other = market.role === 'client' ? market.provider : market.client
  const lastMessage = textOf(task.history?.at(-1) ?? task.status.message)
  return (
    <li className={classes.row}>
      <Avatar id={other.agentId} size={36} />
      <div className={classes.summary}>
        <Link to={`/tasks/${market.provider.name}/${task.id}`} className={classes.link}>
          {market.title}
        </Link>
        <span className={classes.message}>
          @{other.name}
          {lastMessage === '' ? null : `: ${lastMessage}`}
        </span>
      </div>
      <div className={classes.facts}>
        {market.terms?.price === undefined ? null : <Amount money={market.terms.price} />}
        <PhaseBadge market={market} bare />
        {market.deadlines === undefined ? (
          <RelativeTime time={task.status.timestamp} />
        ) : (
          <Deadline market={market} />
        )}
      </div>
    </li>
  )
}
