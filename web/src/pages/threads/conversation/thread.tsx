import { useEffect } from 'react'
import { useParams } from 'react-router'
import type { Thread } from 'souk-contract'
import { api, useRead, useWrite } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { useCrumb } from '../../../lib/hooks/use-crumb.ts'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { MessageForm } from './message-form.tsx'
import { Messages } from './messages.tsx'
import { summarizeThread } from '../list/summarize-thread.ts'
import { ThreadDetails } from './thread-details.tsx'
import { ThreadHeader } from './thread-header.tsx'
import classes from './thread.module.css'
import { TopicBar } from './topic-bar.tsx'
import { say } from '../../../messages/en/threads.ts'
import { DocumentTitle } from '../../../ui/page/document-title.tsx'

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
  useCrumb(names)
  return (
    <div className={classes.split}>
      <div className={classes.thread}>
        <DocumentTitle title={names} />
        <ThreadHeader thread={thread} />
        {thread.about === null ? null : <TopicBar about={thread.about} />}
        <Messages thread={thread} />
        <div className={classes.foot}>
          {thread.canWrite ? (
            <>
              <MessageForm threadId={thread.id} names={names} />
              {thread.about?.kind === 'task' ? (
                <small className={classes.note}>{say('changesNoTask')}</small>
              ) : null}
            </>
          ) : (
            <p className="muted">{say('cannotWrite')}</p>
          )}
        </div>
      </div>
      <ThreadDetails thread={thread} others={others} />
    </div>
  )
}

/** Marks the thread as read while it is open. */
function useMarkRead({ id, unread }: Thread): void {
  const read = useWrite(api.threads.readThread, { invalidates: ['threads', 'notifications'] })
  const { mutate } = read
  useEffect(() => {
    if (unread > 0) mutate({ threadId: id })
  }, [id, unread, mutate])
}
