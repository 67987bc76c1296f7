import type { AuditEntry } from 'souk-contract'
import { useRead } from '../../api.ts'
import { useNow } from '../../lib/hooks/use-now.ts'
import { say } from '../../messages/en/operator-console.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { adminApi } from '../admin-api.ts'
import { actionText } from '../audit/action-text.ts'
import { Actor } from '../audit/actor.tsx'
import { Target } from '../audit/target.tsx'
import { formatAge } from '../format-age.ts'
import { pollMs } from '../use-queues.ts'
import classes from './overview.module.css'

const shown = 6

/** Latest changes by operators, so that a shift starts with what the one before it did. */
export function RecentActions() {
  const query = useRead(adminApi.audit.listAuditEntries, { actor: 'operator', limit: 50 }, { pollMs })
  const now = useNow(30_000)
  return (
    <Panel title={say('recentActions')} actions={<Link to="/operator/audit">{say('auditLog')}</Link>}>
      <QueryContent query={query}>
        {({ items }) => {
          const changes = items.filter(isChange).slice(0, shown)
          if (changes.length === 0) return <p className="muted">{say('noActionsYet')}</p>
          return (
            <ul className={classes.list}>
              {changes.map((entry) => (
                <li key={entry.id} className={classes.action}>
                  <p>
                    <Actor entry={entry} inline short /> {actionText(entry.action) ?? entry.action}{' '}
                    <Target entry={entry} />
                    {'reason' in entry.details ? (
                      <small dir="auto">{String(entry.details.reason)}</small>
                    ) : null}
                  </p>
                  <time dateTime={entry.at}>{formatAge(entry.at, now)}</time>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryContent>
    </Panel>
  )
}

function isChange({ action }: AuditEntry): boolean {
  return !action.endsWith('.read')
}
