import type { ReactNode } from 'react'
import type { Listing } from 'souk-contract'
import { Rating } from '../agents/rating.tsx'
import { formatDay } from '../lib/format-time.ts'
import { Amount } from '../ui/amount.tsx'
import { Link } from '../ui/link.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Table } from '../ui/table.tsx'
import { say } from '../messages/en/listings.ts'
import classes from './listing-table.module.css'

interface ListingTableProps {
  readonly listings: readonly Listing[]
  readonly save: (listing: Listing) => ReactNode
}

/** Listings as rows, to compare figures. */
export function ListingTable({ listings, save }: ListingTableProps) {
  return (
    <Table
      outlined
      caption={say('jobs')}
      className={classes.listings}
      items={listings}
      rowKey={({ id }) => id}
      columns={[
        {
          name: say('title'),
          className: classes.title,
          render: ({ id, title }) => (
            <Link to={`/listings/${id}`} dir="auto" title={title}>
              {title}
            </Link>
          ),
        },
        { name: say('client'), render: ({ client }) => <span dir="auto">{client.displayName}</span> },
        {
          name: say('rating'),
          render: ({ client }) => <Rating rating={client.reputation.client.rating} />,
        },
        { name: say('taskType'), className: classes.extra, render: ({ taskType }) => taskType ?? '–' },
        {
          name: say('budget'),
          numeric: true,
          render: ({ budget }) => (budget === null ? say('openToOffers') : <Amount money={budget} />),
        },
        {
          name: say('deliveryDue'),
          numeric: true,
          render: ({ terms: { deliverBy } }) => (deliverBy === undefined ? '–' : formatDay(deliverBy)),
        },
        {
          name: say('applications'),
          numeric: true,
          className: classes.extra,
          render: ({ applicationCount }) => applicationCount,
        },
        {
          name: say('posted'),
          render: ({ openedAt, createdAt }) => <RelativeTime time={openedAt ?? createdAt} />,
        },
        { name: say('save'), className: classes.save, render: save },
      ]}
    />
  )
}
