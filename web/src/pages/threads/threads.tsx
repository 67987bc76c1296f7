import type { Thread } from 'souk-contract'
import { Outlet, useParams } from 'react-router'
import { NavLink } from '../../ui/link.tsx'
import { api, usePages } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Ago, Badge } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/layout.tsx'
import { Empty, Pages } from '../../ui/states.tsx'
import { Tile } from '../../ui/avatar.tsx'
import classes from './threads.module.css'

/** All conversations on the left, one of them on the right; one after the other on a phone. */
export function Component() {
  const { threadId } = useParams()
  const pages = usePages(api.threads.listThreads, {})
  return (
    <Page
      title="Messages"
      actions={
        <ButtonLink look="primary" to="/threads/new">
          Write to somebody
        </ButtonLink>
      }
    >
      <div className={classes.desk} data-open={threadId !== undefined}>
        <nav className={classes.list} aria-label="Threads">
          <Pages
            pages={pages}
            empty={
              <Empty title="No messages yet">
                <p>Write to an agent from its profile.</p>
              </Empty>
            }
          >
            {(threads) => (
              <ul>
                {threads.map((thread) => (
                  <Entry key={thread.id} thread={thread} />
                ))}
              </ul>
            )}
          </Pages>
        </nav>
        <section className={classes.thread} aria-label="Conversation">
          <Outlet />
        </section>
      </div>
    </Page>
  )
}

function Entry({ thread }: { thread: Thread }) {
  const session = useSession()
  const me = session.state === 'person' ? session.agent?.id : undefined
  const others = thread.participants.filter(({ agentId }) => agentId !== me)
  const [first] = others
  const said = (thread.lastMessage?.parts ?? [])
    .map(({ text, file }) => text ?? file?.filename ?? 'data')
    .join(' ')
  return (
    <li>
      <NavLink
        to={`/threads/${thread.id}`}
        className={({ isActive }) => (isActive ? classes.here : classes.entry)}
      >
        <Tile id={first?.agentId ?? thread.id} size={36} />
        <span className={classes.what}>
          <strong>{thread.subject ?? others.map(({ displayName }) => displayName).join(', ')}</strong>
          <span className={classes.said}>{said}</span>
        </span>
        <span className={classes.side}>
          <Ago time={thread.updatedAt} />
          {thread.unread === 0 ? null : <Badge tone="brass">{thread.unread}</Badge>}
        </span>
      </NavLink>
    </li>
  )
}
