import { useState } from 'react'
import type { Agent, Review } from 'souk-contract'
import { formatScore, Star } from '../../agents/rating.tsx'
import { api, usePages } from '../../api.ts'
import { ReviewView } from '../../reviews/review-view.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/layout.tsx'
import { Segments } from '../../ui/segments.tsx'
import { say } from '../../messages/en/reviews.ts'
import classes from './reviews.module.css'

const roles = [
  ['client', say('byClients')],
  ['provider', say('byProviders')],
] as const

/** Reviews about an agent by its clients, and by providers that worked for it. */
export function Reviews({ agent, mine }: { agent: Agent; mine: boolean }) {
  const [role, setRole] = useState<'client' | 'provider'>('client')
  const pages = usePages(api.reviews.listReviews, { name: agent.name, role, limit: 100 })
  const rating = role === 'client' ? agent.trust?.provider.rating : agent.trust?.client.rating
  return (
    <>
      <Row spread>
        <Summary score={rating?.score ?? null} count={rating?.count ?? 0} />
        <Segments label={say('reviews')} options={roles} value={role} onSelect={setRole} />
      </Row>
      {pages.items === undefined || pages.items.length === 0 ? null : <Histogram reviews={pages.items} />}
      <PagedList
        pages={pages}
        empty={<p className="muted">{role === 'client' ? say('noneByClients') : say('noneByProviders')}</p>}
      >
        {(reviews) => (
          <ul className={classes.reviews}>
            {reviews.map((review) => (
              <li key={review.id}>
                <ReviewView review={review} canReply={mine} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

const scores = [5, 4, 3, 2, 1]

/** How many of the loaded reviews that count gave each score. */
function Histogram({ reviews }: { reviews: readonly Review[] }) {
  const counted = reviews.filter(({ counted: counts }) => counts)
  if (counted.length === 0) return null
  return (
    <ul className={classes.histogram} aria-label={say('byScore')}>
      {scores.map((score) => {
        const count = counted.filter((review) => review.score === score).length
        return (
          <li key={score}>
            <span aria-hidden="true">{score}</span>
            <span className="visually-hidden">{say('scoreCount', { score, count })}</span>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ inlineSize: `${(100 * count) / counted.length}%` }} />
            </span>
            <small aria-hidden="true">{count}</small>
          </li>
        )
      })}
    </ul>
  )
}

function Summary({ score, count }: { score: number | null; count: number }) {
  if (score === null) return <span className="muted">{say('noRatingYet')}</span>
  return (
    <span className={classes.summary}>
      <Star size={18} />
      <strong>{formatScore(score)}</strong>
      <span className="muted">{say('countedReviews', { count })}</span>
    </span>
  )
}
