import type { Task } from 'souk-contract'
import { say } from '../../messages/en/money.ts'
import { marketOf } from '../../tasks/market.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PartyAvatar } from '../../ui/people/party.tsx'
import classes from './held-tasks.module.css'

/** Longer lists are in My work. */
const shownMax = 6

/** The tasks that the held funds are for. */
export function HeldTasks({ tasks }: { tasks: readonly Task[] }) {
  const [first] = tasks
  const held = tasks.flatMap((task) => marketOf(task).heldFunds ?? [])
  const currency = held[0]?.currency
  if (first === undefined || currency === undefined) return null
  const total = held.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Panel
      title={say('onHold')}
      actions={
        <span className={classes.total}>
          <Amount money={{ amount: total, currency }} />
        </span>
      }
    >
      <ul className={classes.tasks}>
        {tasks.slice(0, shownMax).map((task) => {
          const { provider, title, heldFunds } = marketOf(task)
          return (
            <li key={task.id}>
              <PartyAvatar party={provider} size={20} />
              <Link to={`/tasks/${provider.name}/${task.id}`} dir="auto" title={title}>
                {title}
              </Link>
              {heldFunds === undefined ? null : <Amount money={heldFunds} />}
            </li>
          )
        })}
      </ul>
      {tasks.length > shownMax ? (
        <Link to="/my-work/given?view=table" className={classes.more}>
          {say('moreTasks', { count: tasks.length - shownMax })}
        </Link>
      ) : null}
    </Panel>
  )
}

/** Tasks whose price is held in the wallet of the viewer. */
export function heldBy(tasks: readonly Task[]): readonly Task[] {
  return tasks.filter((task) => {
    const { role, heldFunds } = marketOf(task)
    return role === 'client' && heldFunds !== undefined
  })
}
