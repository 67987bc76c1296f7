import { useParams } from 'react-router'
import type { TaskDetails } from 'souk-contract'
import { useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { formatDateTime, formatDeadline } from '../../lib/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { actionTexts } from '../../pages/task/timeline.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page, Panel, Row, Split } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { adminApi } from '../admin-api.ts'
import { AgentName } from '../agent-name.tsx'
import { formatFee } from '../../lib/format-fee.ts'
import { AuditPanel, CasesPanel, DetailRow, RowList } from './detail-parts.tsx'
import classes from './market.module.css'

/** One task: parties, funds and steps, without its messages. Opening it is recorded. */
export function TaskPage() {
  const { taskId = '' } = useParams()
  const query = useRead(adminApi.marketDesk.getTaskDetails, { taskId })
  return <QueryPage query={query}>{({ task }) => <TaskView task={task} />}</QueryPage>
}

function TaskView({ task }: { task: TaskDetails }) {
  const { id, title, phase, reason, steps, cases, audit } = task
  return (
    <Page
      title={title}
      lead={
        <Row>
          <Badge tone={phase === 'disputed' ? 'bad' : 'plain'}>{phase}</Badge>
          {reason === null ? null : <span>{reason}</span>}
          <code className={classes.id}>{id}</code>
        </Row>
      }
      actions={
        phase === 'disputed' ? (
          <ButtonLink to={`/operator/disputes/${id}`}>{say('openDispute')}</ButtonLink>
        ) : undefined
      }
    >
      <Split aside={<TaskFacts task={task} />}>
        <Panel title={say('steps')}>
          <RowList empty={say('none')}>
            {steps.map(({ seq, at, action, by, phase: after }) => (
              <DetailRow
                key={seq}
                title={`${by}: ${actionTexts[action] ?? action}`}
                note={after}
                end={<time dateTime={at}>{formatDateTime(at)}</time>}
              />
            ))}
          </RowList>
        </Panel>
        <CasesPanel cases={cases} />
        <AuditPanel audit={audit} target={id} />
      </Split>
    </Page>
  )
}

function TaskFacts({ task }: { task: TaskDetails }) {
  const { clientId, providerId, listingId, held, feeBps, dueAt, createdAt, id } = task
  return (
    <Panel title={say('facts')}>
      <Facts
        facts={[
          [say('client'), <AgentName key="client" agentId={clientId} />],
          [say('provider'), <AgentName key="provider" agentId={providerId} />],
          [say('onHold'), formatMoney(held)],
          [say('fee'), feeBps === null ? '–' : formatFee(feeBps)],
          [say('dueAt'), dueAt === null ? '–' : formatDeadline(dueAt)],
          [say('createdAt'), formatDateTime(createdAt)],
          [
            say('listing'),
            listingId === null ? (
              '–'
            ) : (
              <Link key="listing" to={`/listings/${listingId}`}>
                {say('open')}
              </Link>
            ),
          ],
          [
            say('postings'),
            <Link key="postings" to={`/operator/ledger?about=${id}`}>
              {say('openLedger')}
            </Link>,
          ],
        ]}
      />
    </Panel>
  )
}
