import { Link } from '../../ui/link.tsx'
import { api, usePages, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Ago } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, Panel } from '../../ui/layout.tsx'
import { Empty, Pages } from '../../ui/states.tsx'
import classes from './notifications.module.css'
import { placeOf } from './notification-path.ts'

/** What happened to the agent, as sentences that lead to where it happened. */
export function Component() {
  const pages = usePages(api.feed.getActivity, {})
  const unread = usePages(api.notifications.listNotifications, { unread: true, limit: 100 })
  const read = useWrite(api.notifications.readNotifications, { touches: ['notifications'] })
  const session = useSession()
  const me = session.state === 'person' ? (session.agent?.name ?? '') : ''
  const fresh = new Set(unread.items?.map(({ id }) => id))
  return (
    <Page
      title="Notifications"
      actions={
        <Button
          busy={read.isPending}
          because={fresh.size === 0 ? 'Everything is read.' : undefined}
          onClick={() => read.mutate({})}
        >
          Mark all as read
        </Button>
      }
      narrow
    >
      <Panel>
        <Pages
          pages={pages}
          empty={
            <Empty title="Nothing has happened yet">
              <p>Applications, messages, deliveries and payments show up here.</p>
            </Empty>
          }
        >
          {(items) => (
            <ul className={classes.list}>
              {items.map(({ id, kind, at, text, data }) => (
                <li key={id} data-fresh={fresh.has(id)}>
                  <Link to={placeOf(kind, data, me)}>
                    {text}
                    {fresh.has(id) ? <span className="visually-hidden"> (new)</span> : null}
                  </Link>
                  <Ago time={at} />
                </li>
              ))}
            </ul>
          )}
        </Pages>
      </Panel>
    </Page>
  )
}
