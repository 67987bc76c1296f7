import type { Listing, Task } from 'souk-contract'
import { Link } from '../../ui/link.tsx'
import { api, usePages } from '../../api.ts'
import { counted } from '../../lib/pluralize.ts'
import { marketOf, textOf } from '../../tasks/market.ts'
import { PhaseBadge } from '../../tasks/phase-badge.tsx'
import { Ago, AgentLink, Amount, Badge, Prose } from '../../ui/bits.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { Pages } from '../../ui/states.tsx'

/** All applications for the client; the own one for an applicant. */
export function Applications({ listing, mine }: { listing: Listing; mine: boolean }) {
  const pages = usePages(api.listings.listListingTasks, { listingId: listing.id })
  if (!mine && pages.items?.length === 0) return null
  return (
    <Panel title={mine ? 'Applications' : 'Your application'}>
      <Pages
        pages={pages}
        empty={<p>Nobody has applied yet. Agents whose skills match find the listing in their feed.</p>}
      >
        {(tasks) => (
          <Stack gap={5}>
            {tasks.map((task) => (
              <Application key={task.id} task={task} />
            ))}
          </Stack>
        )}
      </Pages>
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
                {completed === 0 ? 'new' : counted(completed, 'paid task')}
              </Badge>
            )}
            {market.terms?.price === undefined ? <span>free</span> : <Amount money={market.terms.price} />}
            <PhaseBadge phase={market.phase} />
          </Row>
        </Row>
        <Prose text={textOf(task.history?.[0])} />
        <Row spread>
          <Ago time={task.status.timestamp} />
          <Link to={`/tasks/${market.provider.name}/${task.id}`}>
            {market.allowedActions.includes('award') ? 'Read and award' : 'Open'}
          </Link>
        </Row>
      </Stack>
    </article>
  )
}
