import { CheckCheck, Settings } from 'lucide-react'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { useDelayed } from '../../lib/hooks/use-delayed.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { say } from '../../messages/en/notifications.ts'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { InlineSelect } from '../../ui/forms/filters.tsx'
import { Page } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { GroupList } from './group-list.tsx'
import { groupNotifications, needsDecision } from './group-notifications.ts'
import classes from './notifications.module.css'
import { isTopic, topicOptions } from './topics.ts'

/** Notifications grouped by task, thread or other object: decisions first. */
export function Component() {
  const filters = useFilters(['show', 'topic'])
  const [show, topic] = [filters.get('show'), filters.get('topic')]
  const pages = usePages(api.notifications.listNotifications, {
    limit: 100,
    ...(show === 'unread' ? { unread: true } : {}),
    ...(isTopic(topic) ? { topic } : {}),
  })
  const { read, readAll, pending } = useMarkRead()
  const groups = groupNotifications(pages.items ?? []).map((group) =>
    pending.has(group.key) || pending.has(everyGroup) ? { ...group, isRead: true } : group,
  )
  const decisions = groups.filter(needsDecision)
  return (
    <Page
      title={say('notifications')}
      actions={<PageActions onReadAll={pending.has(everyGroup) ? undefined : readAll} />}
    >
      <div className={classes.filters}>
        <ShowChoice show={show} decisions={decisions.length} onShow={(value) => filters.set('show', value)} />
        <InlineSelect
          label={say('topic')}
          value={topic}
          options={topicOptions}
          onSelect={(value) => filters.set('topic', value)}
        />
      </div>
      <PagedList pages={pages} empty={<Nothing isFiltered={show !== '' || topic !== ''} />}>
        {() => (
          <div className={classes.sections}>
            <GroupList title={say('needsDecision')} groups={decisions} onRead={read} />
            {show === 'todo' ? null : (
              <GroupList
                title={say('goodToKnow')}
                groups={groups.filter((group) => !needsDecision(group))}
                onRead={read}
              />
            )}
            {show === 'todo' && decisions.length === 0 ? <Nothing isFiltered /> : null}
          </div>
        )}
      </PagedList>
    </Page>
  )
}

interface ShowChoiceProps {
  readonly show: string
  readonly decisions: number
  readonly onShow: (show: string) => void
}

function ShowChoice({ show, decisions, onShow }: ShowChoiceProps) {
  const { data } = useRead(api.notifications.countNotifications, {})
  return (
    <Segments
      label={say('show')}
      options={[
        ['', say('all')],
        ['todo', say('toDo'), decisions],
        ['unread', say('unread'), data?.unread ?? 0],
      ]}
      value={show}
      onSelect={onShow}
    />
  )
}

/** `onReadAll` is undefined while all notifications are being marked. */
function PageActions({ onReadAll }: { onReadAll: (() => void) | undefined }) {
  const { data } = useRead(api.notifications.countNotifications, {})
  return (
    <>
      {data === undefined || data.unread === 0 || onReadAll === undefined ? null : (
        <Button onClick={onReadAll}>
          <CheckCheck size={16} strokeWidth={1.75} aria-hidden="true" />
          {say('markAllRead')}
        </Button>
      )}
      <ButtonLink to="/settings/notifications">
        <Settings size={16} strokeWidth={1.75} aria-hidden="true" />
        {say('preferences')}
      </ButtonLink>
    </>
  )
}

/** Key of a mark on all groups; group keys are ids. */
const everyGroup = '*'

/** Marks one group or all as read; read markers never move back, so the call waits while it can be undone. */
function useMarkRead() {
  const mark = useWrite(api.notifications.readNotifications, { invalidates: ['notifications'] })
  const { pending, start } = useDelayed((groupKey) =>
    mark.mutateAsync(groupKey === everyGroup ? {} : { groupKey }),
  )
  return {
    pending,
    read: (groupKey: string) => start(say('markedRead'), [groupKey]),
    readAll: () => start(say('allRead'), [everyGroup]),
  }
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title={say('nothingMatches')}>
        <p>{say('nothingMatchesHint')}</p>
      </EmptyState>
    )
  return (
    <EmptyState title={say('nothingYet')}>
      <p>{say('nothingYetHint')}</p>
    </EmptyState>
  )
}
