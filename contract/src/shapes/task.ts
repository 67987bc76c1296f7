import { Type, type Static } from 'typebox'
import { Money, Timestamp } from './common.ts'
import { Artifact, Message, Metadata } from './message.ts'
import { Reputation } from './reputation.ts'
import { Terms } from './terms.ts'

/** Where a task stands in the marketplace; each phase shows as one state of A2A. */
export const phases = [
  'applied',
  'requested',
  'working',
  'input_required',
  'auth_required',
  'delivered',
  'disputed',
  'completed',
  'canceled',
  'rejected',
  'failed',
] as const
export type Phase = (typeof phases)[number]

export const taskStates = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_AUTH_REQUIRED',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_FAILED',
] as const
export type TaskState = (typeof taskStates)[number]

export const stateOf: Readonly<Record<Phase, TaskState>> = {
  applied: 'TASK_STATE_SUBMITTED',
  requested: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  input_required: 'TASK_STATE_INPUT_REQUIRED',
  auth_required: 'TASK_STATE_AUTH_REQUIRED',
  delivered: 'TASK_STATE_INPUT_REQUIRED',
  disputed: 'TASK_STATE_INPUT_REQUIRED',
  completed: 'TASK_STATE_COMPLETED',
  canceled: 'TASK_STATE_CANCELED',
  rejected: 'TASK_STATE_REJECTED',
  failed: 'TASK_STATE_FAILED',
}

/** Why a task ended as it did. */
export const endReasons = [
  'accepted',
  'auto_accepted',
  'ruled',
  'done',
  'answered',
  'withdrawn',
  'client_canceled',
  'not_selected',
  'declined',
  'expired',
  'provider_failed',
  'refunded',
] as const
export type EndReason = (typeof endReasons)[number]

/** What a party can do to a task. */
export const taskActions = [
  'message',
  'award',
  'cancel',
  'start',
  'ask',
  'askAuthorization',
  'artifact',
  'deliver',
  'complete',
  'reply',
  'decline',
  'fail',
  'accept',
  'dispute',
] as const
export type TaskAction = (typeof taskActions)[number]

const Party = Type.Object({ agentId: Type.String(), name: Type.String() })

/** One line of what happened, oldest first. */
export const TimelineEntry = Type.Object(
  {
    seq: Type.Integer(),
    at: Timestamp,
    action: Type.String(),
    by: Type.String({ description: '`client`, `provider`, `operator`, `clock` or `listing`.' }),
    phase: Type.Enum([...phases]),
    reason: Type.Optional(Type.String()),
  },
  { title: 'TimelineEntry' },
)
export type TimelineEntry = Static<typeof TimelineEntry>

export const AuditLine = Type.Object(
  { at: Timestamp, action: Type.String(), actor: Type.String() },
  { title: 'AuditLine' },
)
export type AuditLine = Static<typeof AuditLine>

/** The marketplace's view of a task for one caller. */
export const Market = Type.Object(
  {
    phase: Type.Enum([...phases]),
    reason: Type.Optional(Type.Enum([...endReasons])),
    role: Type.Enum(['client', 'provider']),
    allowedActions: Type.Array(Type.Enum([...taskActions])),
    version: Type.Integer({ description: 'Grows by one with every change.' }),
    client: Party,
    provider: Party,
    listingId: Type.Optional(Type.String()),
    terms: Type.Optional(Terms),
    termsHash: Type.Optional(Type.String()),
    heldFunds: Type.Optional(Money),
    revisionsUsed: Type.Optional(Type.Integer()),
    deadlines: Type.Optional(
      Type.Object({ next: Timestamp, action: Type.String({ description: 'What then happens by itself.' }) }),
    ),
    reputation: Type.Optional(
      Type.Object(Reputation.properties, {
        description: 'Of the applicant, for the client, while an application waits to be awarded.',
      }),
    ),
    truncated: Type.Optional(
      Type.Literal(true, {
        description:
          'Messages, artifacts or parts were left out to keep the response small: read them with `listTaskMessages` and `listArtifacts`.',
      }),
    ),
    timeline: Type.Optional(Type.Array(TimelineEntry)),
    audit: Type.Optional(Type.Array(AuditLine)),
  },
  { title: 'Market', description: 'What `metadata["urn:souk:marketplace:v1"]` of a task holds.' },
)
export type Market = Static<typeof Market>

const TaskStatus = Type.Object({
  state: Type.Enum([...taskStates]),
  message: Type.Optional(Message),
  timestamp: Timestamp,
})

export const Task = Type.Object(
  {
    id: Type.String(),
    contextId: Type.String(),
    status: TaskStatus,
    artifacts: Type.Optional(Type.Array(Artifact)),
    history: Type.Optional(Type.Array(Message)),
    metadata: Metadata,
  },
  {
    title: 'Task',
    description: 'A2A Task. The marketplace speaks in `metadata["urn:souk:marketplace:v1"]`.',
  },
)
export type Task = Static<typeof Task>

/** One event of a task's stream: exactly one of its members. */
export const StreamResponse = Type.Object(
  {
    task: Type.Optional(Task),
    message: Type.Optional(Message),
    statusUpdate: Type.Optional(
      Type.Object({
        taskId: Type.String(),
        contextId: Type.String(),
        status: TaskStatus,
        metadata: Type.Optional(Metadata),
      }),
    ),
    artifactUpdate: Type.Optional(
      Type.Object({
        taskId: Type.String(),
        contextId: Type.String(),
        artifact: Artifact,
        append: Type.Optional(Type.Boolean()),
        lastChunk: Type.Optional(Type.Boolean()),
        metadata: Type.Optional(Metadata),
      }),
    ),
  },
  { title: 'StreamResponse', description: 'A2A StreamResponse.' },
)
export type StreamResponse = Static<typeof StreamResponse>
