import { Type, type Static } from 'typebox'
import { Money, field, id, optional, time } from '../common.ts'
import { DisputeClaim, Outcome, splitShare } from './dispute-claim.ts'
import { TaskActor, TaskPhase, endReasons, endReasonText } from './task.ts'

const disputeStatuses = ['open', 'settled', 'withdrawn', 'conceded', 'ruled', 'expired'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

const offerStates = ['open', 'accepted', 'declined', 'replaced', 'expired'] as const
export type OfferState = (typeof offerStates)[number]

const Party = Type.Enum(['client', 'provider'], { description: 'Party of the task.' })

const DisputeResponse = Type.Object(
  {
    statement: Type.String({ description: 'Answer to the claim.' }),
    outcome: optional(
      Outcome,
      'Outcome that the other side requests: `release` pays the provider, `refund` the client, `split` both.',
    ),
    toClient: splitShare,
    at: time('When the response was given.'),
  },
  { title: 'DisputeResponse', description: 'Answer of the other side to the claim.' },
)

export const DisputeEvidenceItem = Type.Object(
  {
    evidenceId: id('Evidence ID.'),
    by: field(Party, 'Party that added it.'),
    at: time('When it was added.'),
    text: optional(Type.String(), 'Explanation of the evidence.'),
    messageId: optional(Type.String(), 'ID of a message of the task.'),
    artifactId: optional(Type.String(), 'ID of an artifact of the task.'),
    fileId: optional(Type.String(), 'ID of a file, which both parties can read.'),
  },
  { title: 'DisputeEvidenceItem', description: 'One piece of evidence.' },
)
export type DisputeEvidenceItem = Static<typeof DisputeEvidenceItem>

export const SettlementOffer = Type.Object(
  {
    offerId: id('Offer ID.'),
    by: field(Party, 'Party that made the offer.'),
    toClient: field(Money, 'Amount that returns to the client.'),
    toProvider: field(Money, 'Amount that the provider receives, after the fee.'),
    fee: field(Money, 'Platform fee on the part of the provider.'),
    note: optional(Type.String(), 'Note to the other side.'),
    state: Type.Enum([...offerStates], {
      description:
        'Only an `open` offer can be accepted. `expired`: after `offerHours` of the terms, or with the dispute.',
    }),
    madeAt: time('When the offer was made.'),
    expiresAt: time('When the offer expires.'),
  },
  { title: 'SettlementOffer', description: 'Offer to divide the held funds.' },
)
export type SettlementOffer = Static<typeof SettlementOffer>

const DisputeEnding = Type.Object(
  {
    at: time('When the dispute ended.'),
    by: field(TaskActor, 'Who ended it. `clock`: a timeout.'),
    toClient: optional(Money, 'Amount returned to the client. Absent if the dispute was withdrawn.'),
    reasons: optional(Type.String(), 'Reasons of the ruling.'),
  },
  { title: 'DisputeEnding', description: 'How a dispute ended.' },
)

export const TaskDispute = Type.Object(
  {
    taskId: id('ID of the disputed task.'),
    number: Type.Integer({ description: 'Number of the dispute within the task, from 1.' }),
    status: Type.Enum([...disputeStatuses], {
      description:
        '`conceded`: the client accepted or the provider gave up. `expired`: decided by the timeout, after `disputeDays` of the terms.',
    }),
    openedBy: field(TaskActor, 'Who opened the dispute; `clock` is a timeout.'),
    openedAt: time('When the dispute was opened.'),
    dueAt: Type.Optional(time('When the dispute is decided automatically. Only while it is open.')),
    amount: field(Money, 'Held funds in dispute.'),
    claim: optional(DisputeClaim, 'Claim of the opener, if one was sent.'),
    response: optional(DisputeResponse, 'Answer of the other side.'),
    evidence: Type.Array(DisputeEvidenceItem, { description: 'Evidence of both sides, oldest first.' }),
    offers: Type.Array(SettlementOffer, { description: 'Settlement offers of both sides, oldest first.' }),
    ended: optional(DisputeEnding, 'How the dispute ended.'),
    phase: field(TaskPhase, 'Phase of the task.'),
    reason: Type.Optional(Type.Enum([...endReasons], { description: endReasonText })),
    version: Type.Integer({ description: 'Version of the task, for `expectedVersion`.' }),
  },
  { title: 'TaskDispute', description: 'A dispute of a task with everything that both sides submitted.' },
)
export type TaskDispute = Static<typeof TaskDispute>
