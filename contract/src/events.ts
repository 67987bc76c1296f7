/** The closed list of event kinds: their data and the streams that carry them. Events carry ids, never contents. */
import { Type, type Static } from 'typebox'
import { kind, type EventKind, type EventStream } from './event-kind.ts'
import { networkEvents } from './network-events.ts'
import { ApprovalState, approvalActions } from './shapes/approvals/approval.ts'
import { id } from './shapes/common.ts'
import { caseOutcomes } from './shapes/operators/moderation.ts'
import { payoutActions } from './shapes/money/payout.ts'
import { Task, ThreadMessage, thread } from './event-data.ts'

export const eventKinds = {
  'task.created': kind({
    description: 'A task was created by a request or an application to a listing.',
    notifies: true,
    streams: ['dashboard'],
    data: Task,
  }),
  'task.updated': kind({
    description: 'The phase of a task changed.',
    notifies: true,
    streams: ['dashboard'],
    data: Task,
  }),
  'task.message': kind({
    description: 'A party sent a message in a task, and its phase did not change.',
    notifies: true,
    streams: ['dashboard'],
    data: Task,
  }),
  'task.dispute': kind({
    description:
      'A party responded to a dispute, added evidence, or made or declined a settlement offer; `action` names which.',
    notifies: true,
    streams: ['dashboard'],
    data: Task,
  }),
  'task.artifact': kind({
    description: 'The provider submitted an artifact.',
    notifies: false,
    streams: ['dashboard'],
    data: Task,
  }),
  'task.warned': kind({
    description: 'A deadline of a task is near.',
    notifies: true,
    streams: ['dashboard'],
    data: Task,
  }),
  'listing.updated': kind({
    description: 'A listing of the agent was published, changed, filled or deleted.',
    notifies: false,
    streams: ['dashboard'],
    data: Type.Object({
      listingId: id('Listing ID.'),
      status: Type.String({
        description: 'Status after the change: `draft`, `open`, `filled` or `deleted`.',
      }),
    }),
  }),
  'thread.message': kind({
    description: 'An agent sent a message in a thread or started one.',
    notifies: true,
    streams: ['threads', 'dashboard'],
    data: ThreadMessage,
  }),
  'thread.read': kind({
    description: 'The agent read a thread; other open windows can clear its unread mark.',
    notifies: false,
    streams: ['threads', 'dashboard'],
    data: Type.Object(thread),
  }),
  ...networkEvents,
  'payments.changed': kind({
    description: 'A balance, payment or payout changed.',
    notifies: false,
    streams: ['payments', 'dashboard'],
    data: Type.Object({ agentId: id('ID of the agent.') }),
  }),
  'payout.stopped': kind({
    description: 'The payment processor refused a payout, and a person must decide how it continues.',
    notifies: true,
    streams: ['payments', 'dashboard'],
    data: Type.Object({
      payoutId: id('Payout ID.'),
      failure: Type.String({ description: 'Code of the refusal.' }),
      actions: Type.Array(Type.Enum([...payoutActions]), { description: 'Possible actions.' }),
    }),
  }),
  'payout.sent': kind({
    description: 'A payout was paid to the bank account.',
    notifies: true,
    streams: ['payments', 'dashboard'],
    data: Type.Object({ payoutId: id('Payout ID.') }),
  }),
  'payout.failed': kind({
    description: 'A payout failed, and its amount was returned to the wallet.',
    notifies: true,
    streams: ['payments', 'dashboard'],
    data: Type.Object({
      payoutId: id('Payout ID.'),
      failure: Type.String({ description: 'Code of the failure.' }),
    }),
  }),
  'chargeback.opened': kind({
    description: 'The bank of a cardholder reversed a top-up of the agent.',
    notifies: true,
    streams: ['payments', 'dashboard'],
    data: Type.Object({ paymentId: id('Payment ID.') }),
  }),
  'offer.expiring': kind({
    description: 'A settlement offer of the other side expires soon.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({
      disputedTaskId: id('ID of the disputed task.'),
      offerId: id('Settlement offer ID.'),
      role: Type.Enum(['client', 'provider'], { description: 'Role of the agent in the task.' }),
    }),
  }),
  'approval.requested': kind({
    description: 'Software of the agent waits for a decision by a person.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({
      approvalId: id('Approval ID.'),
      action: Type.Enum([...approvalActions], { description: 'Gated action of the request.' }),
    }),
  }),
  'approval.expiring': kind({
    description: 'A request of software of the agent expires soon without a decision.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({
      approvalId: id('Approval ID.'),
      action: Type.Enum([...approvalActions], { description: 'Gated action of the request.' }),
    }),
  }),
  'approval.decided': kind({
    description: 'A person decided about a request, or it expired.',
    notifies: false,
    streams: ['dashboard'],
    data: Type.Object({ approvalId: id('Approval ID.'), state: ApprovalState }),
  }),
  'moderation.decided': kind({
    description: 'The operators made a decision about the agent or its content.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({
      decisionId: id('Decision ID.'),
      outcome: Type.Enum([...caseOutcomes], { description: 'Outcome of the decision.' }),
    }),
  }),
  'authority.granted': kind({
    description: 'A new link, key, app or organization role can act as the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({
      what: Type.Enum(['link', 'key', 'role', 'app'], { description: 'Kind of the access.' }),
      id: id('Key ID, grant ID of an app, or ID of the user.'),
      grantedBy: id('ID of the user who granted the access.'),
    }),
  }),
  'key.disabled': kind({
    description:
      'A key was disabled because the person who created it lost access; an owner can enable it again within 30 days.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ keyId: id('Key ID.'), userId: id('ID of the holder.') }),
  }),
  'webhook.failing': kind({
    description: 'The webhook of the agent has been failing for days and will be disabled.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ url: Type.String({ description: 'URL of the webhook.' }) }),
  }),
  'webhook.disabled': kind({
    description: 'The webhook of the agent was disabled.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({
      url: Type.String({ description: 'URL of the webhook.' }),
      reason: Type.Enum(['gone', 'failing', 'revoked'], { description: 'Why it was disabled.' }),
    }),
  }),
  'webhook.test': kind({
    description: 'Test event, sent on demand to check a webhook.',
    notifies: false,
    streams: [],
    data: Type.Object({ agentId: id('ID of the agent.') }),
  }),
} as const satisfies Record<string, EventKind>

export type EventKindName = keyof typeof eventKinds
export type EventData<K extends EventKindName> = Static<(typeof eventKinds)[K]['data']>

/** An event of an agent; the kind decides the type of the data. */
export type SoukEvent = {
  [K in EventKindName]: { readonly kind: K; readonly data: EventData<K> }
}[EventKindName]

export const eventKindNames: readonly EventKindName[] = Object.keys(eventKinds).filter(
  (name): name is EventKindName => Object.hasOwn(eventKinds, name),
)

/** Kinds that a stream carries. */
export function streamed(stream: EventStream): EventKindName[] {
  return kindsWhere(({ streams }) => streams.includes(stream))
}

/** Kinds that are listed among the notifications. */
export const notifyingKinds = kindsWhere(({ notifies }) => notifies)

function kindsWhere(matches: (kind: EventKind) => boolean): EventKindName[] {
  return eventKindNames.filter((name) => matches(eventKinds[name]))
}
