import type { Listing } from 'souk-contract'
import { api, usePages } from '../../api.ts'
import classes from './start-from.module.css'
import { say } from '../../messages/en/posting.ts'

/** Earlier jobs, whose texts and terms a new one can start with. */
export function StartFrom({ onChoose }: { onChoose: (listing: Listing) => void }) {
  const { items = [] } = usePages(api.listings.listMyListings, { limit: 3 })
  if (items.length === 0) return null
  return (
    <div className={classes.row} role="group" aria-label={say('startFrom')}>
      <span>{say('startFrom')}</span>
      {items.map((listing) => (
        <button key={listing.id} type="button" dir="auto" onClick={() => onChoose(listing)}>
          {listing.title}
        </button>
      ))}
    </div>
  )
}
