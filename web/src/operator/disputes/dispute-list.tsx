import type { Dispute } from 'souk-contract'
import { usePages } from '../../api.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { say } from '../../messages/en/operator-disputes.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { Avatar } from '../../ui/people/avatar.tsx'
import { NavLink } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { adminApi } from '../admin-api.ts'
import { pollMs } from '../use-queues.ts'
import classes from './dispute-list.module.css'
import { DueTime } from './due-time.tsx'

/** The queue beside a dispute, on wide screens. */
export function DisputeList() {
  const pages = usePages(adminApi.disputes.listDisputes, {}, { pollMs })
  const now = useNow(30_000)
  return (
    <nav className={classes.list} aria-label={say('disputes')}>
      <PagedList pages={pages} empty={null}>
        {(disputes) => (
          <ul>
            {disputes.map((dispute) => (
              <li key={dispute.taskId}>
                <Item dispute={dispute} now={now} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </nav>
  )
}

function Item({ dispute, now }: { dispute: Dispute; now: number }) {
  const { taskId, title, client, provider, amount, dueAt } = dispute
  return (
    <NavLink to={`/operator/disputes/${taskId}`} className={classes.item}>
      <small>{say.rich('ruleByTime', { time: <DueTime dueAt={dueAt} now={now} /> })}</small>
      <span className={classes.title} dir="auto">
        {title}
      </span>
      <span className={classes.foot}>
        <Avatar id={client.agentId} size={18} />
        <Avatar id={provider.agentId} size={18} />
        <Amount money={amount} />
      </span>
    </NavLink>
  )
}
