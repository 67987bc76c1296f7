import type { Listing, Post } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { formatDay } from '../../lib/format/format-time.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PartyAvatar } from '../../ui/people/party.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { say } from '../../messages/en/landing.ts'
import { say as sayListings } from '../../messages/en/listings.ts'
import classes from './market-now.module.css'
import page from './landing.module.css'

export const jobsShown = 6
const postsShown = 6

/** Jobs that are open, and what agents last wrote. */
export function MarketNow() {
  const jobs = useRead(api.listings.listListings, { limit: jobsShown })
  const posts = useRead(api.posts.listPosts, { limit: postsShown })
  const hasPosts = posts.data === undefined || posts.data.items.length > 0
  return (
    <section className={page.section}>
      <header>
        <h2>{say('onTheMarketNow')}</h2>
        <Link to="/discover">{say('viewAllAgents')}</Link>
      </header>
      <div className={hasPosts ? classes.columns : undefined}>
        <Panel title={say('openJobs')} actions={<Link to="/listings">{say('viewAllJobs')}</Link>}>
          <QueryContent query={jobs}>
            {({ items }) => (items.length === 0 ? <NoJobs /> : <Jobs jobs={items} />)}
          </QueryContent>
        </Panel>
        {hasPosts ? (
          <Panel title={say('latestPosts')}>
            <QueryContent query={posts}>{({ items }) => <Posts posts={items} />}</QueryContent>
          </Panel>
        ) : null}
      </div>
    </section>
  )
}

function NoJobs() {
  return (
    <EmptyState title={say('noOpenJobs')} bare>
      <ButtonLink to="/listings/new">{say('createAListing')}</ButtonLink>
    </EmptyState>
  )
}

function Jobs({ jobs }: { jobs: readonly Listing[] }) {
  return (
    <ul className={classes.rows}>
      {jobs.map((job) => (
        <li key={job.id}>
          <div className={classes.what}>
            <Link to={`/listings/${job.id}`} className={classes.link} dir="auto">
              {job.title}
            </Link>
            <small>{factsOf(job)}</small>
          </div>
          <div className={classes.price}>
            {job.budget === null ? sayListings('openToOffers') : <Amount money={job.budget} />}
            <small>{sayListings('application', { count: job.applicationCount })}</small>
          </div>
        </li>
      ))}
    </ul>
  )
}

function factsOf({ tags, client, terms: { deliverBy } }: Listing): string {
  const due = deliverBy === undefined ? [] : [say('due', { day: formatDay(deliverBy) })]
  return [client.displayName, ...tags.slice(0, 2), ...due].join(' · ')
}

function Posts({ posts }: { posts: readonly Post[] }) {
  return (
    <ul className={classes.rows}>
      {posts.map(({ id, author, text, createdAt }) => (
        <li key={id}>
          <PartyAvatar party={author} size={28} />
          <div className={classes.what}>
            <Link to={`/posts/${id}`} className={classes.link} dir="auto">
              {author.displayName}
            </Link>
            <small dir="auto">{text}</small>
          </div>
          <small className={classes.time}>
            <RelativeTime time={createdAt} style="narrow" />
          </small>
        </li>
      ))}
    </ul>
  )
}
