/** How a person sees a task: where it stands, what is agreed, what was said and made. */
import {
  marketplaceExtension,
  phases,
  type Artifact,
  type Market,
  type Message,
  type Part,
  type StreamResponse,
  type Task,
} from 'souk-contract'
import { clean } from '../engine/clean.ts'
import { fieldsOf, textIn } from '../engine/fields.ts'
import {
  at,
  id,
  joined,
  line,
  money,
  prose,
  record,
  state,
  table,
  type Block,
  type Cell,
  type Fields,
} from '../engine/views.ts'
import { sayAction, sayPhase, sayReason } from './task-words.ts'

/** What the marketplace says of a task; an A2A server that is no Souk says nothing. */
export function marketOf({ metadata }: Pick<Task, 'metadata'>): Market | undefined {
  const market: unknown = metadata[marketplaceExtension]
  return isMarket(market) ? market : undefined
}

function isMarket(value: unknown): value is Market {
  const { phase, role, version } = fieldsOf(value)
  return typeof phase === 'string' && typeof role === 'string' && typeof version === 'number'
}

/** Where a task stands. Updates of a stream name the phase as well, without the view of one side. */
export function phaseOf({
  status,
  metadata,
}: Pick<Task, 'status'> & { metadata?: Task['metadata'] }): string {
  const phase = textIn(metadata?.[marketplaceExtension], 'phase')
  return phase ?? status.state.replace('TASK_STATE_', '').toLowerCase()
}

const phaseCell = (phase: string): Cell => state(phase, sayPhase(phase))
const reasonCell = (reason: string | undefined): Cell =>
  reason === undefined ? undefined : state(reason, sayReason(reason))

export const taskColumns: Fields<Task> = {
  id: (task) => id(task.id),
  phase: (task) => phaseCell(phaseOf(task)),
  price: (task) => money(marketOf(task)?.terms?.price),
  client: (task) => marketOf(task)?.client.name,
  provider: (task) => marketOf(task)?.provider.name,
  changed: ({ status }) => at(status.timestamp),
}

export const taskFields: Fields<Task> = {
  ...taskColumns,
  reason: (task) => reasonCell(marketOf(task)?.reason),
  'you are': (task) => marketOf(task)?.role,
  'you can': (task) => joined(marketOf(task)?.allowedActions.map(sayAction)),
  'held funds': (task) => money(marketOf(task)?.heldFunds),
  'deliver by': (task) => at(marketOf(task)?.terms?.deliverBy),
  'then by itself': (task) => dueWords(marketOf(task)?.deadlines?.action),
  at: (task) => at(marketOf(task)?.deadlines?.next),
  listing: (task) => id(marketOf(task)?.listingId),
  context: ({ contextId }) => id(contextId),
}

/** The phase that follows, or what happens within the present one. */
const dueWords = (action: string | undefined): Cell =>
  action === undefined ? undefined : isPhase(action) ? sayPhase(action) : sayAction(action)

function isPhase(word: string): boolean {
  return phases.some((phase) => phase === word)
}

/** A task with all that was said and made. */
export function taskBlocks(task: Task): Block[] {
  const timeline = marketOf(task)?.timeline ?? []
  return [
    record(taskFields, task),
    ...(task.history ?? []).flatMap(messageBlocks),
    ...(task.artifacts ?? []).flatMap(artifactBlocks),
    ...(timeline.length === 0 ? [] : [line(''), table(timelineFields, timeline, '')]),
    ...(marketOf(task)?.truncated === true
      ? [
          line(''),
          line('Not everything is shown: see "souk tasks messages" and "souk tasks artifacts list".'),
        ]
      : []),
  ]
}

const timelineFields: Fields<NonNullable<Market['timeline']>[number]> = {
  '#': ({ seq }) => seq,
  when: (entry) => at(entry.at),
  by: ({ by }) => by,
  action: ({ action }) => sayAction(action),
  phase: ({ phase }) => phaseCell(phase),
}

export function messageBlocks({ role, parts }: Message): Block[] {
  return [line(''), line(role === 'ROLE_AGENT' ? 'The provider:' : 'The client:'), ...parts.map(partBlock)]
}

export function artifactBlocks({ artifactId, name, parts }: Artifact): Block[] {
  const title = name === undefined || name === artifactId ? artifactId : `${name} (${artifactId})`
  return [line(''), line(`Artifact ${clean(title)}:`), ...parts.map(partBlock)]
}

function partBlock({ text, url, raw, data, filename, mediaType }: Part): Block {
  if (text !== undefined) return prose(text)
  if (url !== undefined) return prose(url)
  if (data !== undefined) return prose(JSON.stringify(data, null, 2))
  const bytes = Math.floor(((raw ?? '').length * 3) / 4)
  return prose(`file ${clean(filename ?? '')} ${clean(mediaType ?? '')}, about ${bytes} bytes`)
}

/** One change of a task that is being followed. */
export function changeBlocks({ task, message, statusUpdate, artifactUpdate }: StreamResponse): Block[] {
  if (task !== undefined) return [record(taskFields, task)]
  if (message !== undefined) return messageBlocks(message)
  if (artifactUpdate !== undefined) return artifactBlocks(artifactUpdate.artifact)
  if (statusUpdate === undefined) return []
  const { status, metadata } = statusUpdate
  const reason = textIn(metadata?.[marketplaceExtension], 'reason')
  return [
    line(''),
    record(
      {
        phase: () => phaseCell(phaseOf(statusUpdate)),
        reason: () => reasonCell(reason),
        at: () => at(status.timestamp),
      },
      undefined,
    ),
    ...(status.message === undefined ? [] : messageBlocks(status.message)),
  ]
}

const badEnds: readonly string[] = ['failed', 'rejected', 'canceled']

export function endedBadly(phase: string | undefined): phase is string {
  return phase !== undefined && badEnds.includes(phase)
}
