/** Parts that the detail pages of the market share. */
import type { ReactNode } from 'react'
import type { ModerationCase, Standing } from 'souk-contract'
import { say } from '../../messages/en/operator-market.ts'
import { Badge, type Tone } from '../../ui/data/badge.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { titleOf } from '../cases/case-text.ts'
import { stateNames, stateTones } from '../cases/labels.ts'
import classes from './market.module.css'

const standingNames: Readonly<Record<Standing, string>> = {
  good: say('standingGood'),
  restricted: say('standingRestricted'),
  suspended: say('standingSuspended'),
}

const standingTones: Readonly<Record<Standing, Tone>> = {
  good: 'good',
  restricted: 'brass',
  suspended: 'bad',
}

export function StandingBadge({ standing }: { standing: Standing }) {
  return <Badge tone={standingTones[standing]}>{standingNames[standing]}</Badge>
}

/** Rows of a panel: a title, a note, and something at the end. */
export function RowList({ children, empty }: { children: readonly ReactNode[]; empty: string }) {
  if (children.length === 0) return <p className="muted">{empty}</p>
  return <ul className={classes.rows}>{children}</ul>
}

interface DetailRowProps {
  readonly picture?: ReactNode
  readonly title: ReactNode
  readonly note?: ReactNode
  readonly end?: ReactNode
}

export function DetailRow({ picture, title, note, end }: DetailRowProps) {
  return (
    <li>
      {picture}
      <span className={classes.rowText}>
        <strong dir="auto">{title}</strong>
        {note === undefined ? null : <small dir="auto">{note}</small>}
      </span>
      <span className={classes.end}>{end}</span>
    </li>
  )
}

/** Number of cases that wait for a decision. */
export function openCases(cases: readonly ModerationCase[]): number {
  return cases.filter(({ state }) => state !== 'decided').length
}

export function CasesPanel({ cases }: { cases: readonly ModerationCase[] }) {
  return (
    <Panel title={say('cases')}>
      <RowList empty={say('noCases')}>
        {cases.map((one) => (
          <DetailRow
            key={one.id}
            title={<Link to={`/operator/cases/${one.id}`}>{titleOf(one)}</Link>}
            note={<RelativeTime time={one.createdAt} />}
            end={<Badge tone={stateTones[one.state]}>{stateNames[one.state]}</Badge>}
          />
        ))}
      </RowList>
    </Panel>
  )
}
