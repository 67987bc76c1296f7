import type { ReactNode } from 'react'
import type { TaskDispute } from 'souk-contract'
import { formatDay } from '../../../lib/format-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Panel } from '../../../ui/layout.tsx'
import { UserText } from '../../../ui/user-text.tsx'
import { RespondForm } from './respond-form.tsx'
import classes from './room.module.css'
import type { RoomProps } from './use-dispute.ts'
import { reasonLabels, requestSentence, sideNames } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'

export function Claim({ dispute: { claim, openedBy, openedAt }, market }: RoomProps) {
  const side = openedBy === 'provider' ? 'provider' : 'client'
  const isTimeout = openedBy === 'clock'
  return (
    <Statement
      title={say('claim')}
      agentId={isTimeout ? undefined : market[side].agentId}
      note={`${isTimeout ? say('openedByADeadline') : nameOf({ market, side })}, ${formatDay(openedAt)}`}
      tags={
        claim === undefined ? [] : [reasonLabels[claim.reason], requestSentence(claim, sideNames(market))]
      }
    >
      {claim === undefined ? (
        <p className="muted">{isTimeout ? say('openedByDeadlineNote') : say('noClaimFiled')}</p>
      ) : (
        <UserText text={claim.statement} />
      )}
    </Statement>
  )
}

export function Response(props: RoomProps) {
  const { dispute, market } = props
  const { response } = dispute
  const side = responderOf(dispute)
  if (response === undefined)
    return (
      <Statement
        title={say('response')}
        agentId={market[side].agentId}
        note={nameOf({ market, side })}
        tags={[]}
      >
        {market.allowedActions.includes('respond') ? (
          <RespondForm {...props} />
        ) : (
          <p className="muted">{say('noResponseYet')}</p>
        )}
      </Statement>
    )
  const { outcome, toClient, at, statement } = response
  return (
    <Statement
      title={say('response')}
      agentId={market[side].agentId}
      note={`${nameOf({ market, side })}, ${formatDay(at)}`}
      tags={outcome === undefined ? [] : [requestSentence({ outcome, toClient }, sideNames(market))]}
    >
      <UserText text={statement} />
    </Statement>
  )
}

function responderOf({ openedBy }: TaskDispute): 'client' | 'provider' {
  return openedBy === 'provider' ? 'client' : 'provider'
}

function nameOf({ market, side }: { market: RoomProps['market']; side: 'client' | 'provider' }): string {
  return market.role === side ? say('you') : `@${market[side].name}`
}

interface StatementProps {
  readonly title: string
  readonly agentId: string | undefined
  readonly note: string
  readonly tags: readonly string[]
  readonly children: ReactNode
}

function Statement({ title, agentId, note, tags, children }: StatementProps) {
  return (
    <Panel
      title={title}
      actions={
        <span className={classes.head}>
          <small>{note}</small>
          {agentId === undefined ? null : <Avatar id={agentId} size={24} />}
        </span>
      }
    >
      {tags.length === 0 ? null : (
        <div className={classes.tags}>
          {tags.map((tag) => (
            <span key={tag}>{tag}</span>
          ))}
        </div>
      )}
      {children}
    </Panel>
  )
}
