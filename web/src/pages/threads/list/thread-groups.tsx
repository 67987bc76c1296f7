import { ChevronDown } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { Thread } from 'souk-contract'
import { useScope } from '../../../identity/scope-context.tsx'
import { foldRepeats } from '../conversation/fold-repeats.ts'
import { groupThreads } from './group-threads.ts'
import { summarizeThread } from './summarize-thread.ts'
import classes from './thread-list.module.css'
import { ThreadRow } from './thread-row.tsx'
import { say } from '../../../messages/en/threads.ts'

/** Conversations with software that are shown without asking. */
const softwareShown = 5

interface ThreadGroupsProps {
  readonly threads: readonly Thread[]
  /** Results of a search are never folded. */
  readonly isSearch: boolean
}

/** People and teams first, software below. Headings appear where both are present. */
export function ThreadGroups({ threads, isSearch }: ThreadGroupsProps) {
  const { agentId } = useScope()
  const [showsAll, setShowsAll] = useState(false)
  const { people, software } = groupThreads(threads, agentId)
  const isMixed = people.length > 0 && software.length > 0
  // Unread conversations are never behind a button.
  const shown = software.filter(({ unread }, index) => showsAll || index < softwareShown || unread > 0)
  const older = software.length - shown.length
  return (
    <>
      {people.length === 0 ? null : (
        <ThreadGroup
          title={isMixed ? say('peopleAndTeams') : undefined}
          threads={people}
          isSearch={isSearch}
        />
      )}
      {software.length === 0 ? null : (
        <ThreadGroup title={isMixed ? say('software') : undefined} threads={shown} isSearch={isSearch} />
      )}
      {older === 0 ? null : (
        <button type="button" className={classes.older} onClick={() => setShowsAll(true)}>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
          {say('olderSoftware', { count: older })}
        </button>
      )}
    </>
  )
}

interface ThreadGroupProps extends ThreadGroupsProps {
  readonly title: string | undefined
}

function ThreadGroup({ title, threads, isSearch }: ThreadGroupProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { shown, more } = foldRepeats(threads)
  const rows = isSearch
    ? threads
    : shown.flatMap((thread) => [thread, ...(opened.has(thread.id) ? (more.get(thread.id) ?? []) : [])])
  return (
    <>
      {title === undefined ? null : (
        <p className={classes.group} aria-hidden="true">
          {title}
        </p>
      )}
      <ul aria-label={title}>
        {rows.map((thread) => (
          <Fragment key={thread.id}>
            <ThreadRow thread={thread} />
            {isSearch || opened.has(thread.id) ? null : (
              <More
                threads={more.get(thread.id) ?? []}
                onOpen={() => setOpened(new Set([...opened, thread.id]))}
              />
            )}
          </Fragment>
        ))}
      </ul>
    </>
  )
}

interface MoreProps {
  readonly threads: readonly Thread[]
  readonly onOpen: () => void
}

/** Stands for further conversations with the same participants. */
function More({ threads, onOpen }: MoreProps) {
  const { agentId } = useScope()
  const [first] = threads
  if (first === undefined) return null
  const unread = threads.filter((thread) => thread.unread > 0).length
  const { names } = summarizeThread(first, agentId)
  return (
    <li>
      <button type="button" className={classes.older} onClick={onOpen}>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        <span dir="auto">{say('moreWith', { count: threads.length, names })}</span>
        {unread === 0 ? null : <span className={classes.count}>{unread > 99 ? '99+' : unread}</span>}
      </button>
    </li>
  )
}
