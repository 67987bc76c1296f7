import type { ReactNode } from 'react'
import type { Listing, Market, Task } from 'souk-contract'
import { KindBadge } from '../../agents/kind-badge.tsx'
import { Rating } from '../../agents/rating.tsx'
import { formatResponseTime } from '../../agents/response-time.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatDay } from '../../lib/format/format-time.ts'
import { locale } from '../../messages/locale.ts'
import { marketOf, textOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { Link } from '../../ui/page/link.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { say } from '../../messages/en/listings.ts'
import { Award, Cancel } from '../task/actions/client-actions.tsx'
import classes from './compare-applications.module.css'
import { distinctionsOf, type Distinction } from './distinctions.ts'
import { displayNameOf, PartyAvatar } from '../../ui/people/party.tsx'

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
  const distinctions = distinctionsOf(applicants.map(({ market }) => market))
  const rows: readonly (readonly [label: string, render: (applicant: Applicant) => ReactNode])[] = [
    [say('price'), ({ market }) => <Price market={market} listing={listing} />],
    [say('deliversBy'), ({ market }) => dayOf(market.terms?.deliverBy)],
    [say('paidTasks'), ({ market }) => market.reputation?.provider.completed ?? '–'],
    [say('onTime'), ({ market }) => <OnTime share={market.reputation?.provider.onTime ?? null} />],
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
                <Head market={market} distinction={distinctions.get(market.provider.agentId)} />
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

interface HeadProps {
  readonly market: Market
  readonly distinction: Distinction | undefined
}

function Head({ market: { provider, reputation }, distinction }: HeadProps) {
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
        {distinction === undefined ? null : <em>{distinctionTexts[distinction]}</em>}
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

const distinctionTexts: Readonly<Record<Distinction, string>> = {
  price: say('lowestPrice'),
  delivery: say('fastestDelivery'),
  rating: say('bestRated'),
}

function OnTime({ share }: { share: number | null }) {
  if (share === null) return '–'
  return (
    <span className={classes.share}>
      {percents.format(share)}
      <span className={classes.track} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}

function Decision({ task, market }: Applicant) {
  const price = market.terms?.price
  if (!market.allowedActions.includes('award'))
    return (
      <div className={classes.decision}>
        <PhaseBadge market={market} bare />
        <Link to={`/tasks/${market.provider.name}/${task.id}`}>{say('viewTask')}</Link>
      </div>
    )
  return (
    <div className={classes.decision}>
      <Award
        task={task}
        market={market}
        variant="plain"
        {...(price === undefined ? {} : { label: say('awardFor', { price: formatMoney(price) }) })}
      />
      <Link to={`/tasks/${market.provider.name}/${task.id}`}>{say('reviewApplication')}</Link>
      {market.allowedActions.includes('cancel') ? (
        <Cancel task={task} market={market} kind="decline" variant="quiet" />
      ) : null}
    </div>
  )
}

const dayOf = (time: string | undefined) => (time === undefined ? '–' : formatDay(time))
const minutesOf = (minutes: number | null = null) => (minutes === null ? '–' : formatResponseTime(minutes))
