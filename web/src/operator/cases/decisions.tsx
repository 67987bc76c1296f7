import { formatDateTime } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-cases.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { nameIn, type CaseProps } from './case-text.ts'
import classes from './case.module.css'
import { outcomeDone, targetNames } from './labels.ts'

/** Decisions with their reasons and appeals, newest first. */
export function Decisions({ case: shown }: CaseProps) {
  const { decisions } = shown
  if (decisions.length === 0) return null
  return (
    <Panel title={say('decisions')}>
      <ul className={classes.entries}>
        {decisions.toReversed().map((decision) => {
          const { id, outcome, target, until, reason, inEffect, appeal, createdAt, decidedBy } = decision
          return (
            <li key={id}>
              <p className={classes.head}>
                <strong>{outcomeDone[outcome]}</strong>
                {outcome === 'dismiss' ? null : <span>{targetNames[target]}</span>}
                {until === null ? null : <span>{say('untilTime', { time: formatDateTime(until) })}</span>}
                {inEffect ? <Badge tone="bad">{say('inEffect')}</Badge> : null}
                <span dir="auto">{nameIn(shown, decidedBy)}</span>
                <RelativeTime time={createdAt} />
              </p>
              <UserText text={reason} />
              {appeal === null ? null : (
                <div className={classes.appeal}>
                  <p className={classes.head}>
                    <strong>{say('appeal')}</strong>
                    <span>{appeal.outcome === null ? say('appealOpen') : appealNames[appeal.outcome]}</span>
                    <RelativeTime time={appeal.createdAt} />
                  </p>
                  <UserText text={appeal.text} />
                  {appeal.reason === null ? null : <UserText text={appeal.reason} />}
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

const appealNames = { upheld: say('upheld'), overturned: say('overturned') } as const
