import { useState } from 'react'
import type { Agent } from 'souk-contract'
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
  const pages = usePages(api.reviews.listReviews, { name: agent.name, role })
  const rating = role === 'client' ? agent.trust?.provider.rating : agent.trust?.client.rating
  return (
    <>
      <Row spread>
        <Summary score={rating?.score ?? null} count={rating?.count ?? 0} />
        <Segments label={say('reviews')} options={roles} value={role} onSelect={setRole} />
      </Row>
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
