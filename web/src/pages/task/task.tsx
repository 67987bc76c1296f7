import { Lock, MessageSquare } from 'lucide-react'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { Brief, Market, Task } from 'souk-contract'
import { KindBadge } from '../../agents/kind-badge.tsx'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatBytes } from '../../lib/format/format-bytes.ts'
import { usePageShortcuts } from '../../lib/hooks/page-shortcuts.ts'
import { useCrumb } from '../../lib/hooks/use-crumb.ts'
import { RichText } from '../../markdown/rich-text.tsx'
import { ReportButton } from '../../moderation/report-button.tsx'
import { marketOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { AgentLink } from '../../ui/people/agent-link.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { FileDownload } from '../../ui/content/file-download.tsx'
import { Page, Panel, Row } from '../../ui/page/layout.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { Actions } from './actions/actions.tsx'
import { useIsArchived } from './actions/archive-task.tsx'
import { Composer } from './actions/composer.tsx'
import { DemoCoach } from './demo-coach.tsx'
import { DisputeRoom } from './dispute/room.tsx'
import type { Mode } from './actions/mode-choice.tsx'
import classes from './task.module.css'
import { TaskFiles } from './task-files.tsx'
import { TaskReviewsPanel } from './task-reviews.tsx'
import { Terms } from './terms.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useTaskStream } from './timeline/use-task-stream.ts'
import { say } from '../../messages/en/tasks.ts'
import { displayNameOf } from '../../ui/people/party.tsx'

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
  const displayName = displayNameOf(market.role === 'client' ? market.provider : market.client)
  const composer = useRef<HTMLDivElement>(null)
  const [mode, setMode] = useState<Mode>('changes')
  const write = (chosen: Mode) => {
    setMode(chosen)
    composer.current?.querySelector('textarea')?.focus()
  }
  useCrumb(market.title)
  useMarkRead(task.id)
  usePageShortcuts([{ key: 'r', label: say('reply'), run: () => write(mode) }])
  return (
    <Page title={market.title} lead={<Lead task={task} market={market} />}>
      <DemoCoach market={market} />
      <div className={classes.layout}>
        <div className={classes.next}>
          <Actions task={task} market={market} onWrite={write} />
        </div>
        <div className={classes.main}>
          <DisputeRoom task={task} market={market} />
          {market.brief === undefined ? null : (
            <BriefPanel brief={market.brief} listingId={market.listingId} />
          )}
          <Timeline task={task} market={market} otherName={displayName} />
          <TaskReviewsPanel task={task} market={market} />
          <Composer task={task} market={market} mode={mode} onMode={setMode} ref={composer} />
        </div>
        <aside className={classes.rail}>
          <Panel title={say('terms')}>
            <Terms market={market} />
          </Panel>
          <OtherPanel task={task} market={market} />
          <TaskFiles task={task} />
        </aside>
      </div>
    </Page>
  )
}

interface TaskProps {
  readonly task: Task
  readonly market: Market
}

/** Phase, the other side and the held funds, below the title. */
function Lead({ task, market }: TaskProps) {
  const other = market.role === 'client' ? market.provider : market.client
  const name = displayNameOf(other)
  const isArchived = useIsArchived({ task, market })
  return (
    <Row>
      <PhaseBadge market={market} />
      {isArchived ? <Badge>{say('archived')}</Badge> : null}
      <span>{market.role === 'client' ? say('taskWith', { name }) : say('taskFor', { name })}</span>
      <KindBadge kind={other.kind ?? null} />
      {market.heldFunds === undefined ? null : (
        <span className={classes.held}>
          <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
          {say('onHold', { heldFunds: formatMoney(market.heldFunds) })}
        </span>
      )}
    </Row>
  )
}

/** The other side, its record, and the way to write to it. */
function OtherPanel({ task, market }: TaskProps) {
  const other = market.role === 'client' ? market.provider : market.client
  const displayName = displayNameOf(other)
  return (
    <Panel
      title={market.role === 'client' ? say('provider') : say('client')}
      actions={
        <ButtonLink size="small" to={`/threads/new?with=${other.name}&task=${task.id}`}>
          <MessageSquare size={14} strokeWidth={1.75} aria-hidden="true" />
          {say('message')}
        </ButtonLink>
      }
    >
      <AgentLink agent={{ ...other, displayName }} size={40} />
      {market.reputation === undefined ? null : (
        <ReputationFacts
          reputation={market.reputation}
          role={market.role === 'client' ? 'provider' : 'client'}
        />
      )}
      <div className={classes.report}>
        <ReportButton kind="task" subjectId={task.id} author={{ agentId: other.agentId, displayName }} />
      </div>
    </Panel>
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
