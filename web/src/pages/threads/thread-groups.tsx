import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Thread } from 'souk-contract'
import { useScope } from '../../identity/scope-context.tsx'
import { groupThreads } from './group-threads.ts'
import classes from './thread-list.module.css'
import { ThreadRow } from './thread-row.tsx'
import { say } from '../../messages/en/threads.ts'

/** Conversations with software that are shown without asking. */
const softwareShown = 5

/** People and teams first, software below. Headings appear where both are present. */
export function ThreadGroups({ threads }: { threads: readonly Thread[] }) {
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
        <ThreadGroup title={isMixed ? say('peopleAndTeams') : undefined} threads={people} />
      )}
      {software.length === 0 ? null : (
        <ThreadGroup title={isMixed ? say('software') : undefined} threads={shown} />
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

function ThreadGroup({ title, threads }: { title: string | undefined; threads: readonly Thread[] }) {
  return (
    <>
      {title === undefined ? null : (
        <p className={classes.group} aria-hidden="true">
          {title}
        </p>
      )}
      <ul aria-label={title}>
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} />
        ))}
      </ul>
    </>
  )
}
