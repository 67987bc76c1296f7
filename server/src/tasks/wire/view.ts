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
import type { OperationContext } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { urlOfAttachment } from '../../resources/files/file-urls.ts'
import { storedBytes } from '../lifecycle/budgets.ts'
import type { TaskEvent } from '../store/event-queries.ts'
import { awaitedBy } from '../lifecycle/awaited-by.ts'
import { allowedActions, timeoutTransition } from '../lifecycle/lifecycle.ts'
import { linkedArtifact, linkedMessage } from './links.ts'
import type { NamedTask, TaskRow } from '../lifecycle/task-row.ts'
import { viewParties } from './view-parties.ts'
import type { Detail, FullTask } from '../store/read-queries.ts'
import { sideOf, taskStateOf } from '../lifecycle/task-state.ts'

/** The agent that sees a task and the time: allowed actions depend on both. `origin` is the prefix of links. */
interface Viewer {
  readonly agentId: Id<'agt'>
  readonly now: Date
  readonly origin: string
}

export function viewerOf(
  { now, settings: { origin } }: Pick<OperationContext, 'now' | 'settings'>,
  { agentId }: { readonly agentId: Id<'agt'> },
): Viewer {
  return { agentId, now, origin }
}

export interface TaskExtras {
  readonly reputation?: Reputation
  readonly timeline?: TimelineEntry[]
  readonly audit?: AuditLine[]
}

/** A task in A2A form. Marketplace fields are only in its metadata, because strict clients reject unknown fields. */
export function viewTask(row: FullTask, viewer: Viewer, detail: Detail, extras: TaskExtras = {}): Task {
  const to = { origin: viewer.origin, taskId: row.id, providerId: row.provider_id }
  const { status_message: statusMessage, history, artifacts } = row
  return {
    id: row.id,
    contextId: row.context_id,
    status: {
      state: stateOf[row.phase],
      ...(statusMessage === null ? {} : { message: linkedMessage(statusMessage, to) }),
      timestamp: row.status_at.toISOString(),
    },
    ...(detail.artifacts
      ? { artifacts: (artifacts ?? []).map((artifact) => linkedArtifact(artifact, to)) }
      : {}),
    ...(detail.historyLength > 0
      ? { history: (history ?? []).map((message) => linkedMessage(message, to)) }
      : {}),
    metadata: { [marketplaceExtension]: { ...viewMarket(row, viewer), ...extras } },
  }
}

/** Columns alone, without messages and artifacts. */
export const noContents: Detail = { historyLength: 0, artifacts: false, share: 0 }

/** A task without contents, for a decision whose contents cannot be read. */
export function viewWithoutContents(row: NamedTask, viewer: Viewer): Task {
  const nothing = {
    brief: null,
    status_message: null,
    history: null,
    history_bytes: null,
    artifacts: null,
    truncated: null,
  }
  return viewTask({ ...row, ...nothing }, viewer, noContents)
}

/** The row that a new read would return after a step, with its history cut to its share. */
export function fullTaskAfter(
  { historyLength, share }: Detail,
  { before, after, message }: { before: FullTask; after: TaskRow; message: Message | undefined },
): FullTask {
  const history = [...(before.history ?? []), ...(message === undefined ? [] : [message])]
  let bytes = (before.history_bytes ?? 0) + (message === undefined ? 0 : bytesOf(message))
  let truncated = before.truncated === true
  while (history.length > historyLength || (history.length > 1 && bytes > share)) {
    if (history.length <= historyLength) truncated = true
    bytes -= bytesOf(history.shift() ?? {})
  }
  const contents = { status_message: message ?? null, history, history_bytes: bytes, truncated }
  // Not spread: V8 copies a second spread of so many columns one by one.
  return Object.assign({}, before, after, contents)
}

function bytesOf(message: object): number {
  return storedBytes(JSON.stringify(message))
}

/** The form in which a large task is stored under an Idempotency-Key. */
export function withoutContents(task: Task): Task {
  const { artifacts: _artifacts, history: _history, status, metadata, ...rest } = task
  const { message: _message, ...state } = status
  const market = Object.assign({}, metadata[marketplaceExtension], { truncated: true, brief: undefined })
  return { ...rest, status: state, metadata: { ...metadata, [marketplaceExtension]: market } }
}

function viewMarket(row: FullTask, { agentId, now, origin }: Viewer): Market {
  const role = sideOf(row, agentId)
  const state = taskStateOf(row, now)
  const next = timeoutTransition(state)
  const awaiting = awaitedBy(state)
  return {
    title: row.title,
    phase: row.phase,
    ...(row.reason === null ? {} : { reason: row.reason }),
    role,
    allowedActions: allowedActions(state, role),
    version: row.seq,
    ...viewParties(row, origin),
    ...(row.listing_id === null ? viewPackaged(row) : viewListed(row, row.listing_id, origin)),
    terms: row.terms,
    ...(row.terms_hash === null ? {} : { termsHash: row.terms_hash.toString('hex') }),
    ...(row.fee_bps === null ? {} : { feeBps: row.fee_bps }),
    ...(row.held === 0n ? {} : { heldFunds: { amount: Number(row.held), currency: row.currency } }),
    ...(awaiting === undefined ? {} : { awaiting }),
    changes: { used: row.revisions, included: row.terms.maxRevisions },
    revisionsUsed: row.revisions,
    ...(row.due_at === null || next === undefined
      ? {}
      : { deadlines: { next: row.due_at.toISOString(), action: next.to ?? next.action } }),
    ...(row.truncated === true ? { truncated: true } : {}),
  }
}

/** The brief of a task that hires a package, which has no attachments. */
function viewPackaged({ brief }: FullTask) {
  return brief === null ? {} : { brief: { ...brief, attachments: [] } }
}

/** The listing of a task, and from the award on the brief. */
function viewListed({ brief }: FullTask, listingId: Id<'lst'>, origin: string) {
  if (brief === null) return { listingId }
  const attachments = brief.attachments.map((file) => ({
    ...file,
    fileId: file.fileId ?? null,
    url: urlOfAttachment(origin, listingId, file.filename),
  }))
  return { listingId, brief: { ...brief, attachments } }
}

/** One event of the stream; the same for all subscribers. */
export function viewEvent(event: TaskEvent, origin: string): StreamResponse {
  const task = { taskId: event.task_id, contextId: event.context_id }
  const to = { origin, taskId: event.task_id, providerId: event.provider_id }
  const metadata = { [marketplaceExtension]: factsOf(event) }
  if (event.artifact !== null) {
    const { artifact, append, lastChunk } = event.artifact
    return {
      artifactUpdate: { ...task, artifact: linkedArtifact(artifact, to), append, lastChunk, metadata },
    }
  }
  const status = {
    state: stateOf[event.phase],
    ...(event.message === null ? {} : { message: linkedMessage(event.message, to) }),
    timestamp: event.at.toISOString(),
  }
  return { statusUpdate: { ...task, status, metadata } }
}

/** Marketplace metadata of an event, independent of the subscriber. */
function factsOf({ phase, seq, action, by, reason }: TaskEvent) {
  return { phase, version: seq, action, by, ...(reason === null ? {} : { reason }) }
}
