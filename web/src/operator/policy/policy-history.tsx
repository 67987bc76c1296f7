import type { PolicyChange } from 'souk-contract'
import { usePages } from '../../api.ts'
import { useCurrency } from '../../lib/hooks/use-currency.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { adminApi } from '../admin-api.ts'
import classes from '../cases/case.module.css'
import { fieldName, formatValue } from './labels.ts'
import { differencesOf } from './policy-values.ts'

/** Changes of the policy with person and reason, newest first. */
export function PolicyHistory() {
  const pages = usePages(adminApi.policy.listPolicyChanges, { limit: 10 })
  return (
    <Panel title={say('history')}>
      <PagedList pages={pages} empty={<p className="muted">{say('noChanges')}</p>}>
        {(changes) => (
          <ol className={classes.entries}>
            {changes.map((change, index) => (
              <li key={change.version}>
                <Change change={change} former={changes[index + 1]} />
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Panel>
  )
}

/** Each change holds every field set so far, so that the former one tells what is new. */
function Change({ change, former }: { change: PolicyChange; former: PolicyChange | undefined }) {
  const currency = useCurrency()
  const isOldest = former === undefined && change.version > 1
  return (
    <>
      <p className={classes.head}>
        <strong dir="auto">{change.changedByName ?? change.changedBy}</strong>
        <RelativeTime time={change.createdAt} />
      </p>
      {isOldest
        ? null
        : differencesOf(former?.settings ?? {}, change.settings).map(({ name, before, after }) => (
            <p key={name}>
              {before === undefined
                ? say('setTo', { field: fieldName(name), after: formatValue(name, after, currency) })
                : say('changedTo', {
                    field: fieldName(name),
                    before: formatValue(name, before, currency),
                    after: formatValue(name, after, currency),
                  })}
            </p>
          ))}
      <p className="muted" dir="auto">
        {change.reason}
      </p>
    </>
  )
}
