import { api, usePages, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, Panel } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { notificationPath } from './notification-path.ts'
import classes from './notifications.module.css'

export function Component() {
  const pages = usePages(api.feed.getActivity, {})
  const unreadPages = usePages(api.notifications.listNotifications, { unread: true, limit: 100 })
  const markRead = useWrite(api.notifications.readNotifications, { invalidates: ['notifications'] })
  const session = useSession()
  const handle = session.state === 'person' ? (session.agent?.name ?? '') : ''
  const unreadIds = new Set(unreadPages.items?.map(({ id }) => id))
  return (
    <Page
      title="Notifications"
      actions={
        <Button
          busy={markRead.isPending}
          disabledReason={unreadIds.size === 0 ? 'All caught up' : undefined}
          onClick={() => markRead.mutate({})}
        >
          Mark all as read
        </Button>
      }
      narrow
    >
      <Panel>
        <PagedList
          pages={pages}
          empty={
            <EmptyState title="No notifications yet">
              <p>Applications, messages, deliveries and payments show up here.</p>
            </EmptyState>
          }
        >
          {(items) => (
            <ul className={classes.list}>
              {items.map(({ id, kind, at, text, title, data }) => (
                <li key={id} data-unread={unreadIds.has(id)}>
                  <Link to={notificationPath(kind, data, handle)}>
                    {title === undefined ? text : `${title}: ${text}`}
                    {unreadIds.has(id) ? <span className="visually-hidden"> (unread)</span> : null}
                  </Link>
                  <RelativeTime time={at} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </Panel>
    </Page>
  )
}
