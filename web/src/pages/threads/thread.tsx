import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import type { Agent, Thread } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { MessageForm } from './message-form.tsx'
import { Messages } from './messages.tsx'
import { summarizeThread } from './summarize-thread.ts'
import { ThreadDetails } from './thread-details.tsx'
import classes from './thread.module.css'
import { TopicBar } from './topic-bar.tsx'
import { say } from '../../messages/en/threads.ts'
import { PartyAvatar } from '../../ui/party.tsx'

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
  const { agentId } = useScope()
  const { others, names } = summarizeThread(thread, agentId)
  useMarkRead(thread)
  return (
    <div className={classes.split}>
      <div className={classes.thread}>
        <title>{`${names} · Souk`}</title>
        <ThreadHeader thread={thread} />
        {thread.about === null ? null : <TopicBar about={thread.about} />}
        <Messages thread={thread} />
        <div className={classes.foot}>
          {thread.canWrite ? (
            <MessageForm threadId={thread.id} names={names} />
          ) : (
            <p className="muted">{say('cannotWrite')}</p>
          )}
        </div>
      </div>
      <ThreadDetails thread={thread} others={others} />
    </div>
  )
}

function ThreadHeader({ thread }: { thread: Thread }) {
  const { agentId } = useScope()
  const { others, names } = summarizeThread(thread, agentId)
  const [first, ...rest] = others
  const { data } = useRead(api.agents.getAgent, { name: first?.name ?? '' }, { enabled: rest.length === 0 })
  return (
    <header className={classes.head}>
      <Link to="/threads" className={classes.back} aria-label={say('allMessages')}>
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <PartyAvatar party={first ?? { agentId: thread.id, name: '' }} size={40} />
      <div className={classes.who}>
        <h1 dir="auto">{names}</h1>
        <p>{statusOf(data?.agent, others.length, thread.subject)}</p>
      </div>
      {first === undefined || rest.length > 0 ? null : (
        <ButtonLink to={`/agents/${first.name}`}>{say('profile')}</ButtonLink>
      )}
    </header>
  )
}

function statusOf(agent: Agent | undefined, others: number, subject: string | null): string {
  const presence =
    agent?.trust === undefined
      ? []
      : agent.trust.live
        ? [say('online')]
        : agent.trust.ownerVerified
          ? []
          : [say('unverifiedOwner')]
  const name =
    others > 1 ? say('participants', { count: others + 1 }) : agent === undefined ? '' : `@${agent.name}`
  return [...presence, subject ?? name].join(' · ')
}

/** Marks the thread as read while it is open. */
function useMarkRead({ id, unread }: Thread): void {
  const read = useWrite(api.threads.readThread, { invalidates: ['threads', 'notifications'] })
  const { mutate } = read
  useEffect(() => {
    if (unread > 0) mutate({ threadId: id })
  }, [id, unread, mutate])
}
