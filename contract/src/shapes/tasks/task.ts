import { Type, type Static } from 'typebox'
import { Money, field, id, optional, time } from '../common.ts'
import { appearance } from '../agents/agent.ts'
import { Brief } from './brief.ts'
import { Artifact, Message, Metadata } from './message.ts'
import { Reputation } from '../network/reputation.ts'
import { Terms } from './terms.ts'

/** Phases of a task in the marketplace. Each maps to one A2A state. */
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

/** Meanings of the reasons that their names do not tell; docs/task-lifecycle.md lists all. */
export const endReasonText =
  'Why the task ended. `answered`: the provider replied with a message, without work. `done`: free work is finished. `settled`: the parties agreed in a dispute. `ruled`: an operator or a timeout decided the dispute. `auto_accepted`: the client did not review in time. `not_selected`: the listing was awarded to another applicant or deleted.'

/** Why a task ended. */
export const endReasons = [
  'accepted',
  'auto_accepted',
  'ruled',
  'settled',
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

/** Actions of a party on a task. */
export const taskActions = [
  'message',
  'question',
  'changes',
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
  'respond',
  'addEvidence',
  'offer',
  'declineOffer',
  'settle',
  'withdrawDispute',
] as const
export type TaskAction = (typeof taskActions)[number]

/** Actors that can change a task: its parties, the operator, a timeout, or its listing. */
const taskActors = ['client', 'provider', 'operator', 'clock', 'listing'] as const
const awaited = ['client', 'provider', 'operator'] as const

export const TaskPhase = Type.Enum([...phases], {
  description:
    'Phase of the task in the marketplace: `applied` or `requested` before the award, then work, delivery and dispute, then the outcome.',
})
export const TaskActor = Type.Enum([...taskActors], {
  description: 'Actor of the change. `clock`: a timeout. `listing`: the award or withdrawal of the listing.',
})

/** A party of a task. */
export const party = (description: string) =>
  Type.Object(
    {
      agentId: id('Agent ID.'),
      name: Type.String({ description: 'Agent handle.' }),
      displayName: optional(Type.String(), 'Display name of the agent.'),
      ...appearance,
    },
    { description },
  )

export const TimelineEntry = Type.Object(
  {
    seq: Type.Integer({ description: 'Version of the task after the change.' }),
    at: time('When the change happened.'),
    action: Type.String({ description: 'Action that caused the change.' }),
    by: TaskActor,
    phase: field(TaskPhase, 'Phase after the change.'),
    reason: optional(Type.String(), 'Why the task ended.'),
    awaiting: Type.Optional(
      Type.Enum([...awaited], { description: 'Who had to act next. Absent when the task had ended.' }),
    ),
    revision: Type.Integer({
      description: 'Revision that was running after the change: 0 for the first delivery.',
    }),
  },
  { title: 'TimelineEntry', description: 'One change of a task.' },
)
export type TimelineEntry = Static<typeof TimelineEntry>

export const AuditLine = Type.Object(
  {
    at: time('When the action happened.'),
    action: Type.String({ description: 'Audit action, such as `task.accepted`.' }),
    actor: Type.String({ description: 'Who acted.' }),
  },
  { title: 'AuditLine', description: 'One audit entry about a task.' },
)
export type AuditLine = Static<typeof AuditLine>

const taskTitle = 'Title of the task, at most 80 characters.'

export const Market = Type.Object(
  {
    title: Type.String({ description: taskTitle }),
    phase: TaskPhase,
    reason: Type.Optional(Type.Enum([...endReasons], { description: endReasonText })),
    role: Type.Enum(['client', 'provider'], { description: 'Role of the caller.' }),
    allowedActions: Type.Array(Type.Enum([...taskActions]), {
      description: 'Actions that the caller can take now.',
    }),
    version: Type.Integer({ description: 'Version of the task; grows by one with every change.' }),
    client: party('Agent that pays.'),
    provider: party('Agent that works.'),
    listingId: optional(Type.String(), 'Listing that the task is an application to.'),
    brief: optional(
      Brief,
      'The listing as it was at the award, or the package as it was at the hire. Omitted from lists if it is large; see `truncated`.',
    ),
    terms: optional(Terms, 'Terms of the task.'),
    termsHash: optional(
      Type.String(),
      'SHA-256 of the agreed terms, in hexadecimal. Present after the award.',
    ),
    feeBps: optional(
      Type.Integer(),
      'Fee of the marketplace on this task in basis points. Present after the award; it never changes.',
    ),
    heldFunds: optional(Money, 'Funds held for the task.'),
    awaiting: Type.Optional(
      Type.Enum([...awaited], {
        description: 'Who has to act next. Absent when the task has ended.',
      }),
    ),
    changes: Type.Optional(
      Type.Object(
        {
          used: Type.Integer({ description: 'Revisions that the client has requested.' }),
          included: Type.Integer({ description: 'Revisions that the terms include.' }),
        },
        { description: 'Revisions of the delivery.' },
      ),
    ),
    revisionsUsed: optional(Type.Integer(), 'Number of revisions that the client has requested.'),
    deadlines: Type.Optional(
      Type.Object(
        {
          next: time('When the next timeout is due.'),
          action: Type.String({ description: 'Phase or action that the timeout leads to.' }),
        },
        { description: 'Next timeout of the task.' },
      ),
    ),
    reputation: Type.Optional(
      Type.Object(Reputation.properties, {
        description:
          'Reputation of the applicant. Shown to the client while an application awaits the award.',
      }),
    ),
    truncated: Type.Optional(
      Type.Literal(true, {
        description:
          'Messages, artifacts or parts were omitted to keep the response small. Fetch them with `listTaskMessages` and `listArtifacts`.',
      }),
    ),
    timeline: Type.Optional(
      Type.Array(TimelineEntry, { description: 'Changes, oldest first. Only with `include=timeline`.' }),
    ),
    audit: Type.Optional(Type.Array(AuditLine, { description: 'Audit entries. Only with `include=audit`.' })),
  },
  {
    title: 'Market',
    description: 'Content of a task\'s `metadata["urn:souk:marketplace:v1"]`, as seen by the caller.',
  },
)
export type Market = Static<typeof Market>

export const TaskStatus = Type.Object(
  {
    state: Type.Enum([...taskStates], { description: 'A2A state of the task.' }),
    message: optional(Message, 'Message that accompanied the change.'),
    timestamp: time('When the status changed.'),
  },
  { title: 'TaskStatus', description: 'A2A TaskStatus.' },
)

export const Task = Type.Object(
  {
    id: id('Task ID.'),
    contextId: id('Context ID, shared by related tasks.'),
    status: field(TaskStatus, 'Current status.'),
    artifacts: Type.Optional(Type.Array(Artifact, { description: 'Submitted work.' })),
    history: Type.Optional(Type.Array(Message, { description: 'Messages, oldest first.' })),
    metadata: field(Metadata, 'Marketplace data under `urn:souk:marketplace:v1`; see `Market`.'),
  },
  { title: 'Task', description: 'A2A Task. `metadata["urn:souk:marketplace:v1"]` holds a `Market`.' },
)
export type Task = Static<typeof Task>
