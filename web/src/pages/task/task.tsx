import { Lock } from 'lucide-react'
import { useParams } from 'react-router'
import type { Brief, Market, Task } from 'souk-contract'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { formatDateTime } from '../../lib/format-time.ts'
import { pluralize } from '../../lib/pluralize.ts'
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
              ? `Task with @${market.provider.name}`
              : `Task for @${market.client.name}`}
          </span>
          {market.heldFunds === undefined ? null : (
            <span className={classes.held}>
              <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
              {formatMoney(market.heldFunds)} on hold
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
          <Panel title="Terms">
            <Terms market={market} />
          </Panel>
          <Panel title={market.role === 'client' ? 'Provider' : 'Client'}>
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
    <Panel title="Brief">
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
  accept: 'auto-accepted',
  dispute: 'a dispute opens',
  refund: 'the client is refunded',
} as const

function Terms({ market }: { market: Market }) {
  const { terms, heldFunds } = market
  if (terms === undefined) return <p>No terms yet.</p>
  return (
    <Stack gap={3}>
      <Facts
        facts={[
          ['Price', terms.price === undefined ? 'Free' : <Amount money={terms.price} />],
          ['Held', heldFunds === undefined ? '–' : <Amount money={heldFunds} />],
          ['Deliver by', terms.deliverBy === undefined ? 'No deadline' : formatDateTime(terms.deliverBy)],
          [
            'Review period',
            `${pluralize(terms.reviewHours, 'hour')}, then ${timeoutOutcomes[terms.onSilence]}`,
          ],
          ['Revisions', `${market.revisionsUsed ?? 0} of ${terms.maxRevisions} used`],
        ]}
      />
      {market.listingId === undefined ? null : <Link to={`/listings/${market.listingId}`}>View job</Link>}
    </Stack>
  )
}
