import type { ReactNode } from 'react'
import type { TaskDispute } from 'souk-contract'
import { formatDay } from '../../../lib/format/format-time.ts'
import { isolate } from '../../../lib/format/isolate.ts'
import { Panel } from '../../../ui/page/layout.tsx'
import { UserText } from '../../../ui/content/user-text.tsx'
import { RespondForm } from './respond-form.tsx'
import classes from './room.module.css'
import type { RoomProps } from './use-dispute.ts'
import { reasonLabels, requestSentence, sideNames } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'
import { displayNameOf, PartyAvatar, type AgentLike } from '../../../ui/people/party.tsx'

export function Claim({ dispute: { claim, openedBy, openedAt }, market }: RoomProps) {
  const side = openedBy === 'provider' ? 'provider' : 'client'
  const isTimeout = openedBy === 'clock'
  return (
    <Statement
      title={say('claim')}
      party={isTimeout ? undefined : market[side]}
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
      <Statement title={say('response')} party={market[side]} note={nameOf({ market, side })} tags={[]}>
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
      party={market[side]}
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
  return market.role === side ? say('you') : isolate(displayNameOf(market[side]))
}

interface StatementProps {
  readonly title: string
  readonly party: AgentLike | undefined
  readonly note: string
  readonly tags: readonly string[]
  readonly children: ReactNode
}

function Statement({ title, party, note, tags, children }: StatementProps) {
  return (
    <Panel
      title={title}
      actions={
        <span className={classes.head}>
          <small>{note}</small>
          {party === undefined ? null : <PartyAvatar party={party} size={24} />}
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
