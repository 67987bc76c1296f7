import { Gavel } from 'lucide-react'
import { formatDeadline } from '../../../lib/format/format-time.ts'
import { Panel } from '../../../ui/page/layout.tsx'
import { SplitBar } from '../../../ui/data/split-bar.tsx'
import { UserText } from '../../../ui/content/user-text.tsx'
import classes from './room.module.css'
import type { RoomProps } from './use-dispute.ts'
import { endLabels, sideNames } from './labels.ts'
import { Shares } from './shares.tsx'
import { say } from '../../../messages/en/disputes.ts'

/** How the dispute ended, with the operator's reasons if it was ruled. */
export function Outcome({ dispute, market }: RoomProps) {
  const { ended, status, amount } = dispute
  if (ended === undefined) return null
  return (
    <Panel
      title={status === 'ruled' ? say('operatorsRuling') : say('outcome')}
      actions={
        <span className={classes.head}>
          {status === 'ruled' ? <Gavel size={14} strokeWidth={1.75} aria-hidden="true" /> : null}
          <small>
            {endLabels[status]}, {formatDeadline(ended.at)}
          </small>
        </span>
      }
    >
      {ended.toClient === undefined ? (
        <p>{say('withdrawnOutcome')}</p>
      ) : (
        <>
          <SplitBar total={amount} toClient={ended.toClient} names={sideNames(market)} />
          <Shares
            total={amount}
            feeBps={market.feeBps ?? 0}
            toClient={ended.toClient.amount}
            names={sideNames(market)}
          />
        </>
      )}
      {ended.reasons === undefined ? null : <UserText text={ended.reasons} />}
    </Panel>
  )
}
