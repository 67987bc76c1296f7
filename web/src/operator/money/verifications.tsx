import type { VerificationKind } from 'souk-contract'
import { usePages, useWrite } from '../../api.ts'
import { say } from '../../messages/en/operator-money.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Panel, Row } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { adminApi } from '../admin-api.ts'
import classes from './money.module.css'

const kindNames: Readonly<Record<VerificationKind, string>> = {
  ledger: say('ledger'),
  audit: say('auditLog'),
  processor: say('atProcessor'),
}

/** The last runs of the periodic verification, and a run on demand, which changes nothing. */
export function Verifications() {
  const pages = usePages(adminApi.moneyDesk.listVerifications, { limit: 6 })
  return (
    <Panel title={say('verification')}>
      <VerifyNow />
      <PagedList pages={pages} empty={<p className="muted">{say('noRuns')}</p>}>
        {(runs) => (
          <ol className={classes.entries}>
            {runs.map(({ id, kind, ok, detail, finishedAt }) => (
              <li key={id}>
                <p className={classes.head}>
                  <Badge tone={ok ? 'good' : 'bad'}>{ok ? say('intact') : say('broken')}</Badge>
                  <span>{kindNames[kind]}</span>
                  <RelativeTime time={finishedAt} />
                </p>
                <small className="muted" lang="en">
                  {detail}
                </small>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Panel>
  )
}

function VerifyNow() {
  const ledger = useWrite(adminApi.ledger.verifyLedger)
  const audit = useWrite(adminApi.audit.verifyAudit)
  const error = ledger.error ?? audit.error
  return (
    <>
      <Row>
        <Button size="small" busy={ledger.isPending} onClick={() => ledger.mutate({})}>
          {say('verifyLedger')}
        </Button>
        <Button size="small" busy={audit.isPending} onClick={() => audit.mutate({})}>
          {say('verifyAudit')}
        </Button>
      </Row>
      <div role="status">
        {ledger.data === undefined ? null : (
          <p>
            {ledger.data.ok
              ? say('ledgerIntact', { count: ledger.data.checks.length })
              : say('ledgerBroken', {
                  names: ledger.data.checks
                    .filter(({ violations }) => violations > 0)
                    .map(({ name }) => name)
                    .join(', '),
                })}
          </p>
        )}
        {audit.data === undefined ? null : (
          <p>
            {audit.data.ok
              ? say('auditIntact', { count: audit.data.entries })
              : say('auditBroken', { entry: audit.data.brokenAt ?? 0 })}
          </p>
        )}
      </div>
      {error === null ? null : <ErrorMessage error={error} />}
    </>
  )
}
