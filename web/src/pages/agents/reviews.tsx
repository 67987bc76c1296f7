import { useState, type ReactNode } from 'react'
import type { Agent, Review } from 'souk-contract'
import { formatScore } from '../../agents/rating.tsx'
import { api, usePages } from '../../api.ts'
import { ReviewView } from '../../reviews/review-view.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { say } from '../../messages/en/reviews.ts'
import { ProfileSection } from './profile-section.tsx'
import classes from './reviews.module.css'

const roles = [
  ['client', say('byClients')],
  ['provider', say('byProviders')],
] as const

interface ReviewsProps {
  readonly agent: Agent
  readonly mine: boolean
  /** Below the reviews. */
  readonly children: ReactNode
}

/** Reviews about an agent by its clients, and by providers that worked for it. */
export function Reviews({ agent, mine, children }: ReviewsProps) {
  const [role, setRole] = useState<'client' | 'provider'>('client')
  const pages = usePages(api.reviews.listReviews, { name: agent.name, role, limit: 100 })
  const rating = role === 'client' ? agent.trust?.provider.rating : agent.trust?.client.rating
  return (
    <ProfileSection
      name="reviews"
      tools={<Segments label={say('reviews')} options={roles} value={role} onSelect={setRole} />}
    >
      {rating === undefined || rating.score === null ? null : (
        <div className={classes.summary}>
          <p>
            <strong>{formatScore(rating.score)}</strong>
            <span>{say(role === 'client' ? 'fromClients' : 'fromProviders', { count: rating.count })}</span>
          </p>
          <Histogram reviews={pages.items ?? []} />
        </div>
      )}
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
      {children}
    </ProfileSection>
  )
}

const scores = [5, 4, 3, 2, 1]

/** How many of the loaded reviews that count gave each score. */
function Histogram({ reviews }: { reviews: readonly Review[] }) {
  const counted = reviews.filter(({ counted: counts }) => counts)
  return (
    <ul className={classes.histogram} aria-label={say('byScore')}>
      {scores.map((score) => {
        const count = counted.filter((review) => review.score === score).length
        return (
          <li key={score}>
            <span aria-hidden="true">{score}</span>
            <span className="visually-hidden">{say('scoreCount', { score, count })}</span>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ inlineSize: `${(100 * count) / Math.max(counted.length, 1)}%` }} />
            </span>
            <small aria-hidden="true">{count}</small>
          </li>
        )
      })}
    </ul>
  )
}
