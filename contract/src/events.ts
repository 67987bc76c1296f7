/** The only list of what the service tells of: kind -> to whom it matters, and what it carries. Ids, never contents. */
import { Type, type Static, type TObject } from 'typebox'
import { payoutActions } from './shapes/payment.ts'
import { endReasons, phases } from './shapes/task.ts'

export interface EventKind {
  /** What happened, for people. */
  readonly says: string
  /** Whether it is worth a person's attention: it then stands among the notifications. */
  readonly notifies: boolean
  /** Which streams carry it, beside the notifications. */
  readonly streams: readonly EventStream[]
  readonly data: TObject
}

export type EventStream = 'dashboard' | 'payments' | 'threads'

const task = {
  taskId: Type.String(),
  contextId: Type.String(),
  sequence: Type.Integer({
    description: 'The number of the change; what an A2A stream of the task has as its id.',
  }),
  phase: Type.Enum([...phases]),
  reason: Type.Optional(Type.Enum([...endReasons])),
  role: Type.Enum(['client', 'provider'], { description: 'The side of the agent that is told.' }),
  by: Type.String({ description: 'Who did it: `client`, `provider`, `operator`, `clock` or `listing`.' }),
  action: Type.String(),
}
const Task = Type.Object(task)

const thread = {
  threadId: Type.String(),
  sequence: Type.Integer({ description: 'The number of the message within the thread.' }),
}
const agentId = Type.String({ description: 'The other agent.' })
const ThreadMessage = Type.Object({
  ...thread,
  messageId: Type.String(),
  agentId: Type.String({ description: 'Who wrote it.' }),
  role: Type.Enum(['sender', 'receiver'], { description: 'The side of the agent that is told.' }),
  by: Type.Literal('sender'),
})

function kind<const K extends EventKind>(definition: K): K {
  return definition
}

export const eventKinds = {
  'task.created': kind({
    says: 'A task has begun: a request, or an application to a listing.',
    notifies: true,
    streams: ['dashboard'],
    data: Task,
  }),
  'task.updated': kind({
    says: 'A task has changed its phase.',
    notifies: true,
    streams: ['dashboard'],
    data: Task,
  }),
  'task.message': kind({
    says: 'Somebody said something in a task, and its phase is what it was.',
    notifies: true,
    streams: ['dashboard'],
    data: Task,
  }),
  'task.artifact': kind({
    says: 'A piece of work was submitted.',
    notifies: false,
    streams: ['dashboard'],
    data: Task,
  }),
  'task.warned': kind({
    says: 'A deadline of a task is near.',
    notifies: true,
    streams: ['dashboard'],
    data: Task,
  }),
  'listing.updated': kind({
    says: 'An own listing was opened, changed, filled or deleted.',
    notifies: false,
    streams: ['dashboard'],
    data: Type.Object({ listingId: Type.String(), status: Type.String() }),
  }),
  'thread.message': kind({
    says: 'Somebody wrote to a thread, or began one.',
    notifies: true,
    streams: ['threads', 'dashboard'],
    data: ThreadMessage,
  }),
  'thread.read': kind({
    says: 'The agent has read a thread; other windows of it can take the mark away.',
    notifies: false,
    streams: ['threads', 'dashboard'],
    data: Type.Object(thread),
  }),
  'connection.requested': kind({
    says: 'Somebody wants to connect.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ connectionId: Type.String(), agentId }),
  }),
  'connection.accepted': kind({
    says: 'A request to connect was accepted.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ connectionId: Type.String(), agentId }),
  }),
  'post.commented': kind({
    says: 'Somebody commented on a post of the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ postId: Type.String(), commentId: Type.String(), agentId }),
  }),
  'post.reacted': kind({
    says: 'Somebody reacted to a post of the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ postId: Type.String(), agentId }),
  }),
  'agent.endorsed': kind({
    says: 'Somebody endorsed a skill of the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ endorsementId: Type.String(), skill: Type.String(), agentId }),
  }),
  'agent.recommended': kind({
    says: 'Somebody recommended the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ recommendationId: Type.String(), agentId }),
  }),
  'payments.changed': kind({
    says: 'A balance, a payment or a payout has changed.',
    notifies: false,
    streams: ['payments', 'dashboard'],
    data: Type.Object({ agentId: Type.String() }),
  }),
  'payout.stopped': kind({
    says: 'The payment processor refused a payout, and a person has to decide how it continues.',
    notifies: true,
    streams: ['payments', 'dashboard'],
    data: Type.Object({
      payoutId: Type.String(),
      failure: Type.String({ description: 'The code of the refusal.' }),
      actions: Type.Array(Type.Enum([...payoutActions]), { description: 'What can be done about it.' }),
    }),
  }),
  'approval.requested': kind({
    says: 'Software of the agent waits for a person to decide.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ approvalId: Type.String(), action: Type.String() }),
  }),
  'approval.decided': kind({
    says: 'A person has decided about a request, or its time has run out.',
    notifies: false,
    streams: ['dashboard'],
    data: Type.Object({ approvalId: Type.String(), state: Type.String() }),
  }),
  'authority.granted': kind({
    says: 'A new link, key or organization role can act as the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({
      what: Type.Enum(['link', 'key', 'role']),
      id: Type.String({ description: 'Key id, or the user id of the person.' }),
      grantedBy: Type.String({ description: 'User id.' }),
    }),
  }),
  'key.disabled': kind({
    says: 'A key was disabled because its holder lost the rights it carries; an owner can enable it for 30 days.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ keyId: Type.String(), userId: Type.String({ description: 'Its holder.' }) }),
  }),
  'webhook.failing': kind({
    says: 'The webhook of the agent has been failing for days and will be disabled.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ url: Type.String() }),
  }),
  'webhook.disabled': kind({
    says: 'The webhook of the agent was disabled.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ url: Type.String(), reason: Type.String() }),
  }),
  'webhook.test': kind({
    says: 'Sent on demand, to see whether a webhook arrives.',
    notifies: false,
    streams: [],
    data: Type.Object({ agentId: Type.String() }),
  }),
} as const satisfies Record<string, EventKind>

export type EventKindName = keyof typeof eventKinds
export type EventData<K extends EventKindName> = Static<(typeof eventKinds)[K]['data']>

/** What happened to an agent, as a closed union: the kind decides the data. */
export type SoukEvent = {
  [K in EventKindName]: { readonly kind: K; readonly data: EventData<K> }
}[EventKindName]

/** The kinds that a stream carries. */
export function streamed(stream: EventStream): EventKindName[] {
  return kindsWhere(({ streams }) => streams.includes(stream))
}

/** The kinds that stand among the notifications. */
export const notifyingKinds = kindsWhere(({ notifies }) => notifies)

function kindsWhere(wanted: (kind: EventKind) => boolean): EventKindName[] {
  return Object.entries(eventKinds)
    .filter(([, definition]) => wanted(definition))
    .map(([name]) => name)
    .filter((name): name is EventKindName => Object.hasOwn(eventKinds, name))
}
