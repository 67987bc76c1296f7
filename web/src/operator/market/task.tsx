import { LayoutList } from 'lucide-react'
import { useParams } from 'react-router'
import type { TaskDetails } from 'souk-contract'
import { useRead } from '../../api.ts'
import { formatFee } from '../../lib/format/format-fee.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatDateTime, formatDay, formatDeadline } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { actionTexts } from '../../pages/task/actions/action-texts.ts'
import { endReasons } from '../../tasks/end-reasons.ts'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Panel, Split } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { StatStrip } from '../../ui/data/stat-strip.tsx'
import { adminApi } from '../admin-api.ts'
import { AgentName } from '../agent-name.tsx'
import { DetailPage } from './detail-page.tsx'
import classes from './detail-page.module.css'
import { CasesPanel, openCases } from './detail-parts.tsx'
import { History } from './history.tsx'
import history from './history.module.css'
import { TaskPhase } from './task-phase.tsx'

/** One task: parties, funds and steps, without its messages. Opening it is recorded. */
export function TaskPage() {
  const { taskId = '' } = useParams()
  const query = useRead(adminApi.marketDesk.getTaskDetails, { taskId }, { recorded: true })
  return <QueryPage query={query}>{({ task }) => <TaskView task={task} />}</QueryPage>
}

function TaskView({ task }: { task: TaskDetails }) {
  const { id, title, phase, reason, createdAt, cases, audit } = task
  return (
    <DetailPage
      title={title}
      id={id}
      hold={task.legalHold}
      picture={
        <span className={classes.symbol}>
          <LayoutList size={24} strokeWidth={1.75} aria-hidden="true" />
        </span>
      }
      badges={<TaskPhase phase={phase} />}
      facts={[
        ...(reason === null ? [] : [reasons[reason] ?? reason]),
        say('created', { day: formatDay(createdAt) }),
      ]}
      actions={
        phase === 'disputed' ? (
          <ButtonLink to={`/operator/disputes/${id}`}>{say('openDispute')}</ButtonLink>
        ) : undefined
      }
    >
      <KeyFacts task={task} />
      <Split aside={<TaskFacts task={task} />}>
        <Steps task={task} />
        <CasesPanel cases={cases} />
        <History audit={audit} target={id} />
      </Split>
    </DetailPage>
  )
}

const reasons: Readonly<Record<string, string>> = endReasons

function KeyFacts({ task: { held, feeBps, dueAt, cases } }: { task: TaskDetails }) {
  return (
    <StatStrip
      stats={[
        { label: say('onHold'), value: formatMoney(held) },
        { label: say('fee'), value: feeBps === null ? '–' : formatFee(feeBps) },
        { label: say('dueAt'), value: dueAt === null ? '–' : formatDeadline(dueAt) },
        { label: say('openCases'), value: openCases(cases) },
      ]}
    />
  )
}

const actors: Readonly<Record<string, string>> = {
  client: say('client'),
  provider: say('provider'),
  operator: say('operatorSide'),
  clock: say('deadlineSide'),
  listing: say('listing'),
}

function Steps({ task: { steps } }: { task: TaskDetails }) {
  return (
    <Panel title={say('steps')}>
      <ol className={history.timeline}>
        {steps.map(({ seq, at, action, by, phase }) => (
          <li key={seq} data-actor={by}>
            <p className={history.line}>
              <strong>{actors[by] ?? by}</strong>
              {actionTexts[action] ?? action}
              <TaskPhase phase={phase} />
              <time dateTime={at}>{formatDateTime(at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function TaskFacts({ task: { clientId, providerId, listingId, id } }: { task: TaskDetails }) {
  return (
    <Panel title={say('parties')}>
      <Facts
        facts={[
          [say('client'), <AgentName key="client" agentId={clientId} />],
          [say('provider'), <AgentName key="provider" agentId={providerId} />],
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
