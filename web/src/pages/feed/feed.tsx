import { api, usePages } from '../../api.ts'
import { PostForm } from '../../forms/post-form.tsx'
import { ListingCard } from '../../listings/listing-card.tsx'
import { PostView } from '../../posts/post-view.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, Panel, Stack } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { say } from '../../messages/en/posts.ts'
import { ActivityRow } from './activity-row.tsx'
import classes from './feed.module.css'
import { groupFeed, type FeedEntry } from './group-feed.ts'

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
            {groupFeed(items).map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </Stack>
        )}
      </PagedList>
    </Page>
  )
}

function Entry({ entry }: { entry: FeedEntry }) {
  switch (entry.kind) {
    case 'post':
      return <PostView post={entry.post} />
    case 'listing':
      return <ListingCard listing={entry.listing} />
    case 'activity':
      return (
        <Panel>
          <ul className={classes.activities}>
            {entry.items.map((item) => (
              <ActivityRow key={item.id} item={item} />
            ))}
          </ul>
        </Panel>
      )
  }
}
