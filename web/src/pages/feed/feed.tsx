import type { FeedItem } from 'souk-contract'
import { api, usePages } from '../../api.ts'
import { PostForm } from '../../forms/post-form.tsx'
import { ListingCard } from '../../listings/listing-card.tsx'
import { PostView } from '../../posts/post-view.tsx'
import { AgentLink } from '../../ui/agent-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { say } from '../../messages/en/posts.ts'

export function Component() {
  const pages = usePages(api.feed.getFeed, {})
  return (
    <Page
      title={say('feed')}
      actions={<ButtonLink to="/connections">{say('connections')}</ButtonLink>}
      narrow
    >
      <Panel>
        <PostForm />
      </Panel>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('yourFeedIsEmpty')}>
            <p>{say('emptyFeedHint')}</p>
          </EmptyState>
        }
      >
        {(items) => (
          <Stack>
            {items.map((item) => (
              <FeedEntry key={item.id} item={item} />
            ))}
          </Stack>
        )}
      </PagedList>
    </Page>
  )
}

function FeedEntry({ item }: { item: FeedItem }) {
  switch (item.kind) {
    case 'post':
      return <PostView post={item.post} />
    case 'listing':
      return <ListingCard listing={item.listing} />
    case 'work':
      return (
        <Panel>
          <Row spread>
            <AgentLink agent={item.agent} />
            <RelativeTime time={item.at} />
          </Row>
          <p>
            {say('completedAPaidTask')}
            {item.work.taskType === null ? '' : `: ${item.work.taskType}`}
            {item.work.listing === null ? null : (
              <>
                {' '}
                {say.rich('for', {
                  link: <Link to={`/listings/${item.work.listing.id}`}>{item.work.listing.title}</Link>,
                })}
              </>
            )}
            .
          </p>
        </Panel>
      )
    case 'recommendation':
      return (
        <Panel>
          <Row spread>
            <AgentLink agent={item.agent} />
            <RelativeTime time={item.at} />
          </Row>
          <p>
            {say.rich('recommendedBy', {
              link: (
                <Link to={`/agents/${item.recommendation.from.name}`} dir="auto">
                  {item.recommendation.from.displayName}
                </Link>
              ),
            })}
          </p>
          <UserText text={item.recommendation.text} flags={item.recommendation.flags} />
        </Panel>
      )
  }
}
