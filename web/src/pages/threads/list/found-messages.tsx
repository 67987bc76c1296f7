import type { Thread, ThreadMessage } from 'souk-contract'
import { api, usePages } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { formatDateTime } from '../../../lib/format/format-time.ts'
import { formatRecent } from '../../../lib/format/format-recent.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { say } from '../../../messages/en/threads.ts'
import { Link } from '../../../ui/page/link.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { PartyAvatar } from '../../../ui/people/party.tsx'
import { excerptOf } from './excerpt.ts'
import { summarizeThread } from './summarize-thread.ts'
import classes from './thread-list.module.css'

interface FoundMessagesProps {
  readonly searched: string
  readonly threads: readonly Thread[]
  /** Whether conversations are listed above. */
  readonly isBelow: boolean
}

/** Messages with the searched words, in every conversation, newest first. */
export function FoundMessages({ searched, threads, isBelow }: FoundMessagesProps) {
  const pages = usePages(api.threads.searchMessages, { q: searched.slice(0, 100) })
  const none = isBelow ? null : <p className={classes.none}>{say('noMatch')}</p>
  return (
    <PagedList pages={pages} empty={none}>
      {(messages) => (
        <>
          <p className={classes.group} aria-hidden="true">
            {say('messages')}
          </p>
          <ul aria-label={say('foundMessages')}>
            {messages.map((message) => (
              <FoundMessage
                key={message.id}
                message={message}
                thread={threads.find(({ id }) => id === message.threadId)}
                searched={searched}
              />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  )
}

interface FoundMessageProps {
  readonly message: ThreadMessage
  readonly thread: Thread | undefined
  readonly searched: string
}

function FoundMessage({ message, thread, searched }: FoundMessageProps) {
  const { agentId } = useScope()
  const now = useNow(30_000)
  const { threadId, sequence, from, parts, createdAt } = message
  const summary = thread === undefined ? undefined : summarizeThread(thread, agentId)
  const text = parts.flatMap((part) => part.text ?? []).join(' ')
  return (
    <li>
      <Link
        to={`/threads/${threadId}?q=${encodeURIComponent(searched)}&message=${sequence}`}
        className={classes.row}
      >
        <PartyAvatar party={summary?.others[0] ?? from} size={38} />
        <span className={classes.name} dir="auto">
          {summary?.names ?? from.displayName}
        </span>
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatRecent(createdAt, now)}
        </time>
        <span className={classes.excerpt} dir="auto">
          {from.agentId === agentId ? say('youSaid', { text: '' }) : null}
          {excerptOf(text, searched).map((piece, index) =>
            piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text,
          )}
        </span>
      </Link>
    </li>
  )
}
