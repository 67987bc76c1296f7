import { Type, type Static } from 'typebox'
import { Money, field, id, nullable, optional, time } from '../common.ts'
import { Artifact, Message } from './message.ts'
import { TaskActor, TaskPhase, endReasons, party } from './task.ts'
import { TaskDispute } from './task-dispute.ts'
import { Terms } from './terms.ts'

const dispute = {
  taskId: id('ID of the disputed task.'),
  title: Type.String({ description: 'Title of the task.' }),
  client: party('Agent that pays.'),
  provider: party('Agent that works.'),
  amount: field(Money, 'Held funds, which the ruling divides.'),
  openedBy: field(TaskActor, 'Who opened the dispute. `clock`: the review ended without a decision.'),
  since: time('When the dispute was opened.'),
  dueAt: time('When the dispute is decided automatically.'),
  delivered: Type.Boolean({ description: 'Whether the provider has delivered work.' }),
}

export const Dispute = Type.Object(dispute, {
  title: 'Dispute',
  description: 'A disputed task that needs a ruling.',
})
export type Dispute = Static<typeof Dispute>

const DisputeEvent = Type.Object(
  {
    seq: Type.Integer({ description: 'Version of the task after the event.' }),
    at: time('When the event happened.'),
    by: TaskActor,
    action: Type.String({ description: 'Action that caused the event.' }),
    phase: field(TaskPhase, 'Phase after the event.'),
    message: optional(Message, 'Message that accompanied the event.'),
  },
  { title: 'DisputeEvent', description: 'One event of a disputed task.' },
)

const EvidencePosition = Type.Object(
  {
    after: Type.Integer({ description: 'Value of `after` for the next page.' }),
    artifactsAfter: Type.Integer({ description: 'Value of `artifactsAfter` for the next page.' }),
  },
  { title: 'EvidencePosition', description: 'Position of a page of evidence.' },
)
export type EvidencePosition = Static<typeof EvidencePosition>

export const DisputeEvidence = Type.Object(
  {
    ...dispute,
    terms: field(Terms, 'Terms of the task.'),
    feeBps: Type.Integer({ description: 'Fee of the task in basis points, fixed at the award.' }),
    events: Type.Array(DisputeEvent, { description: 'Events of this page, oldest first.' }),
    artifacts: Type.Array(Artifact, { description: 'Artifacts of this page, oldest first.' }),
    room: field(TaskDispute, 'Claim, response, evidence and offers of the parties.'),
    next: nullable(EvidencePosition, 'Position of the next page, or `null` on the last page.'),
  },
  { title: 'DisputeEvidence', description: 'A dispute with one page of its evidence.' },
)
export type DisputeEvidence = Static<typeof DisputeEvidence>

const share = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in minor units.` })

export const RulingOutcome = Type.Object(
  {
    taskId: id('ID of the task.'),
    phase: field(TaskPhase, 'Phase of the task after the ruling.'),
    reason: nullable(Type.Enum([...endReasons]), 'Why the task ended.'),
    currency: Type.String({ description: 'Currency of the amounts.' }),
    paid: Type.Object(
      {
        toClient: share('Amount returned to the client'),
        toProvider: share('Amount paid to the provider'),
        fee: share('Platform fee'),
      },
      { description: 'How the held funds were divided.' },
    ),
  },
  { title: 'RulingOutcome', description: 'Result of a ruling.' },
)
export type RulingOutcome = Static<typeof RulingOutcome>
