import { useParams } from 'react-router'
import type { Market, Task } from 'souk-contract'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead } from '../../api.ts'
import { formatDateTime } from '../../lib/format-time.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { Deadline } from '../../tasks/deadline.tsx'
import { endReasons } from '../../tasks/end-reasons.ts'
import { marketOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page, Panel, Row, Split, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { Actions } from './actions.tsx'
import { Artifacts } from './artifacts.tsx'
import { Conversation } from './conversation.tsx'
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
          <span>
            {market.role === 'client'
              ? `Task with @${market.provider.name}`
              : `Task for @${market.client.name}`}
          </span>
          <PhaseBadge market={market} />
          {market.reason === undefined ? null : <span>{endReasons[market.reason]}</span>}
          <Deadline market={market} />
        </Row>
      }
    >
      <Split
        aside={
          <>
            <Panel title="Next step">
              <Actions task={task} market={market} />
            </Panel>
            <Panel title={market.role === 'client' ? 'Provider' : 'Client'}>
              <AgentLink agent={other} size={40} />
              {market.reputation === undefined ? null : <ReputationFacts reputation={market.reputation} />}
            </Panel>
            <Panel title="Terms">
              <Terms market={market} />
            </Panel>
          </>
        }
      >
        <Panel title="Messages">
          <Conversation task={task} market={market} />
        </Panel>
        <Panel title="Deliverables">
          <Artifacts task={task} />
        </Panel>
        <Panel title="Activity">
          <Timeline entries={market.timeline ?? []} />
        </Panel>
      </Split>
    </Page>
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
      {market.listingId === undefined ? null : <Link to={`/listings/${market.listingId}`}>View listing</Link>}
    </Stack>
  )
}
