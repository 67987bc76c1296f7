/** Chargebacks and the evidence that operators send against them. */
import { Type, type Static } from 'typebox'
import { Money, createdAt, field, id, nullable, time, updatedAt } from '../common.ts'

export const chargebackStates = ['open', 'won', 'lost'] as const

export const chargebackEvidenceStates = ['draft', 'queued', 'sent', 'failed', 'accepted', 'rejected'] as const
export type ChargebackEvidenceState = (typeof chargebackEvidenceStates)[number]

const EvidenceState = Type.Enum([...chargebackEvidenceStates], {
  description:
    '`queued`: a worker sends it. `failed`: the payment processor has refused it; change it and send it again. `accepted` and `rejected`: the bank has decided for or against the marketplace.',
})

export const Chargeback = Type.Object(
  {
    ref: id('ID at the payment processor.'),
    paymentId: id('Payment that the cardholder disputes.'),
    agentId: id('Agent whose wallet received the payment.'),
    state: Type.Enum([...chargebackStates], { description: 'State at the payment processor.' }),
    appeal: Type.Enum(['none', 'open', 'decided'], {
      description: 'Whether a lost chargeback was appealed.',
    }),
    evidenceState: nullable(EvidenceState, 'State of the evidence; `null` if an operator has written none.'),
    amount: field(Money, 'Disputed amount.'),
    withdrawn: field(Money, 'Amount that the bank has withdrawn.'),
    reinstated: field(Money, 'Amount that the bank has returned.'),
    createdAt,
    updatedAt,
  },
  { title: 'Chargeback', description: 'A payment that its cardholder disputes at the bank.' },
)
export type Chargeback = Static<typeof Chargeback>

const TaskFact = Type.Object(
  {
    taskId: id('Task ID.'),
    title: Type.String({ description: 'Title of the task.' }),
    brief: Type.String({ description: 'Start of the brief.' }),
    provider: Type.String({ description: 'Handle of the provider.' }),
    price: nullable(Money, 'Agreed price.'),
    paid: nullable(Money, 'Amount that the client has paid for it so far.'),
    hiredAt: time('When the work was agreed.'),
    deliveredAt: nullable(Type.String(), 'When the provider delivered last.'),
    acceptedAt: nullable(Type.String(), 'When the client accepted the delivery.'),
    phase: Type.String({ description: 'Phase of the task.' }),
    clientMessages: Type.Integer({ description: 'Messages by the client.' }),
    providerMessages: Type.Integer({ description: 'Messages by the provider.' }),
    artifacts: Type.Integer({ description: 'Delivered artifacts.' }),
  },
  { title: 'ChargebackTask', description: 'A task that the client started after the disputed payment.' },
)

export const ChargebackFacts = Type.Object(
  {
    paidAt: time('When the disputed payment was made.'),
    customer: Type.Object(
      {
        name: Type.String({ description: 'Name of the owner of the agent.' }),
        email: Type.String({ description: 'Email address of the owner.' }),
        emailVerified: Type.Boolean({ description: 'Whether the address is verified.' }),
        memberSince: time('When the owner signed up.'),
      },
      { description: 'Owner of the agent that paid.' },
    ),
    earlierPayments: Type.Integer({ description: 'Undisputed payments of the agent before this one.' }),
    tasks: Type.Array(TaskFact, { description: 'Work bought since the payment, at most 20 tasks.' }),
  },
  { title: 'ChargebackFacts', description: 'Facts that Souk adds to the evidence.' },
)
export type ChargebackFacts = Static<typeof ChargebackFacts>

export const ChargebackEvidence = Type.Object(
  {
    state: EvidenceState,
    statement: Type.String({ description: 'Statement of the operator.' }),
    failure: nullable(Type.String(), 'Why the payment processor has refused it.'),
    writtenBy: id('User ID of the operator who wrote it last.'),
    sentAt: nullable(Type.String(), 'When the payment processor accepted it.'),
    updatedAt,
  },
  { title: 'ChargebackEvidence', description: 'Evidence against a chargeback.' },
)
export type ChargebackEvidence = Static<typeof ChargebackEvidence>

export const ChargebackDetails = Type.Object(
  {
    ...Chargeback.properties,
    facts: field(ChargebackFacts, 'Facts of the trade: current, or as they were sent.'),
    evidence: nullable(ChargebackEvidence, 'Evidence; `null` if an operator has written none.'),
  },
  { title: 'ChargebackDetails', description: 'A chargeback with the evidence against it.' },
)
export type ChargebackDetails = Static<typeof ChargebackDetails>
