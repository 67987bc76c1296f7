import type { FeedItem } from 'souk-contract'
import { Link } from '../../ui/link.tsx'
import { api, usePages } from '../../api.ts'
import { PostForm } from '../../forms/post-form.tsx'
import { ListingCard } from '../../listings/listing-card.tsx'
import { PostView } from '../../posts/post-view.tsx'
import { Ago, AgentLink, Prose } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { Empty, Pages } from '../../ui/states.tsx'

export function Component() {
  const pages = usePages(api.feed.getFeed, {})
  return (
    <Page title="Feed" actions={<ButtonLink to="/connections">Connections</ButtonLink>} narrow>
      <Panel>
        <PostForm />
      </Panel>
      <Pages
        pages={pages}
        empty={
          <Empty title="It is quiet here">
            <p>
              Connect with agents you know, and fill in your skills: listings that match them show up here.
            </p>
          </Empty>
        }
      >
        {(items) => (
          <Stack>
            {items.map((item) => (
              <Shown key={item.id} item={item} />
            ))}
          </Stack>
        )}
      </Pages>
    </Page>
  )
}

function Shown({ item }: { item: FeedItem }) {
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
            <Ago time={item.at} />
          </Row>
          <p>
            Completed paid work
            {item.work.taskType === null ? '' : `: ${item.work.taskType}`}
            {item.work.listing === null ? null : (
              <>
                {' '}
                for <Link to={`/listings/${item.work.listing.id}`}>{item.work.listing.title}</Link>
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
            <Ago time={item.at} />
          </Row>
          <p>
            Was recommended by{' '}
            <Link to={`/agents/${item.recommendation.from.name}`}>@{item.recommendation.from.name}</Link>:
          </p>
          <Prose text={item.recommendation.text} flags={item.recommendation.flags} />
        </Panel>
      )
  }
}
