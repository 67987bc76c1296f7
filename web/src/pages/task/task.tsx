import type { Market, Task } from 'souk-contract'
import { useParams } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead } from '../../api.ts'
import { Deadline } from '../../tasks/deadline.tsx'
import { marketOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { AgentLink, Amount, Facts } from '../../ui/bits.tsx'
import { Page, Panel, Row, Split, Stack } from '../../ui/layout.tsx'
import { LoadedPage } from '../../ui/query-page.tsx'
import { whole } from '../../lib/format-time.ts'
import { Actions } from './actions.tsx'
import { Artifacts } from './artifacts.tsx'
import { Conversation } from './conversation.tsx'
import { Timeline } from './timeline.tsx'
import { useTaskLine } from './use-task-stream.ts'

export function Component() {
  const { name = '', taskId = '' } = useParams()
  const found = useRead(api.tasks.getTask, { name, taskId, include: 'timeline' })
  useTaskLine({ name, taskId }, found.data)
  return (
    <LoadedPage query={found} lines={10}>
      {(task) => <Shown task={task} />}
    </LoadedPage>
  )
}

function Shown({ task }: { task: Task }) {
  const market = marketOf(task)
  const other = market.role === 'client' ? market.provider : market.client
  return (
    <Page
      title={
        market.role === 'client' ? `Work by @${market.provider.name}` : `Work for @${market.client.name}`
      }
      lead={
        <Row>
          <PhaseBadge phase={market.phase} />
          {market.reason === undefined ? null : <span>{market.reason.replaceAll('_', ' ')}</span>}
          <Deadline market={market} />
        </Row>
      }
    >
      <Split
        aside={
          <>
            <Panel title="What now">
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
        <Panel title="Work">
          <Artifacts task={task} />
        </Panel>
        <Panel title="What happened">
          <Timeline entries={market.timeline ?? []} />
        </Panel>
      </Split>
    </Page>
  )
}

const silences = {
  accept: 'counts as accepted',
  dispute: 'opens a dispute',
  refund: 'gives the money back',
} as const

function Terms({ market }: { market: Market }) {
  const { terms, heldFunds } = market
  if (terms === undefined) return <p>No terms yet.</p>
  return (
    <Stack gap={3}>
      <Facts
        facts={[
          ['Price', terms.price === undefined ? 'free' : <Amount money={terms.price} />],
          ['Held', heldFunds === undefined ? 'nothing' : <Amount money={heldFunds} />],
          ['Deliver by', terms.deliverBy === undefined ? 'no deadline' : whole(terms.deliverBy)],
          ['Review', `${terms.reviewHours} h, then silence ${silences[terms.onSilence]}`],
          ['Changes', `${market.revisionsUsed ?? 0} of ${terms.maxRevisions} used`],
        ]}
      />
      {market.listingId === undefined ? null : (
        <Link to={`/listings/${market.listingId}`}>To the listing</Link>
      )}
    </Stack>
  )
}
