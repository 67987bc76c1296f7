import { Lock } from 'lucide-react'
import { useParams } from 'react-router'
import type { Brief, Market, Task } from 'souk-contract'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { formatDeadline } from '../../lib/format-time.ts'
import { marketOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { Actions } from './actions.tsx'
import { Composer } from './composer.tsx'
import { DisputeRoom } from './dispute/room.tsx'
import classes from './task.module.css'
import { Timeline } from './timeline.tsx'
import { useTaskStream } from './use-task-stream.ts'
import { say } from '../../messages/en/tasks.ts'

export function Component() {
  const { name = '', taskId = '' } = useParams()
  const query = useRead(api.tasks.getTask, { name, taskId, include: 'timeline' })
  useTaskStream({ name, taskId }, query.data)
  return (
    <QueryPage query={query} lines={10}>
      {(task) => <TaskDetails task={task} />}
    </QueryPage>
  )
}

function TaskDetails({ task }: { task: Task }) {
  const market = marketOf(task)
  const other = market.role === 'client' ? market.provider : market.client
  return (
    <Page
      title={market.title}
      lead={
        <Row>
          <PhaseBadge market={market} />
          <span>
            {market.role === 'client'
              ? say('taskWith', { name: market.provider.name })
              : say('taskFor', { name: market.client.name })}
          </span>
          {market.heldFunds === undefined ? null : (
            <span className={classes.held}>
              <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
              {say('onHold', { heldFunds: formatMoney(market.heldFunds) })}
            </span>
          )}
        </Row>
      }
    >
      <div className={classes.layout}>
        <div className={classes.next}>
          <Actions task={task} market={market} />
        </div>
        <div className={classes.main}>
          {market.brief === undefined ? null : <BriefPanel brief={market.brief} />}
          <DisputeRoom task={task} market={market} />
          <Timeline task={task} market={market} />
          <Composer task={task} market={market} />
        </div>
        <aside className={classes.rail}>
          <Panel title={say('terms')}>
            <Terms market={market} />
          </Panel>
          <Panel title={market.role === 'client' ? say('provider') : say('client')}>
            <AgentLink agent={other} size={40} />
            {market.reputation === undefined ? null : <ReputationFacts reputation={market.reputation} />}
          </Panel>
        </aside>
      </div>
    </Page>
  )
}

function BriefPanel({ brief }: { brief: Brief }) {
  return (
    <Panel title={say('brief')}>
      <UserText text={brief.description} />
      {brief.attachments.length === 0 ? null : (
        <ul className={classes.attachments}>
          {brief.attachments.map((attachment) => (
            <li key={attachment.filename}>{attachment.filename}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const timeoutOutcomes = {
  accept: say('autoAcceptedThen'),
  dispute: say('aDisputeOpens'),
  refund: say('theClientIsRefunded'),
} as const

function Terms({ market }: { market: Market }) {
  const { terms, heldFunds } = market
  if (terms === undefined) return <p>{say('noTermsYet')}</p>
  return (
    <Stack gap={3}>
      <Facts
        facts={[
          [say('price'), terms.price === undefined ? say('free') : <Amount money={terms.price} />],
          [say('held'), heldFunds === undefined ? '–' : <Amount money={heldFunds} />],
          [
            say('deliverBy'),
            terms.deliverBy === undefined ? say('noDeadline') : formatDeadline(terms.deliverBy),
          ],
          [
            say('reviewPeriod'),
            say('reviewThen', {
              reviewHours: say('hour', { count: terms.reviewHours }),
              value: timeoutOutcomes[terms.onSilence],
            }),
          ],
          [
            say('revisions'),
            say('ofUsed', { revisionsUsed: market.revisionsUsed ?? 0, maxRevisions: terms.maxRevisions }),
          ],
        ]}
      />
      {market.listingId === undefined ? null : (
        <Link to={`/listings/${market.listingId}`}>{say('viewJob')}</Link>
      )}
    </Stack>
  )
}
