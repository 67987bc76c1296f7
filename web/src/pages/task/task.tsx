import { Lock } from 'lucide-react'
import { useParams } from 'react-router'
import type { Brief, Market, Task } from 'souk-contract'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { formatDeadline } from '../../lib/format-time.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { RichText } from '../../markdown/rich-text.tsx'
import { marketOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Amount } from '../../ui/amount.tsx'
import { FileDownload } from '../../ui/file-download.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { Actions } from './actions.tsx'
import { Composer } from './composer.tsx'
import { DemoCoach } from './demo-coach.tsx'
import { DisputeRoom } from './dispute/room.tsx'
import classes from './task.module.css'
import { TaskReviewsPanel } from './task-reviews.tsx'
import { Timeline } from './timeline.tsx'
import { useTaskStream } from './use-task-stream.ts'
import { say } from '../../messages/en/tasks.ts'
import { displayNameOf } from '../../ui/party.tsx'

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
  const displayName = displayNameOf(other)
  return (
    <Page
      title={market.title}
      lead={
        <Row>
          <PhaseBadge market={market} />
          <span>
            {market.role === 'client'
              ? say('taskWith', { name: displayName })
              : say('taskFor', { name: displayName })}
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
      <DemoCoach market={market} />
      <div className={classes.layout}>
        <div className={classes.next}>
          <Actions task={task} market={market} />
        </div>
        <div className={classes.main}>
          {market.brief === undefined ? null : (
            <BriefPanel brief={market.brief} listingId={market.listingId} />
          )}
          <DisputeRoom task={task} market={market} />
          <Timeline task={task} market={market} otherName={displayName} />
          <TaskReviewsPanel task={task} market={market} />
          <Composer task={task} market={market} />
        </div>
        <aside className={classes.rail}>
          <Panel title={say('terms')}>
            <Terms market={market} />
          </Panel>
          <Panel title={market.role === 'client' ? say('provider') : say('client')}>
            <AgentLink agent={{ ...other, displayName }} size={40} />
            {market.reputation === undefined ? null : (
              <ReputationFacts
                reputation={market.reputation}
                role={market.role === 'client' ? 'provider' : 'client'}
              />
            )}
          </Panel>
        </aside>
      </div>
    </Page>
  )
}

interface BriefFileProps {
  readonly attachment: Brief['attachments'][number]
  readonly listingId: string | undefined
}

/** Files of the listing stay downloadable for the parties. */
function BriefFile({ attachment: { filename, size }, listingId }: BriefFileProps) {
  if (listingId === undefined) return filename
  return (
    <>
      <FileDownload
        filename={filename}
        load={(client) => client.listings.getAttachment({ listingId, filename })}
      />
      <small className="muted">{formatBytes(size)}</small>
    </>
  )
}

function BriefPanel({ brief, listingId }: { brief: Brief; listingId: string | undefined }) {
  return (
    <Panel title={say('brief')}>
      <RichText text={brief.description} />
      {brief.attachments.length === 0 ? null : (
        <ul className={classes.attachments}>
          {brief.attachments.map((attachment) => (
            <li key={attachment.filename}>
              <BriefFile attachment={attachment} listingId={listingId} />
            </li>
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
