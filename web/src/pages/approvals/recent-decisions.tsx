import { Check, CircleAlert, Clock, X, type LucideIcon } from 'lucide-react'
import type { Approval } from 'souk-contract'
import { api, usePages } from '../../api.ts'
import { say } from '../../messages/en/approvals.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import classes from './approvals.module.css'
import { actionTitle } from './sentences.ts'
import { useParties } from './use-parties.ts'

export function RecentDecisions() {
  const all = usePages(api.approvals.listApprovals, {})
  const decided = all.items?.filter(({ state }) => state !== 'pending')
  return (
    <Panel title={say('history')}>
      <PagedList pages={{ ...all, items: decided }} empty={<p className="muted">{say('noDecisions')}</p>}>
        {(items) => (
          <ul className={classes.history}>
            {items.map((approval) => (
              <Decision key={approval.id} approval={approval} />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

const states: Readonly<Record<Approval['state'], readonly [label: string, icon: LucideIcon]>> = {
  pending: [say('statePending'), Clock],
  approved: [say('stateApproved'), Check],
  denied: [say('stateDenied'), X],
  expired: [say('stateExpired'), Clock],
  done: [say('stateDone'), Check],
  failed: [say('stateFailed'), CircleAlert],
}

function Decision({ approval }: { approval: Approval }) {
  const parties = useParties(approval)
  const [label, Icon] = states[approval.state]
  if (!parties.isLoaded)
    return (
      <li>
        <Skeleton lines={2} />
      </li>
    )
  return (
    <li data-state={approval.state}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <span dir="auto">{actionTitle(approval, parties)}</span>
        <small>
          {label}, <RelativeTime time={approval.decidedAt ?? approval.createdAt} />
        </small>
        {approval.error === null ? null : (
          <small className={classes.failure} dir="auto">
            {approval.error}
          </small>
        )}
      </div>
    </li>
  )
}
