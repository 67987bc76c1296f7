import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { isMissing, useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatDateTime, formatDay } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-disputes.ts'
import { reasonLabels, requestSentence } from '../../pages/task/dispute/labels.ts'
import { Avatar } from '../../ui/people/avatar.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Page, Panel, Row, Split } from '../../ui/page/layout.tsx'
import { Link, Redirect } from '../../ui/page/link.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { adminApi } from '../admin-api.ts'
import { Crumb } from '../crumb.tsx'
import classes from './dispute.module.css'
import list from './dispute-list.module.css'
import { DisputeList } from './dispute-list.tsx'
import { EvidenceList } from './evidence.tsx'
import { OfferList } from './offers.tsx'
import { handlesOf, nameOf, type DisputeProps } from './parties.ts'
import { RulingCard } from './ruling.tsx'
import { TaskRecord } from './task-record.tsx'

/** Everything about a dispute in one view, the queue on its left and the ruling on its right. */
export function DisputePage() {
  const { taskId = '' } = useParams()
  const query = useRead(adminApi.disputes.getDispute, { taskId })
  // Kept here, because the cache drops the data of a read that is refused.
  const [shown, setShown] = useState<string>()
  if (query.data !== undefined && shown !== taskId) setShown(taskId)
  // A decided dispute is part of its task. One that was decided while this page showed it returns to the queue.
  if (query.error !== null && isMissing(query.error)) {
    return <Redirect to={shown === taskId ? '/operator/disputes' : `/operator/tasks/${taskId}`} />
  }
  return (
    <div className={list.desk}>
      <DisputeList />
      <QueryPage query={query}>{(dispute) => <DisputeView key={taskId} dispute={dispute} />}</QueryPage>
    </div>
  )
}

function DisputeView({ dispute }: DisputeProps) {
  const { title, client, provider, room, terms, taskId } = dispute
  return (
    <Page
      title={title}
      lead={
        <Row>
          <Badge tone="bad">{say('inDispute')}</Badge>
          {room.claim === undefined ? null : <Badge>{reasonLabels[room.claim.reason]}</Badge>}
          <Party id={client.agentId} name={client.name} role={say('clientLower')} />
          <Party id={provider.agentId} name={provider.name} role={say('providerLower')} />
        </Row>
      }
    >
      <Crumb name={title} />
      <Split aside={<RulingCard dispute={dispute} />}>
        <div className={classes.sides}>
          <Claim dispute={dispute} />
          <Response dispute={dispute} />
        </div>
        <Panel title={say('agreed')}>
          <Facts
            facts={[
              [say('price'), terms.price === undefined ? say('free') : formatMoney(terms.price)],
              [say('deliverBy'), terms.deliverBy === undefined ? '–' : formatDateTime(terms.deliverBy)],
              [say('revisions'), String(terms.maxRevisions)],
              [say('reviewTime'), say('hours', { count: terms.reviewHours })],
              [say('taskId'), <code key="id">{taskId}</code>],
            ]}
          />
        </Panel>
        <OfferList dispute={dispute} />
        <EvidenceList dispute={dispute} />
        <TaskRecord first={dispute} />
      </Split>
    </Page>
  )
}

function Party({ id, name, role }: { id: string; name: string; role: string }) {
  return (
    <span className={classes.party}>
      <Avatar id={id} size={20} />
      <Link to={`/operator/agents/${name}`}>@{name}</Link>
      {role}
    </span>
  )
}

function Claim({ dispute }: DisputeProps) {
  const { claim, openedBy, openedAt } = dispute.room
  return (
    <Statement
      title={say('claim')}
      note={`${openedBy === 'clock' ? say('byADeadline') : nameOf(dispute, openedBy)}, ${formatDay(openedAt)}`}
      request={claim === undefined ? undefined : requestSentence(claim, handlesOf(dispute))}
    >
      {claim === undefined ? <p className="muted">{say('noClaim')}</p> : <UserText text={claim.statement} />}
    </Statement>
  )
}

function Response({ dispute }: DisputeProps) {
  const { response, openedBy } = dispute.room
  const side = openedBy === 'provider' ? 'client' : 'provider'
  if (response === undefined)
    return (
      <Statement title={say('response')} note={nameOf(dispute, side)}>
        <p className="muted">{say('noResponse')}</p>
      </Statement>
    )
  const { outcome, toClient, statement, at } = response
  return (
    <Statement
      title={say('response')}
      note={`${nameOf(dispute, side)}, ${formatDay(at)}`}
      request={outcome === undefined ? undefined : requestSentence({ outcome, toClient }, handlesOf(dispute))}
    >
      <UserText text={statement} />
    </Statement>
  )
}

interface StatementProps {
  readonly title: string
  readonly note: string
  readonly request?: string | undefined
  readonly children: ReactNode
}

function Statement({ title, note, request, children }: StatementProps) {
  return (
    <Panel title={title} actions={<small className="muted">{note}</small>}>
      {request === undefined ? null : <strong className={classes.request}>{request}</strong>}
      {children}
    </Panel>
  )
}
