import { Package } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import type { Thread, ThreadPart } from 'souk-contract'
import { api, usePages } from '../../../api.ts'
import { fileKindOf } from '../../../files/file-kind.ts'
import { ImageGrid } from '../../../files/image-grid.tsx'
import { groupImages, type Image } from '../../../files/image.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { formatClock } from '../../../lib/format/format-recent.ts'
import { formatDateTime } from '../../../lib/format/format-time.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { RichText } from '../../../markdown/rich-text.tsx'
import { ReportButton } from '../../../moderation/report-button.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { groupMessages, type ShownMessage } from './group-messages.ts'
import { ThreadFileCard } from './thread-file-card.tsx'
import { isPending } from './use-send-message.ts'
import { useFoundMessage } from './use-found-message.ts'
import { useStayAtEnd } from './use-stay-at-end.ts'
import { eventsWithin, useTaskEvents, type TaskEvent } from './use-task-events.ts'
import classes from './messages.module.css'
import { say } from '../../../messages/en/threads.ts'
import { PartyAvatar } from '../../../ui/people/party.tsx'

/** Opens at the newest message; older pages are added above. */
export function Messages({ thread }: { thread: Thread }) {
  const pages = usePages(api.threads.listThreadMessages, { threadId: thread.id })
  const { agentId: myId } = useScope()
  const now = useNow(60_000)
  // Opening the thread marks it as read, which must not remove the mark of the new messages.
  const [readUpTo] = useState(thread.readUpTo)
  const events = useTaskEvents(thread)
  const newest = pages.items?.[0]?.sequence
  const list = useRef<HTMLDivElement>(null)
  const found = useFoundMessage(list, pages)
  useStayAtEnd(list, { newest, isElsewhere: found !== undefined })
  return (
    <div className={classes.scroll} ref={list} tabIndex={0} role="region" aria-label={say('conversation')}>
      {pages.hasNextPage ? (
        <Button variant="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {say('loadOlder')}
        </Button>
      ) : null}
      <PagedList pages={{ ...pages, hasNextPage: false }} empty={null}>
        {(messages) => (
          <ol className={classes.messages} aria-label={say('messages')}>
            {groupMessages(messages.toReversed(), { myId, readUpTo, now }).map((shown, index, all) => {
              const next = all[index + 1]?.message
              const span = { after: shown.message.createdAt }
              return (
                <Fragment key={shown.message.id}>
                  <MessageItem
                    shown={shown}
                    mine={shown.message.from.agentId === myId}
                    isFound={shown.message.sequence === found}
                    named={thread.participants.length > 2}
                  />
                  <TaskEvents
                    events={eventsWithin(
                      events,
                      next === undefined ? span : { ...span, upTo: next.createdAt },
                    )}
                  />
                </Fragment>
              )
            })}
          </ol>
        )}
      </PagedList>
    </div>
  )
}

/** Steps of the task between two messages. */
function TaskEvents({ events }: { events: readonly TaskEvent[] }) {
  return events.map(({ at, actor, activity }) => (
    <li key={`${at} ${activity}`} className={classes.event}>
      <Package size={13} strokeWidth={1.75} aria-hidden="true" />
      <span>{say.rich('inTheTask', { actor: <b dir="auto">{actor}</b>, activity })}</span>
      <time dateTime={at} title={formatDateTime(at)}>
        {formatClock(at)}
      </time>
    </li>
  ))
}

interface MessageItemProps {
  readonly shown: ShownMessage
  readonly mine: boolean
  /** The search has led to it. */
  readonly isFound: boolean
  /** In a group, each message names its author. */
  readonly named: boolean
}

function MessageItem({ shown, mine, isFound, named }: MessageItemProps) {
  const { message, day, isFirstUnread, endsRun } = shown
  const { from, parts, createdAt } = message
  return (
    <>
      {day === undefined ? null : <li className={classes.day}>{day}</li>}
      {isFirstUnread ? <li className={classes.new}>{say('newMessages')}</li> : null}
      <li
        className={mine ? `${classes.message} ${classes.mine}` : classes.message}
        data-pending={isPending(message)}
        data-found={isFound}
      >
        {mine ? null : (
          <span className={classes.avatar}>{endsRun ? <PartyAvatar party={from} size={28} /> : null}</span>
        )}
        <div className={classes.bubble}>
          <span className={named && !mine ? classes.author : 'visually-hidden'}>
            {mine ? say('you') : from.displayName}
          </span>
          <PartsView threadId={message.threadId} parts={parts} />
        </div>
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {isPending(message) ? say('sending') : formatClock(createdAt)}
        </time>
        {mine ? null : (
          <span className={classes.report}>
            <ReportButton kind="message" subjectId={message.id} author={from} iconOnly />
          </span>
        )}
      </li>
    </>
  )
}

/** Images that follow each other form a grid. */
function PartsView({ threadId, parts }: { threadId: string; parts: readonly ThreadPart[] }) {
  const imageOf = ({ file }: ThreadPart): Image | undefined =>
    file === undefined || fileKindOf(file.filename, file.mediaType) !== 'image'
      ? undefined
      : { name: file.filename, mediaType: file.mediaType, source: { threadId, fileId: file.id } }
  return groupImages(parts, imageOf).map((group, index) =>
    group.kind === 'images' ? (
      <ImageGrid key={index} images={group.images} />
    ) : (
      <PartView key={index} threadId={threadId} part={group.item} />
    ),
  )
}

function PartView({ threadId, part }: { threadId: string; part: ThreadPart }) {
  const { text, data, file, flags } = part
  if (text !== undefined) return <RichText text={text} flags={flags} />
  if (file !== undefined) return <ThreadFileCard threadId={threadId} file={file} />
  return <pre className={classes.data}>{JSON.stringify(data, null, 2)}</pre>
}
