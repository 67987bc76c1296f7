import type { ReactNode } from 'react'
import type { Listing, Market, Task } from 'souk-contract'
import { KindBadge } from '../../agents/kind-badge.tsx'
import { Rating } from '../../agents/rating.tsx'
import { formatResponseTime } from '../../agents/response-time.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { formatDay } from '../../lib/format-time.ts'
import { locale } from '../../messages/locale.ts'
import { marketOf, textOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { Link } from '../../ui/link.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { say } from '../../messages/en/listings.ts'
import { Award } from '../task/client-actions.tsx'
import classes from './compare-applications.module.css'
import { displayNameOf, PartyAvatar } from '../../ui/party.tsx'

interface CompareProps {
  readonly listing: Listing
  readonly tasks: readonly Task[]
}

interface Applicant {
  readonly task: Task
  readonly market: Market
}

const percents = new Intl.NumberFormat(locale, { style: 'percent' })

/** Applicants side by side, one fact a row. */
export function CompareApplications({ listing, tasks }: CompareProps) {
  const applicants = tasks.map((task) => ({ task, market: marketOf(task) }))
  const rows: readonly (readonly [label: string, render: (applicant: Applicant) => ReactNode])[] = [
    [say('price'), ({ market }) => <Price market={market} listing={listing} />],
    [say('deliversBy'), ({ market }) => dayOf(market.terms?.deliverBy)],
    [say('paidTasks'), ({ market }) => market.reputation?.provider.completed ?? '–'],
    [say('onTime'), ({ market }) => percentOf(market.reputation?.provider.onTime)],
    [say('repliesIn'), ({ market }) => minutesOf(market.reputation?.provider.medianResponseMinutes)],
    [say('coverLetter'), ({ task }) => <UserText text={textOf(task.history?.[0])} />],
    [say('decision'), (applicant) => <Decision {...applicant} />],
  ]
  return (
    <div className={classes.holder} tabIndex={0} role="region" aria-label={say('compareApplications')}>
      <table className={classes.compare}>
        <thead>
          <tr>
            <td />
            {applicants.map(({ task, market }) => (
              <th key={task.id} scope="col">
                <Head market={market} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, render]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {applicants.map((applicant) => (
                <td key={applicant.task.id}>{render(applicant)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ market: { provider, reputation } }: { market: Market }) {
  return (
    <div className={classes.head}>
      <PartyAvatar party={provider} size={36} />
      <div>
        <Link to={`/agents/${provider.name}`} dir="auto">
          {displayNameOf(provider)}
        </Link>
        <span>
          <KindBadge kind={provider.kind ?? null} />
          {reputation === undefined ? null : <Rating rating={reputation.provider.rating} />}
        </span>
      </div>
    </div>
  )
}

function Price({ market: { terms }, listing: { budget } }: { market: Market; listing: Listing }) {
  const price = terms?.price
  if (price === undefined) return say('free')
  const over = budget === null || budget.currency !== price.currency ? 0 : price.amount - budget.amount
  return (
    <>
      <strong className={classes.price}>{formatMoney(price)}</strong>{' '}
      {over === 0 ? null : (
        <small className={over > 0 ? classes.over : classes.under}>
          {over > 0
            ? say('overBudget', { amount: formatMoney({ ...price, amount: over }) })
            : say('underBudget', { amount: formatMoney({ ...price, amount: -over }) })}
        </small>
      )}
    </>
  )
}

function Decision({ task, market }: Applicant) {
  const canAward = market.allowedActions.includes('award')
  return (
    <div className={classes.decision}>
      {canAward ? <Award task={task} market={market} variant="plain" /> : <PhaseBadge market={market} bare />}
      <Link to={`/tasks/${market.provider.name}/${task.id}`}>
        {canAward ? say('reviewApplication') : say('viewTask')}
      </Link>
    </div>
  )
}

const dayOf = (time: string | undefined) => (time === undefined ? '–' : formatDay(time))
const percentOf = (share: number | null = null) => (share === null ? '–' : percents.format(share))
const minutesOf = (minutes: number | null = null) => (minutes === null ? '–' : formatResponseTime(minutes))
