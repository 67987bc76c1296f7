import type { Artifact, Terms } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { artifactsAfter, type ShownMessage } from '../store/content-queries.ts'
import { eventsAfter } from '../store/event-queries.ts'
import { findDisputed } from '../store/read-queries.ts'

/** Evidence for a ruling: terms, events with messages, and artifacts. */
interface Evidence {
  readonly taskId: string
  readonly terms: Terms
  readonly events: readonly {
    readonly seq: number
    readonly at: string
    readonly by: string
    readonly action: string
    readonly phase: string
    readonly message?: ShownMessage
  }[]
  readonly artifacts: readonly Artifact[]
  /** Position of the next page; null on the last page. */
  readonly next: EvidencePage | null
}

/** A page starts after these positions in the events and artifacts. */
interface EvidencePage {
  readonly after: number
  readonly artifactsAfter: number
}

export const firstEvidence: EvidencePage = { after: 0, artifactsAfter: 0 }
const noMoreArtifacts = 2_147_483_647

/** A page of the evidence. Operators can read tasks in dispute only. */
export async function showDispute(
  reader: Reader,
  taskId: string,
  { after, artifactsAfter: place }: EvidencePage,
): Promise<Evidence> {
  const task = (await findDisputed(reader, taskId)) ?? notFound('dispute')
  const events = await eventsAfter(reader, task.id, after)
  const artifacts = await artifactsAfter(reader, task.id, place)
  const last = events.at(-1)?.seq ?? task.seq
  const isLast = last >= task.seq && artifacts.next === null
  return {
    taskId: task.id,
    terms: task.terms,
    events: events.map(({ seq, at, by, action, phase, message }) => ({
      seq,
      at: at.toISOString(),
      by,
      action,
      phase,
      ...(message === null ? {} : { message }),
    })),
    artifacts: artifacts.items,
    next: isLast ? null : { after: last, artifactsAfter: artifacts.next ?? noMoreArtifacts },
  }
}
