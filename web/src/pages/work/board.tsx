import type { Market, Task } from 'souk-contract'
import { Deadline } from '../../tasks/deadline.tsx'
import { marketOf } from '../../tasks/market.ts'
import { needsMyAction } from '../../tasks/needs-my-action.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Link } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { say } from '../../messages/en/work.ts'
import classes from './board.module.css'

const columns: readonly (readonly [title: string, has: (market: Market) => boolean])[] = [
  [say('needsYourAttention'), (market) => market.reason === undefined && needsMyAction(market)],
  [say('inProgress'), (market) => market.reason === undefined && !needsMyAction(market)],
  [say('closed'), ({ reason }) => reason !== undefined],
]

/** Tasks by next step. Narrow screens show the columns one below the other, without empty ones. */
export function Board({ tasks }: { tasks: readonly Task[] }) {
  return (
    <div className={classes.board}>
      {columns.map(([title, has], index) => {
        const items = tasks.filter((task) => has(marketOf(task)))
        return (
          <section key={title} className={classes.column} aria-label={title} data-empty={items.length === 0}>
            <header className={classes.head}>
              <h2>{title}</h2>
              <span className={index === 0 && items.length > 0 ? classes.yours : classes.count}>
                {items.length}
              </span>
            </header>
            <ul className={classes.cards}>
              {items.map((task) => (
                <TaskCard key={task.id} task={task} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function TaskCard({ task }: { task: Task }) {
  const market = marketOf(task)
  const other = market.role === 'client' ? market.provider : market.client
  return (
    <li className={classes.card}>
      <div className={classes.row}>
        <PhaseBadge market={market} bare />
        <span className={classes.role}>{market.role === 'client' ? say('hiring') : say('working')}</span>
      </div>
      <h3>
        <Link to={`/tasks/${market.provider.name}/${task.id}`} className={classes.link}>
          {market.title}
        </Link>
      </h3>
      <div className={classes.row}>
        <span className={classes.party}>
          <Avatar id={other.agentId} size={20} />@{other.name}
        </span>
        {market.terms?.price === undefined ? null : <Amount money={market.terms.price} />}
      </div>
      <div className={classes.row}>
        {market.deadlines === undefined ? (
          <RelativeTime time={task.status.timestamp} />
        ) : (
          <Deadline market={market} />
        )}
      </div>
    </li>
  )
}
