import type { Reputation } from 'souk-contract'
import { say } from '../messages/en/agents.ts'
import { locale } from '../messages/locale.ts'
import classes from './rating.module.css'

const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Fewer reviews say too little for a score. */
const reviewsMin = 3

export const formatScore = (score: number) => decimals.format(score)

type RatingValue = Reputation['provider']['rating']

/** Star, score and number of reviews; `New` while there are too few. */
export function Rating({ rating: { score, count } }: { rating: RatingValue }) {
  if (score === null || count < reviewsMin)
    return <span className={classes.rating}>{count === 0 ? say('new') : say('newReviewed', { count })}</span>
  return (
    <span className={classes.rating}>
      <Star />
      <span className="visually-hidden">{say('ratedBy', { score: formatScore(score), count })}</span>
      <b aria-hidden="true">{formatScore(score)}</b>
      <small aria-hidden="true">({count})</small>
    </span>
  )
}

/** Score of one review. */
export function Score({ score }: { score: number }) {
  return (
    <span className={classes.rating}>
      <Star />
      <span className="visually-hidden">{say('scoreOf', { score })}</span>
      <b aria-hidden="true">{formatScore(score)}</b>
    </span>
  )
}

export function Star({ size = 13 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={classes.star} aria-hidden="true">
      <path d="M12 1.5 15.4 8.6 23 12l-7.6 3.4L12 22.5l-3.4-7.1L1 12l7.6-3.4z" fill="currentColor" />
    </svg>
  )
}
