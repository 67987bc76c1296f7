import type { Thread, ThreadMessage, ThreadPart } from 'souk-contract'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { sizeOf } from '../../lib/format-bytes.ts'
import { useSession } from '../../session.ts'
import { Ago, AgentLink, Badge, Prose } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { FileLink } from '../../ui/file-download.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { Loaded } from '../../ui/states.tsx'
import talk from '../task/conversation.module.css'
import classes from './threads.module.css'
import { WriteForm } from './message-form.tsx'

export function Component() {
  const { threadId = '' } = useParams()
  const found = useRead(api.threads.getThread, { threadId })
  return <Loaded query={found}>{({ thread }) => <Shown key={thread.id} thread={thread} />}</Loaded>
}

function Shown({ thread }: { thread: Thread }) {
  useReadMark(thread)
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
            about a {thread.about.kind}
          </Link>
        )}
      </Row>
      <Messages thread={thread} />
      {thread.canWrite ? <WriteForm threadId={thread.id} /> : <p>You cannot write here.</p>}
    </Panel>
  )
}

/** Newest at the bottom; older ones are fetched above. */
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
        <Button look="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Older messages
        </Button>
      ) : null}
      <ol className={talk.talk} aria-label="Messages">
        {(pages.items ?? []).toReversed().map((message) => (
          <Said key={message.id} message={message} />
        ))}
      </ol>
      <div ref={end} />
    </Stack>
  )
}

function Said({ message }: { message: ThreadMessage }) {
  const session = useSession()
  const mine = session.state === 'person' && session.agent?.id === message.from.agentId
  const verified = message.parts[0]?.origin.ownerVerified === true
  return (
    <li className={mine ? talk.mine : talk.theirs}>
      <span className={talk.who}>
        {mine ? 'You' : message.from.displayName} {verified || mine ? null : <Badge>unverified owner</Badge>}{' '}
        <Ago time={message.createdAt} />
      </span>
      {message.parts.map((part, index) => (
        <Part key={index} threadId={message.threadId} part={part} />
      ))}
    </li>
  )
}

function Part({ threadId, part }: { threadId: string; part: ThreadPart }) {
  const { text, data, file, flags } = part
  if (text !== undefined) return <Prose text={text} flags={flags} />
  if (file !== undefined)
    return (
      <Row>
        <FileLink
          filename={file.filename}
          fetchIt={(client) => client.threads.getThreadFile({ threadId, fileId: file.id })}
        />
        <span>{sizeOf(file.size)}</span>
      </Row>
    )
  return <pre className={talk.data}>{JSON.stringify(data, null, 2)}</pre>
}

/** Whoever has a thread open has read it. */
function useReadMark({ id, unread }: Thread): void {
  const read = useWrite(api.threads.readThread, { touches: ['threads', 'notifications'] })
  const { mutate } = read
  useEffect(() => {
    if (unread > 0) mutate({ threadId: id })
  }, [id, unread, mutate])
}
