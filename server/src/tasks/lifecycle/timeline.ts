/** The only place that derives the timeline of a task from its events. Pure. */
import type { TimelineEntry } from 'souk-contract'
import { awaitedBy } from './awaited-by.ts'
import type { TaskRow } from './task-row.ts'

type Entry = Omit<TimelineEntry, 'revision' | 'awaiting'>

/** Adds to each change the revision that was running after it, and who had to act next. */
export function timelineOf(
  entries: readonly Entry[],
  { revisions }: Pick<TaskRow, 'revisions'>,
): TimelineEntry[] {
  const requests = entries.filter((entry, index) => requestsChanges(entry, entries[index - 1])).length
  // The entries can lack the beginning of a long task.
  let revision = revisions - requests
  let asked = false
  /** A question that a dispute interrupts is open again when the dispute is withdrawn. */
  let interrupted = false
  return entries.map((entry, index) => {
    if (requestsChanges(entry, entries[index - 1])) revision += 1
    if (entry.action === 'withdrawDispute') asked = interrupted
    interrupted = entry.phase === 'disputed' && (asked || interrupted)
    asked = entry.phase === 'delivered' && (asked ? !isAnswer(entry) : entry.action === 'question')
    const awaiting = awaitedBy({ phase: entry.phase, asked })
    return { ...entry, revision, ...(awaiting === undefined ? {} : { awaiting }) }
  })
}

function requestsChanges({ phase }: Entry, before: Entry | undefined): boolean {
  return phase === 'working' && before?.phase === 'delivered'
}

function isAnswer({ action, by }: Entry): boolean {
  return action === 'message' && by === 'provider'
}
