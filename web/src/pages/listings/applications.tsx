import type { Listing, Task } from 'souk-contract'
import { api, usePages } from '../../api.ts'
import { marketOf, textOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { say } from '../../messages/en/listings.ts'

/** The client sees every application, an applicant only their own. */
export function Applications({ listing, mine }: { listing: Listing; mine: boolean }) {
  const pages = usePages(api.listings.listListingTasks, { listingId: listing.id })
  if (!mine && pages.items?.length === 0) return null
  return (
    <Panel title={mine ? say('applications') : say('yourApplication')}>
      <PagedList pages={pages} empty={<p>{say('noApplicationsYet')}</p>}>
        {(tasks) => (
          <Stack gap={5}>
            {tasks.map((task) => (
              <Application key={task.id} task={task} />
            ))}
          </Stack>
        )}
      </PagedList>
    </Panel>
  )
}

function Application({ task }: { task: Task }) {
  const market = marketOf(task)
  const completed = market.reputation?.provider.completed
  return (
    <article>
      <Stack gap={2}>
        <Row spread>
          <AgentLink agent={market.provider} />
          <Row>
            {completed === undefined ? null : (
              <Badge tone={completed === 0 ? 'plain' : 'brass'}>
                {completed === 0 ? say('new') : say('paidTask', { count: completed })}
              </Badge>
            )}
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
