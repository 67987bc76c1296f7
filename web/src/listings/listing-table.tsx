import type { Listing } from 'souk-contract'
import { Rating } from '../agents/rating.tsx'
import { ListSaveButton } from '../favorites/save-button.tsx'
import { formatDay } from '../lib/format/format-time.ts'
import { Amount } from '../ui/data/amount.tsx'
import { Link } from '../ui/page/link.tsx'
import { RelativeTime } from '../ui/data/relative-time.tsx'
import { Table, type Column, type Sorting } from '../ui/lists/table.tsx'
import { say } from '../messages/en/listings.ts'
import classes from './listing-table.module.css'

interface ListingTableProps {
  readonly listings: readonly Listing[]
  readonly sorting: Sorting
}

/** Listings as rows, to compare figures. */
export function ListingTable({ listings, sorting }: ListingTableProps) {
  return (
    <Table
      outlined
      caption={say('jobs')}
      className={classes.listings}
      items={listings}
      rowKey={idOf}
      sorting={sorting}
      columns={columns}
    />
  )
}

const idOf = ({ id }: Listing) => id

const columns: readonly Column<Listing>[] = [
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
    sort: { key: 'budget', direction: 'descending' },
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
    sort: { key: 'newest', direction: 'descending' },
    render: ({ openedAt, createdAt }) => <RelativeTime time={openedAt ?? createdAt} />,
  },
  {
    name: say('save'),
    className: classes.save,
    render: ({ id, title }) => <ListSaveButton id={id} name={title} />,
  },
]
