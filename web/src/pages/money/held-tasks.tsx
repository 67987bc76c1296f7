import type { Task } from 'souk-contract'
import { say } from '../../messages/en/money.ts'
import { marketOf } from '../../tasks/market.ts'
import { Amount } from '../../ui/amount.tsx'
import { Panel } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { PartyAvatar } from '../../ui/party.tsx'
import classes from './held-tasks.module.css'

/** The tasks that the held funds are for. */
export function HeldTasks({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0) return null
  return (
    <Panel title={say('onHold')}>
      <ul className={classes.tasks}>
        {tasks.map((task) => {
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
