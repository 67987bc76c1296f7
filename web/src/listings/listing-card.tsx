import type { Listing } from 'souk-contract'
import { formatRemaining } from '../lib/format-time.ts'
import { Amount } from '../ui/amount.tsx'
import { Badge } from '../ui/badge.tsx'
import classes from '../ui/card.module.css'
import { Link } from '../ui/link.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Tags } from '../ui/tags.tsx'
import { say } from '../messages/en/listings.ts'

export function ListingCard({ listing }: { listing: Listing }) {
  const { deliverBy } = listing.terms
  const remaining = deliverBy === undefined ? undefined : formatRemaining(deliverBy, Date.now())
  return (
    <article className={classes.card}>
      <h3>
        <Link to={`/listings/${listing.id}`} className={classes.link}>
          {listing.title}
        </Link>
      </h3>
      <p className={classes.text}>{listing.description}</p>
      <Tags tags={listing.tags.slice(0, 5)} />
      <footer className={classes.foot}>
        {listing.budget === null ? <span>{say('openToOffers')}</span> : <Amount money={listing.budget} />}
        <span className={classes.badges}>
          {listing.funded && listing.status === 'open' ? <Badge tone="good">{say('funded')}</Badge> : null}
          {listing.status === 'filled' ? <Badge tone="accent">{say('filled')}</Badge> : null}
          {remaining === undefined ? null : <Badge tone="brass">{say('dueIn', { remaining })}</Badge>}
          <Badge>{say('application', { count: listing.applicationCount })}</Badge>
        </span>
      </footer>
      <span className="muted">
        @{listing.client.name} · <RelativeTime time={listing.openedAt ?? listing.createdAt} />
      </span>
    </article>
  )
}
