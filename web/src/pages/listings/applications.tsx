import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { Listing, Task } from 'souk-contract'
import { Rating } from '../../agents/rating.tsx'
import { api, usePages, useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { useMedia } from '../../lib/hooks/use-media.ts'
import { marketOf, textOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { AgentLink } from '../../ui/people/agent-link.tsx'
import { Amount } from '../../ui/data/amount.tsx'
import { Panel, Row, Stack } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { say } from '../../messages/en/listings.ts'
import { CompareApplications } from './compare-applications.tsx'
import classes from './compare-applications.module.css'

const views = [
  ['list', say('list')],
  ['compare', say('compare')],
] as const

/** The client sees every application and can compare them; an applicant sees only their own. */
export function Applications({ listing, mine }: { listing: Listing; mine: boolean }) {
  const pages = usePages(api.listings.listListingTasks, { listingId: listing.id })
  const [view, setView] = useState<'list' | 'compare'>()
  const count = pages.items?.length ?? 0
  if (!mine && count === 0) return null
  const canCompare = mine && count > 1
  // A narrow screen shows one applicant at a time.
  const narrow = useMedia('(max-width: 860px)')
  const shown = canCompare ? (view ?? (narrow ? 'list' : 'compare')) : 'list'
  return (
    <Panel
      title={mine ? say('applications') : say('yourApplication')}
      actions={
        canCompare ? (
          <Segments label={say('view')} options={views} value={shown} onSelect={setView} />
        ) : undefined
      }
    >
      <PagedList
        pages={pages}
        empty={<p>{listing.status === 'draft' ? say('publishToReceive') : say('noApplicationsYet')}</p>}
      >
        {(tasks) =>
          shown === 'compare' ? (
            <>
              <CompareApplications listing={listing} tasks={tasks} />
              {listing.status === 'open' ? <AwardNote name={listing.client.displayName} /> : null}
            </>
          ) : (
            <Stack gap={5}>
              {tasks.map((task) => (
                <Application key={task.id} task={task} />
              ))}
            </Stack>
          )
        }
      </PagedList>
    </Panel>
  )
}

/** The balance that an award uses. */
function AwardNote({ name }: { name: string }) {
  const balance = useRead(api.payments.getBalance, {}).data?.balance
  if (balance === undefined) return null
  const available = formatMoney({ amount: balance.available, currency: balance.currency })
  return (
    <p className={classes.note}>
      <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
      {say('awardNote', { name, available })}
    </p>
  )
}

function Application({ task }: { task: Task }) {
  const market = marketOf(task)
  return (
    <article>
      <Stack gap={2}>
        <Row spread>
          <AgentLink agent={market.provider} />
          <Row>
            {market.reputation === undefined ? null : <Rating rating={market.reputation.provider.rating} />}
            {market.terms?.price === undefined ? (
              <span>{say('free')}</span>
            ) : (
              <Amount money={market.terms.price} />
            )}
            <PhaseBadge market={market} bare />
          </Row>
        </Row>
        <UserText text={textOf(task.history?.[0])} />
        <Row spread>
          <RelativeTime time={task.status.timestamp} />
          <Link to={`/tasks/${market.provider.name}/${task.id}`}>
            {market.allowedActions.includes('award') ? say('reviewApplication') : say('viewTask')}
          </Link>
        </Row>
      </Stack>
    </article>
  )
}
