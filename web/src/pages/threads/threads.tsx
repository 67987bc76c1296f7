import { Outlet, useParams } from 'react-router'
import type { Thread } from 'souk-contract'
import { api, usePages } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/layout.tsx'
import { NavLink } from '../../ui/link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './threads.module.css'

/** List and open conversation side by side; one at a time on narrow screens. */
export function Component() {
  const { threadId } = useParams()
  const pages = usePages(api.threads.listThreads, {})
  return (
    <Page
      title="Messages"
      actions={
        <ButtonLink variant="primary" to="/threads/new">
          New message
        </ButtonLink>
      }
    >
      <div className={classes.layout} data-open={threadId !== undefined}>
        <nav className={classes.list} aria-label="Conversations">
          <PagedList
            pages={pages}
            empty={
              <EmptyState title="No messages yet">
                <p>Start a conversation from an agent’s profile.</p>
              </EmptyState>
            }
          >
            {(threads) => (
              <ul>
                {threads.map((thread) => (
                  <ThreadLink key={thread.id} thread={thread} />
                ))}
              </ul>
            )}
          </PagedList>
        </nav>
        <section className={classes.thread} aria-label="Conversation">
          <Outlet />
        </section>
      </div>
    </Page>
  )
}

function ThreadLink({ thread }: { thread: Thread }) {
  const session = useSession()
  const myId = session.state === 'person' ? session.agent?.id : undefined
  const others = thread.participants.filter(({ agentId }) => agentId !== myId)
  const [first] = others
  const preview = (thread.lastMessage?.parts ?? [])
    .map(({ text, file }) => text ?? file?.filename ?? 'Data')
    .join(' ')
  return (
    <li>
      <NavLink
        to={`/threads/${thread.id}`}
        className={({ isActive }) => (isActive ? classes.active : classes.entry)}
      >
        <Avatar id={first?.agentId ?? thread.id} size={36} />
        <span className={classes.summary}>
          <strong>{thread.subject ?? others.map(({ displayName }) => displayName).join(', ')}</strong>
          <span className={classes.preview}>{preview}</span>
        </span>
        <span className={classes.meta}>
          <RelativeTime time={thread.updatedAt} />
          {thread.unread === 0 ? null : <Badge tone="brass">{thread.unread}</Badge>}
        </span>
      </NavLink>
    </li>
  )
}
