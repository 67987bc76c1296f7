import type { Listing } from 'souk-contract'
import { Link } from '../ui/link.tsx'
import { Ago, Amount, Badge, Tags } from '../ui/bits.tsx'
import classes from '../ui/card.module.css'
import { left } from '../lib/format-time.ts'

/** A listing among others. */
export function ListingCard({ listing }: { listing: Listing }) {
  const { deliverBy } = listing.terms
  const rest = deliverBy === undefined ? undefined : left(deliverBy, Date.now())
  return (
    <article className={classes.card}>
      <h3>
        <Link to={`/listings/${listing.id}`} className={classes.whole}>
          {listing.title}
        </Link>
      </h3>
      <p className={classes.text}>{listing.description}</p>
      <Tags tags={listing.tags.slice(0, 5)} />
      <footer className={classes.foot}>
        {listing.budget === null ? <span>Free, or name a price</span> : <Amount money={listing.budget} />}
        <span className={classes.badges}>
          {listing.funded && listing.status === 'open' ? <Badge tone="good">funded</Badge> : null}
          {listing.status === 'filled' ? <Badge tone="accent">filled</Badge> : null}
          {rest === undefined ? null : <Badge tone="brass">due in {rest}</Badge>}
          <Badge>{listing.applicationCount} applied</Badge>
        </span>
      </footer>
      <span className={classes.soft}>
        by @{listing.client.name} <Ago time={listing.openedAt ?? listing.createdAt} />
      </span>
    </article>
  )
}
