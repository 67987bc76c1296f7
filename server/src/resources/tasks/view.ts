import {
  marketplaceExtension,
  stateOf,
  type AuditLine,
  type Market,
  type Message,
  type Reputation,
  type StreamResponse,
  type Task,
  type TimelineEntry,
} from 'souk-contract'
import type { Id } from '../../lib/ids.ts'
import { allowedActions, clockRow } from './lifecycle.ts'
import type { TaskRow } from './queries.ts'
import type { Detail, TaskEvent, WholeTask } from './read-queries.ts'
import { sideOf, standingOf } from './standing.ts'

/** Who looks, and when: what a party may do depends on both. */
export interface Onlooker {
  readonly agentId: Id<'agt'>
  readonly now: Date
}

export interface Asides {
  readonly reputation?: Reputation
  readonly timeline?: TimelineEntry[]
  readonly audit?: AuditLine[]
}

/** A task as A2A shows it; the marketplace speaks only in its metadata, because strict clients refuse anything else. */
export function viewTask(row: WholeTask, onlooker: Onlooker, detail: Detail, asides: Asides = {}): Task {
  return {
    id: row.id,
    contextId: row.context_id,
    status: {
      state: stateOf[row.phase],
      ...(row.status_message === null ? {} : { message: row.status_message }),
      timestamp: row.status_at.toISOString(),
    },
    ...(detail.artifacts ? { artifacts: row.artifacts ?? [] } : {}),
    ...(detail.historyLength > 0 ? { history: row.history ?? [] } : {}),
    metadata: { [marketplaceExtension]: { ...viewMarket(row, onlooker), ...asides } },
  }
}

/** The same after a step that says something or nothing, as reading the task again would show it. */
export function viewAfter(onlooker: Onlooker, detail: Detail, step: Parameters<typeof wholeAfter>[1]): Task {
  return viewTask(wholeAfter(detail, step), onlooker, detail)
}

/** A task as it would be read after a step. */
export function wholeAfter(
  { historyLength }: Detail,
  { before, after, message }: { before: WholeTask; after: TaskRow; message: Message | undefined },
): WholeTask {
  const said = [...(before.history ?? []), ...(message === undefined ? [] : [message])]
  const history = said.slice(Math.max(0, said.length - historyLength))
  return { ...before, ...after, status_message: message ?? null, history }
}

function viewMarket(row: WholeTask, { agentId, now }: Onlooker): Market {
  const role = sideOf(row, agentId)
  const standing = standingOf(row, now)
  const next = clockRow(standing)
  return {
    phase: row.phase,
    ...(row.reason === null ? {} : { reason: row.reason }),
    role,
    allowedActions: allowedActions(standing, role),
    version: row.seq,
    client: { agentId: row.client_id, name: row.client_name },
    provider: { agentId: row.provider_id, name: row.provider_name },
    ...(row.listing_id === null ? {} : { listingId: row.listing_id }),
    terms: row.terms,
    ...(row.terms_hash === null ? {} : { termsHash: row.terms_hash.toString('hex') }),
    ...(row.held === 0n ? {} : { heldFunds: { amount: Number(row.held), currency: row.currency } }),
    revisionsUsed: row.revisions,
    ...(row.due_at === null || next === undefined
      ? {}
      : { deadlines: { next: row.due_at.toISOString(), action: next.to ?? next.move } }),
  }
}

/** One event of the stream: the same bytes for everybody who listens. */
export function viewEvent(event: TaskEvent): StreamResponse {
  const task = { taskId: event.task_id, contextId: event.context_id }
  const metadata = { [marketplaceExtension]: factsOf(event) }
  if (event.artifact !== null) {
    const { artifact, append, lastChunk } = event.artifact
    return { artifactUpdate: { ...task, artifact, append, lastChunk, metadata } }
  }
  const status = {
    state: stateOf[event.phase],
    ...(event.message === null ? {} : { message: event.message }),
    timestamp: event.at.toISOString(),
  }
  return { statusUpdate: { ...task, status, metadata } }
}

/** What the marketplace adds to an event: facts that are the same for whoever listens. */
function factsOf({ phase, seq, action, by, reason }: TaskEvent) {
  return { phase, version: seq, action, by, ...(reason === null ? {} : { reason }) }
}
