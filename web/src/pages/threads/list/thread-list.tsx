import { CheckCheck, SquarePen } from 'lucide-react'
import { useEffect } from 'react'
import type { Thread } from 'souk-contract'
import { api, usePages, useWrite } from '../../../api.ts'
import { useDelayed } from '../../../lib/hooks/use-delayed.ts'
import { useFilters } from '../../../lib/hooks/use-filters.ts'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { SearchBox } from '../../../ui/forms/filters.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import { unreadThreads } from '../../../shell/navigation/navigation.ts'
import { matchesSearch } from './summarize-thread.ts'
import { foldRepeats } from '../conversation/fold-repeats.ts'
import { FoundMessages } from './found-messages.tsx'
import classes from './thread-list.module.css'
import { ThreadGroups } from './thread-groups.tsx'
import { say } from '../../../messages/en/threads.ts'

/** Conversations, latest message first. `isHeading`: no conversation is open, so the title heads the page. */
export function ThreadList({ isHeading }: { isHeading: boolean }) {
  const filters = useFilters(['q', 'show'])
  const [searched, show] = [filters.get('q'), filters.get('show')]
  const pages = usePages(api.threads.listThreads, show === 'unread' ? { unread: true } : {})
  const isShown = (thread: Thread) =>
    (show !== 'topics' || thread.about !== null) && matchesSearch(thread, searched)
  useLoadAll(pages, searched !== '' || isMostlyFolded(pages.items ?? []))
  const { items: unread = [] } = usePages(api.threads.listThreads, unreadThreads)
  const { readAll, isRead } = useMarkAllRead(unread)
  const shown = pages.items
    ?.filter(isShown)
    .map((thread) => (isRead(thread.id) ? { ...thread, unread: 0 } : thread))
  const Title = isHeading ? 'h1' : 'h2'
  return (
    <section className={classes.inbox} aria-label={say('conversations')}>
      <header className={classes.head}>
        <Title className={classes.title}>{say('messages')}</Title>
        {unread.every(({ id }) => isRead(id)) ? null : (
          <Button aria-label={say('markAllRead')} title={say('markAllRead')} onClick={readAll}>
            <CheckCheck size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        )}
        <ButtonLink to="/threads/new">
          <SquarePen size={16} strokeWidth={1.75} aria-hidden="true" />
          <span aria-hidden="true">{say('new')}</span>
          <span className="visually-hidden">{say('newMessage')}</span>
        </ButtonLink>
      </header>
      <div className={classes.filters}>
        <SearchBox label={say('search')} value={searched} onSearch={(text) => filters.set('q', text)} />
        <Segments
          label={say('show')}
          options={[
            ['', say('all')],
            ['unread', say('unread'), unread.length],
            ['topics', say('tasksAndJobs')],
          ]}
          value={show}
          onSelect={(value) => filters.set('show', value)}
        />
      </div>
      <div className={classes.list}>
        <PagedList
          pages={{ ...pages, items: shown }}
          empty={searched === '' ? <NoThreads isFiltered={show !== ''} /> : null}
        >
          {(threads) => <ThreadGroups threads={threads} isSearch={searched !== ''} />}
        </PagedList>
        {searched === '' || show !== '' ? null : (
          <FoundMessages
            searched={searched}
            threads={pages.items ?? []}
            isBelow={shown === undefined || shown.length > 0}
          />
        )}
      </div>
    </section>
  )
}

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** Rows that fill a screen, and the conversations that are loaded at most to get them. */
const [rowsMin, loadedMax] = [10, 200]

/** Whether an agent with many conversations leaves a page with too few rows of others. */
function isMostlyFolded(threads: readonly Thread[]): boolean {
  return threads.length < loadedMax && foldRepeats(threads).shown.length < Math.min(rowsMin, threads.length)
}

/** Names and subjects are searched on this device, so a search needs the whole list. */
function useLoadAll({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages, isWanted: boolean): void {
  const loads = isWanted && hasNextPage && !isFetchingNextPage
  useEffect(() => {
    if (loads) void fetchNextPage()
  }, [loads, fetchNextPage])
}

function NoThreads({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p className={classes.none}>{say('noMatch')}</p>
  return (
    <EmptyState title={say('noMessages')}>
      <p>{say('noMessagesHint')}</p>
    </EmptyState>
  )
}

/** A read marker never moves back, so the calls wait while they can be undone. */
function useMarkAllRead(threads: readonly Thread[]) {
  const read = useWrite(api.threads.readThread, { invalidates: ['threads', 'notifications'] })
  const { pending, start } = useDelayed((threadId) => read.mutateAsync({ threadId }))
  const readAll = () =>
    start(
      say('markedRead'),
      threads.map(({ id }) => id),
    )
  return { readAll, isRead: (threadId: string) => pending.has(threadId) }
}
