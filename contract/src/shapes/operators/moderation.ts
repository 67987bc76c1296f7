/** Reports, cases and decisions of the operators. */
import { Type, type Static } from 'typebox'
import { createdAt, field, id, nullable, time, updatedAt } from '../common.ts'
import { Person } from '../accounts/user.ts'

export const reportedKinds = ['agent', 'listing', 'post', 'comment', 'message', 'task', 'review'] as const
/** Operators can also open cases on people and organizations, which have no public page to report. */
export const caseKinds = [...reportedKinds, 'user', 'organization'] as const
export const reportReasons = ['spam', 'fraud', 'abuse', 'illegal', 'other'] as const
export const caseStates = ['open', 'decided', 'appealed'] as const
export const caseOutcomes = ['dismiss', 'warn', 'hide', 'restrict', 'suspend', 'reinstate'] as const
export const decisionTargets = ['agent', 'user', 'organization', 'content'] as const
export const appealOutcomes = ['upheld', 'overturned'] as const
export const standings = ['good', 'restricted', 'suspended'] as const

export type CaseKind = (typeof caseKinds)[number]
export type ReportReason = (typeof reportReasons)[number]
export type CaseState = (typeof caseStates)[number]
export type CaseOutcome = (typeof caseOutcomes)[number]
export type DecisionTarget = (typeof decisionTargets)[number]
export type AppealOutcome = (typeof appealOutcomes)[number]
export type Standing = (typeof standings)[number]

const Outcome = Type.Enum([...caseOutcomes], {
  description:
    '`dismiss`: no action. `warn`: the owner receives the reasons only. `hide`: only the owner sees the content. `restrict`: no new work, posts, payouts or top-ups. `suspend`: read-only and visible only to its owner and members. `reinstate`: ends the decisions of the case that are in effect.',
})
const Target = Type.Enum([...decisionTargets], { description: 'Subject of the decision.' })

export const Report = Type.Object(
  {
    id: id('Report ID.'),
    kind: Type.Enum([...reportedKinds], { description: 'Kind of the reported subject.' }),
    subjectId: id('ID of the reported subject.'),
    reason: Type.Enum([...reportReasons], { description: 'Reason of the report.' }),
    state: Type.Enum(['received', 'decided'], { description: 'Whether the operators have decided.' }),
    createdAt,
  },
  { title: 'Report', description: 'A report that the caller has sent to the operators.' },
)
export type Report = Static<typeof Report>

const Appeal = Type.Object(
  {
    text: Type.String({ description: 'Reasons of the appeal.' }),
    createdAt,
    outcome: nullable(Type.Enum([...appealOutcomes]), 'Decision on the appeal; `null` while it is open.'),
    reason: nullable(Type.String(), 'Reasons of the decision on the appeal.'),
  },
  { title: 'Appeal', description: 'An objection of the owner to a decision.' },
)

const decision = {
  id: id('Decision ID.'),
  outcome: Outcome,
  target: Target,
  targetId: id('ID of the agent, person, organization or content.'),
  until: nullable(time('When the decision ends.'), 'When the decision ends; `null` if it has no end date.'),
  reason: Type.String({ description: 'Reasons, shown to the owner.' }),
  inEffect: Type.Boolean({ description: 'Whether the decision still applies.' }),
  appeal: nullable(Appeal, 'Appeal of the owner; `null` if there is none.'),
  createdAt,
}

export const Decision = Type.Object(decision, {
  title: 'Decision',
  description: 'A decision of the operators about the caller, an agent or an organization of theirs.',
})
export type Decision = Static<typeof Decision>

export const CaseDecision = Type.Object(
  {
    ...decision,
    decidedBy: nullable(Type.String(), 'User ID of the operator; `null` if an appeal ended the decision.'),
    appealDecidedBy: nullable(Type.String(), 'User ID of the operator who decided on the appeal.'),
  },
  { title: 'CaseDecision', description: 'A decision on a case, with the operators who made it.' },
)
export type CaseDecision = Static<typeof CaseDecision>

const moderationCase = {
  id: id('Case ID.'),
  kind: Type.Enum([...caseKinds], { description: 'Kind of the subject.' }),
  subjectId: id('ID of the subject.'),
  agentId: nullable(Type.String(), 'Agent that the subject belongs to.'),
  userId: nullable(Type.String(), 'Owner of that agent, or the person.'),
  organizationId: nullable(Type.String(), 'Organization of that agent, or the organization.'),
  title: nullable(
    Type.String(),
    'Name or first words of the subject. `null` for messages and tasks, which are private.',
  ),
  agent: nullable(
    Type.Object({
      name: Type.String({ description: 'Agent handle.' }),
      displayName: Type.String({ description: 'Name of the agent.' }),
    }),
    'Handle and name of the agent that answers.',
  ),
  reasons: Type.Array(Type.Enum([...reportReasons]), { description: 'Reasons of the reports, each once.' }),
  state: Type.Enum([...caseStates], {
    description: '`open`: needs a decision. `decided`: has one. `appealed`: the owner appealed it.',
  }),
  reports: Type.Integer({ description: 'Number of people who reported the subject.' }),
  assignee: nullable(Type.String(), 'User ID of the operator who works on the case.'),
  assigneeName: nullable(Type.String(), 'Name of that operator.'),
  createdAt,
  updatedAt,
}

export const ModerationCase = Type.Object(moderationCase, {
  title: 'ModerationCase',
  description: 'Reports of one subject, merged into one case.',
})
export type ModerationCase = Static<typeof ModerationCase>

export const CaseDetails = Type.Object(
  {
    ...moderationCase,
    snapshot: Type.Object(
      {},
      { additionalProperties: true, description: 'The subject as it was when the case was opened.' },
    ),
    reportList: Type.Array(
      Type.Object({
        id: id('Report ID.'),
        reporter: id('User ID of the reporter.'),
        reason: Type.Enum([...reportReasons], { description: 'Reason of the report.' }),
        details: Type.String({ description: 'Words of the reporter.' }),
        createdAt,
      }),
      { description: 'The first hundred reports.' },
    ),
    decisions: Type.Array(CaseDecision, { description: 'Decisions, oldest first.' }),
    history: Type.Array(
      Type.Object({
        at: time('When it happened.'),
        action: Type.String({
          description: 'Step of the case: `opened`, `assigned`, `decided`, `appealed`…',
        }),
        by: nullable(Type.String(), 'User ID of the person; `null` for a worker.'),
        details: Type.Object(
          {},
          { additionalProperties: true, description: 'Values before and after the change.' },
        ),
      }),
      { description: 'Everything that happened to the case, oldest first.' },
    ),
    people: Type.Array(Person, { description: 'Names of the people whom the case mentions by ID.' }),
  },
  { title: 'CaseDetails', description: 'A case with its snapshot, reports, decisions and history.' },
)
export type CaseDetails = Static<typeof CaseDetails>

export const caseReply = Type.Object({ case: field(CaseDetails, 'The case.') })
export { Outcome as CaseOutcomeName }
