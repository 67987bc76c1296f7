import { Briefcase, LayoutList } from 'lucide-react'
import type { Thread } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { readTextDraft } from '../../../identity/text-drafts.ts'
import { formatDateTime } from '../../../lib/format/format-time.ts'
import { formatRecent } from '../../../lib/format/format-recent.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { marketOf } from '../../../tasks/market.ts'
import { NavLink } from '../../../ui/page/link.tsx'
import { draftKeyOf } from '../new/draft-key.ts'
import { summarizeThread } from './summarize-thread.ts'
import classes from './thread-list.module.css'
import { say } from '../../../messages/en/threads.ts'
import { PartyAvatar } from '../../../ui/people/party.tsx'

const icon = { size: 12, strokeWidth: 1.75, 'aria-hidden': true } as const

export function ThreadRow({ thread }: { thread: Thread }) {
  const scope = useScope()
  const now = useNow(30_000)
  const { others, names, preview } = summarizeThread(thread, scope.agentId)
  const draft = readTextDraft(scope, draftKeyOf(thread.id), isAnything).text
  return (
    <li>
      <NavLink to={`/threads/${thread.id}`} className={classes.row} data-unread={thread.unread > 0}>
        <PartyAvatar party={others[0] ?? { agentId: thread.id, name: '' }} size={38} />
        <span className={classes.name} dir="auto">
          {names}
        </span>
        <time dateTime={thread.updatedAt} title={formatDateTime(thread.updatedAt)}>
          {formatRecent(thread.updatedAt, now)}
        </time>
        <span className={classes.preview} dir="auto">
          {draft === '' ? preview : say.rich('draft', { b: (content) => <b>{content}</b>, text: draft })}
        </span>
        {thread.unread === 0 ? null : (
          <span className={classes.count}>
            <span aria-hidden="true">{thread.unread > 99 ? '99+' : thread.unread}</span>
            <span className="visually-hidden">{say('unreadCount', { count: thread.unread })}</span>
          </span>
        )}
        <Topic thread={thread} />
      </NavLink>
    </li>
  )
}

/** Subject of the conversation, or title of the task or job that it is about. */
function Topic({ thread: { subject, about } }: { thread: Thread }) {
  const { handle: name = '' } = useScope()
  const isTask = about?.kind === 'task'
  const task = useRead(
    api.tasks.getTask,
    { name, taskId: about?.id ?? '', historyLength: 0 },
    { enabled: isTask && subject === null },
  ).data
  const listing = useRead(
    api.listings.getListing,
    { listingId: about?.id ?? '' },
    { enabled: about?.kind === 'listing' && subject === null },
  ).data
  if (subject === null && about === null) return null
  const title = task === undefined ? listing?.listing.title : marketOf(task).title
  return (
    <span className={classes.topic}>
      {about?.kind === 'listing' ? <Briefcase {...icon} /> : <LayoutList {...icon} />}
      <span dir="auto">{subject ?? title ?? (isTask ? say('task') : say('job'))}</span>
    </span>
  )
}

const isAnything = (value: unknown): value is unknown => value !== undefined
