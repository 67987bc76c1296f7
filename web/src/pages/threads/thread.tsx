import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import type { Thread, ThreadMessage, ThreadPart } from 'souk-contract'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { useSession } from '../../session.ts'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDownload } from '../../ui/file-download.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { UserText } from '../../ui/user-text.tsx'
import bubbles from './bubbles.module.css'
import { MessageForm } from './message-form.tsx'
import classes from './threads.module.css'

export function Component() {
  const { threadId = '' } = useParams()
  const query = useRead(api.threads.getThread, { threadId })
  return (
    <QueryContent query={query}>
      {({ thread }) => <ThreadView key={thread.id} thread={thread} />}
    </QueryContent>
  )
}

function ThreadView({ thread }: { thread: Thread }) {
  useMarkRead(thread)
  return (
    <Panel>
      <Link to="/threads" className={classes.back}>
        All messages
      </Link>
      <Row spread>
        <Row>
          {thread.participants.map((agent) => (
            <AgentLink key={agent.agentId} agent={agent} size={28} />
          ))}
        </Row>
        {thread.about === null ? null : (
          <Link to={thread.about.kind === 'listing' ? `/listings/${thread.about.id}` : '/my-work'}>
            {thread.about.kind === 'listing' ? 'View job' : 'View tasks'}
          </Link>
        )}
      </Row>
      <Messages thread={thread} />
      {thread.canWrite ? (
        <MessageForm threadId={thread.id} />
      ) : (
        <p>You can’t send messages in this conversation.</p>
      )}
    </Panel>
  )
}

/** Newest message at the bottom; older pages are prepended. */
function Messages({ thread }: { thread: Thread }) {
  const pages = usePages(api.threads.listThreadMessages, { threadId: thread.id })
  const end = useRef<HTMLDivElement>(null)
  const newest = pages.items?.[0]?.sequence
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  return (
    <Stack>
      {pages.hasNextPage ? (
        <Button variant="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Load older messages
        </Button>
      ) : null}
      <ol className={bubbles.messages} aria-label="Messages">
        {(pages.items ?? []).toReversed().map((message) => (
          <MessageItem key={message.id} message={message} />
        ))}
      </ol>
      <div ref={end} />
    </Stack>
  )
}

function MessageItem({ message }: { message: ThreadMessage }) {
  const session = useSession()
  const mine = session.state === 'person' && session.agent?.id === message.from.agentId
  const verified = message.parts[0]?.origin.ownerVerified === true
  return (
    <li className={mine ? bubbles.mine : bubbles.theirs}>
      <span className={bubbles.author}>
        {mine ? 'You' : message.from.displayName} {verified || mine ? null : <Badge>Unverified owner</Badge>}{' '}
        <RelativeTime time={message.createdAt} />
      </span>
      {message.parts.map((part, index) => (
        <PartView key={index} threadId={message.threadId} part={part} />
      ))}
    </li>
  )
}

function PartView({ threadId, part }: { threadId: string; part: ThreadPart }) {
  const { text, data, file, flags } = part
  if (text !== undefined) return <UserText text={text} flags={flags} />
  if (file !== undefined)
    return (
      <Row>
        <FileDownload
          filename={file.filename}
          load={(client) => client.threads.getThreadFile({ threadId, fileId: file.id })}
        />
        <span>{formatBytes(file.size)}</span>
      </Row>
    )
  return <pre className={bubbles.data}>{JSON.stringify(data, null, 2)}</pre>
}

/** Marks the thread as read while it is open. */
function useMarkRead({ id, unread }: Thread): void {
  const read = useWrite(api.threads.readThread, { invalidates: ['threads', 'notifications'] })
  const { mutate } = read
  useEffect(() => {
    if (unread > 0) mutate({ threadId: id })
  }, [id, unread, mutate])
}
