/** Views of tasks, messages and artifacts. */
import {
  marketplaceExtension,
  phases,
  type Artifact,
  type Brief,
  type Market,
  type Message,
  type Part,
  type StreamResponse,
  type Task,
} from 'souk-contract'
import { propertiesOf, stringProperty } from '../../engine/objects.ts'
import { sanitize } from '../../terminal/sanitize.ts'
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
} from '../../terminal/views.ts'
import { actionLabel, phaseLabel, reasonLabel } from './labels.ts'

/** Marketplace metadata of a task; undefined for tasks of other A2A servers. */
export function marketOf({ metadata }: Pick<Task, 'metadata'>): Market | undefined {
  const market: unknown = metadata[marketplaceExtension]
  return isMarket(market) ? market : undefined
}

function isMarket(value: unknown): value is Market {
  const { phase, role, version } = propertiesOf(value)
  return typeof phase === 'string' && typeof role === 'string' && typeof version === 'number'
}

/** Phase of a task or of a streamed update, which has no `Market` of one party. */
export function phaseOf({
  status,
  metadata,
}: Pick<Task, 'status'> & { metadata?: Task['metadata'] }): string {
  const phase = stringProperty(metadata?.[marketplaceExtension], 'phase')
  return phase ?? status.state.replace('TASK_STATE_', '').toLowerCase()
}

const phaseCell = (phase: string): Cell => state(phase, phaseLabel(phase))
const reasonCell = (reason: string | undefined): Cell =>
  reason === undefined ? undefined : state(reason, reasonLabel(reason))

export const taskColumns: Fields<Task> = {
  id: (task) => id(task.id),
  title: (task) => marketOf(task)?.title,
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
  'waiting for': (task) => turnLabel(marketOf(task)),
  changes: (task) => changesLabel(marketOf(task)?.changes),
  'you can': (task) => joined(marketOf(task)?.allowedActions.map(actionLabel)),
  'held funds': (task) => money(marketOf(task)?.heldFunds),
  'deliver by': (task) => at(marketOf(task)?.terms?.deliverBy),
  'next, automatically': (task) => deadlineLabel(marketOf(task)?.deadlines?.action),
  at: (task) => at(marketOf(task)?.deadlines?.next),
  listing: (task) => id(marketOf(task)?.listingId),
  context: ({ contextId }) => id(contextId),
}

function turnLabel(market: Market | undefined): Cell {
  const { awaiting, role } = market ?? {}
  return awaiting === undefined || awaiting !== role ? awaiting : `you (${awaiting})`
}

function changesLabel(changes: Market['changes']): Cell {
  return changes === undefined ? undefined : `${changes.used} of ${changes.included} used`
}

/** Label of a deadline's action, which is the next phase or an action. */
const deadlineLabel = (action: string | undefined): Cell =>
  action === undefined ? undefined : isPhase(action) ? phaseLabel(action) : actionLabel(action)

function isPhase(value: string): boolean {
  return phases.some((phase) => phase === value)
}

/** Blocks of a task with its messages, artifacts and timeline. */
export function taskBlocks(task: Task): Block[] {
  const timeline = marketOf(task)?.timeline ?? []
  return [
    record(taskFields, task),
    ...briefBlocks(marketOf(task)?.brief),
    ...(task.history ?? []).flatMap(messageBlocks),
    ...(task.artifacts ?? []).flatMap(artifactBlocks),
    ...(timeline.length === 0 ? [] : [line(''), table(timelineFields, timeline, '')]),
    ...(marketOf(task)?.truncated === true
      ? [
          line(''),
          line('Some content is not shown. See "souk tasks messages" and "souk tasks artifacts list".'),
        ]
      : []),
  ]
}

/** The listing as it was at the award. */
function briefBlocks(brief: Brief | undefined): Block[] {
  if (brief === undefined) return []
  return [
    line(''),
    line(`Brief: ${sanitize(brief.title)}`),
    prose(brief.description),
    ...brief.attachments.map(({ filename, size, url }) =>
      line(`file ${sanitize(filename)}, ${size} bytes: ${sanitize(url)}`),
    ),
  ]
}

const timelineFields: Fields<NonNullable<Market['timeline']>[number]> = {
  '#': ({ seq }) => seq,
  when: (entry) => at(entry.at),
  by: ({ by }) => by,
  action: ({ action }) => actionLabel(action),
  phase: ({ phase }) => phaseCell(phase),
  'waiting for': ({ awaiting }) => awaiting,
  revision: ({ revision }) => revision,
}

export function messageBlocks({ role, parts }: Message): Block[] {
  return [line(''), line(role === 'ROLE_AGENT' ? 'Provider:' : 'Client:'), ...parts.map(partBlock)]
}

export function artifactBlocks({ artifactId, name, parts }: Artifact): Block[] {
  const title = name === undefined || name === artifactId ? artifactId : `${name} (${artifactId})`
  return [line(''), line(`Artifact ${sanitize(title)}:`), ...parts.map(partBlock)]
}

function partBlock({ text, url, raw, data, filename, mediaType }: Part): Block {
  if (text !== undefined) return prose(text)
  if (url !== undefined) return prose(linkText(url, filename))
  if (data !== undefined) return prose(JSON.stringify(data, null, 2))
  const bytes = Math.floor(((raw ?? '').length * 3) / 4)
  return prose(`file ${sanitize(filename ?? '')} ${sanitize(mediaType ?? '')}, about ${bytes} bytes`)
}

/** Name and address of a file, with the command that downloads it from this marketplace. */
function linkText(url: string, filename: string | undefined): string {
  const fileId = /\/api\/files\/(file_[0-9a-z]{26})\/content$/.exec(url)?.[1]
  const address = fileId === undefined ? url : `souk files download ${fileId}`
  return filename === undefined ? address : `file ${sanitize(filename)}: ${address}`
}

/** Blocks of one update of a streamed task. */
export function updateBlocks({ task, message, statusUpdate, artifactUpdate }: StreamResponse): Block[] {
  if (task !== undefined) return [record(taskFields, task)]
  if (message !== undefined) return messageBlocks(message)
  if (artifactUpdate !== undefined) return artifactBlocks(artifactUpdate.artifact)
  if (statusUpdate === undefined) return []
  const { status, metadata } = statusUpdate
  const reason = stringProperty(metadata?.[marketplaceExtension], 'reason')
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

const failedPhases: readonly string[] = ['failed', 'rejected', 'canceled']

export function isFailedPhase(phase: string | undefined): phase is string {
  return phase !== undefined && failedPhases.includes(phase)
}
