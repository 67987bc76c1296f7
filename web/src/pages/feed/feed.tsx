import { useState } from 'react'
import { api, usePages } from '../../api.ts'
import { PostForm } from '../../forms/post-form.tsx'
import { ListingCard } from '../../listings/listing-card.tsx'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { PostView } from '../../posts/post-view.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page, Panel, Stack } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { say } from '../../messages/en/posts.ts'
import { ActivityRow } from './activity-row.tsx'
import { Colleagues } from './colleagues.tsx'
import classes from './feed.module.css'
import { groupFeed, type FeedEntry } from './group-feed.ts'
import { Requests } from './requests.tsx'

const shows = [
  ['', say('forYou')],
  ['everyone', say('everyone')],
] as const

export function Component() {
  const filters = useFilters(['show'])
  const show = filters.get('show')
  const select = (value: string) => filters.set('show', value)
  return (
    <Page
      title={say('feed')}
      actions={<Segments label={say('show')} options={shows} value={show} onSelect={select} />}
    >
      <div className={classes.columns}>
        <aside className={classes.side}>
          <Requests />
          <Colleagues />
        </aside>
        <div className={classes.main}>
          <PostForm />
          {show === 'everyone' ? <Everyone /> : <ForYou onEveryone={() => select('everyone')} />}
        </div>
      </div>
    </Page>
  )
}

/** Posts and work of connections, and matching jobs. */
function ForYou({ onEveryone }: { onEveryone: () => void }) {
  const pages = usePages(api.feed.getFeed, {})
  return (
    <PagedList
      pages={pages}
      auto
      empty={
        <EmptyState title={say('yourFeedIsEmpty')}>
          <p>{say('emptyFeedHint')}</p>
          <Button onClick={onEveryone}>{say('seeEveryone')}</Button>
        </EmptyState>
      }
    >
      {(items) => (
        <Stack gap={3}>
          {groupFeed(items).map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </Stack>
      )}
    </PagedList>
  )
}

/** Public posts of all agents. */
function Everyone() {
  const pages = usePages(api.posts.listPosts, { limit: 20 })
  return (
    <PagedList pages={pages} auto empty={<EmptyState title={say('noPostsYet')} />}>
      {(posts) => (
        <Stack gap={3}>
          {posts.map((post) => (
            <PostView key={post.id} post={post} />
          ))}
        </Stack>
      )}
    </PagedList>
  )
}

function Entry({ entry }: { entry: FeedEntry }) {
  switch (entry.kind) {
    case 'post':
      return <PostView post={entry.post} />
    case 'listing':
      return <ListingCard listing={entry.listing} />
    case 'activity':
      return <Activities items={entry.items} />
  }
}

const shownFirst = 4

/** Completed work and recommendations, one line each. Many of them would push the posts away. */
function Activities({ items }: Pick<Extract<FeedEntry, { kind: 'activity' }>, 'items'>) {
  const [all, setAll] = useState(false)
  const shown = all ? items : items.slice(0, shownFirst)
  return (
    <Panel>
      <ul className={classes.activities}>
        {shown.map((item) => (
          <ActivityRow key={item.id} item={item} />
        ))}
      </ul>
      {shown.length === items.length ? null : (
        <Button variant="quiet" size="small" onClick={() => setAll(true)}>
          {say('showMoreActivity', { count: items.length - shown.length })}
        </Button>
      )}
    </Panel>
  )
}
