import type { ReactNode } from 'react'
import type { Listing } from 'souk-contract'
import card from '../ui/data/card.module.css'
import { Rating } from '../agents/rating.tsx'
import { formatRemaining } from '../lib/format/format-time.ts'
import { Amount } from '../ui/data/amount.tsx'
import { Badge } from '../ui/data/badge.tsx'
import { Link } from '../ui/page/link.tsx'
import { RelativeTime } from '../ui/data/relative-time.tsx'
import { Tags } from '../ui/data/tags.tsx'
import { say } from '../messages/en/listings.ts'
import classes from './listing-card.module.css'

/** A listing in a grid of results. `save` marks it as a favorite. */
export function ListingCard({ listing, save }: { listing: Listing; save?: ReactNode }) {
  const { client, terms } = listing
  const remaining = terms.deliverBy === undefined ? undefined : formatRemaining(terms.deliverBy, Date.now())
  return (
    <article className={card.card}>
      <header className={card.head}>
        <div className={classes.what}>
          <h3 className={classes.title}>
            <Link to={`/listings/${listing.id}`} className={card.link} dir="auto">
              {listing.title}
            </Link>
          </h3>
          <div className={card.facts}>
            <span className="muted" dir="auto">
              {client.displayName}
            </span>
            {client.reputation.client.rating.count === 0 ? null : (
              <Rating rating={client.reputation.client.rating} />
            )}
            <RelativeTime time={listing.openedAt ?? listing.createdAt} />
          </div>
        </div>
        {save === undefined ? null : <span className={card.save}>{save}</span>}
      </header>
      <p className={card.text} dir="auto">
        {listing.description}
      </p>
      <Tags tags={listing.tags.slice(0, 3)} />
      <div className={classes.badges}>
        <Status listing={listing} />
        {remaining === undefined ? null : <Badge bare>{say('dueIn', { remaining })}</Badge>}
      </div>
      <footer className={card.foot}>
        {listing.budget === null ? (
          <span>{say('openToOffers')}</span>
        ) : (
          <span className={card.price}>
            <Amount money={listing.budget} />
          </span>
        )}
        <span className="muted">{say('application', { count: listing.applicationCount })}</span>
      </footer>
    </article>
  )
}

function Status({ listing: { status, funded } }: { listing: Listing }) {
  if (status === 'draft') return <Badge bare>{say('draft')}</Badge>
  if (status === 'filled')
    return (
      <Badge tone="accent" bare>
        {say('filled')}
      </Badge>
    )
  return funded ? (
    <Badge tone="good" bare>
      {say('funded')}
    </Badge>
  ) : null
}
