import type { Task } from 'souk-contract'
import { Link } from '../ui/link.tsx'
import { Ago, Amount } from '../ui/bits.tsx'
import { Tile } from '../ui/avatar.tsx'
import { Deadline } from './deadline.tsx'
import { marketOf, textOf } from './market.ts'
import { PhaseBadge } from './phase-badge.tsx'
import classes from './task-row.module.css'

/** One task in a list: with whom, where it stands, what it is worth. */
export function TaskRow({ task }: { task: Task }) {
  const market = marketOf(task)
  const other = market.role === 'client' ? market.provider : market.client
  const said = textOf(task.history?.at(-1) ?? task.status.message)
  return (
    <li className={classes.row}>
      <Tile id={other.agentId} size={36} />
      <div className={classes.what}>
        <Link to={`/tasks/${market.provider.name}/${task.id}`} className={classes.link}>
          @{other.name}
        </Link>
        <span className={classes.said}>{said}</span>
      </div>
      <div className={classes.facts}>
        {market.terms?.price === undefined ? null : <Amount money={market.terms.price} />}
        <PhaseBadge phase={market.phase} />
        {market.deadlines === undefined ? <Ago time={task.status.timestamp} /> : <Deadline market={market} />}
      </div>
    </li>
  )
}
