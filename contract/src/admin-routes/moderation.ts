import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { Timestamp, nullable, optional, reference, text } from '../shapes/common.ts'
import {
  CaseOutcomeName,
  ModerationCase,
  appealOutcomes,
  caseKinds,
  caseReply,
  caseStates,
} from '../shapes/operators/moderation.ts'

const params = Type.Object({ caseId: reference('Case ID.') })
const exampleCase = { caseId: 'mcs_01kd3v9m2hf3v8q6w1x5r7t0yz' }

export const moderation = {
  listCases: list({
    path: '/admin/cases',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      {
        state: optional(
          Type.Enum([...caseStates]),
          'Only cases in this state. Default: all that need a decision.',
        ),
        subjectId: optional(
          reference('ID of the subject, agent, person or organization.'),
          'Only cases about this ID.',
        ),
        kind: optional(Type.Enum([...caseKinds]), 'Only cases about subjects of this kind.'),
        assignee: optional(reference('User ID of an operator.'), 'Only cases of this operator.'),
      },
      closed,
    ),
    item: ModerationCase,
    errors: [],
    summary: 'List moderation cases',
    description: 'Returns the cases that need a decision, oldest first.',
    example: {},
  }),
  getCase: route({
    method: 'GET',
    path: '/admin/cases/{caseId}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    params,
    reply: caseReply,
    errors: ['not-found'],
    summary: 'Retrieve a case',
    description:
      'Returns a case with the snapshot of the subject, the reports, the decisions and the history. The snapshot can contain private messages: each call is recorded in the audit log.',
    example: { params: exampleCase },
  }),
  openCase: route({
    method: 'POST',
    path: '/admin/cases',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.decideCases,
    body: Type.Object(
      {
        kind: Type.Enum([...caseKinds], { description: 'Kind of the subject.' }),
        subjectId: reference('ID of the subject.'),
        reason: text(5000, 'Reason for opening the case. Visible only to operators.'),
      },
      closed,
    ),
    reply: caseReply,
    errors: ['not-found', 'unprocessable'],
    summary: 'Open a case without a report',
    description:
      'Opens a case on any agent, person, organization or content, or returns the open one. Messages and tasks can be opened only after a report by one of their parties.',
    example: { body: { kind: 'user', subjectId: 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz', reason: 'Known fraud.' } },
  }),
  assignCase: route({
    method: 'POST',
    path: '/admin/cases/{caseId}/assign',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.decideCases,
    params,
    body: Type.Object(
      {
        assignee: nullable(
          reference('User ID of an operator.'),
          'Operator who works on it; `null` for none.',
        ),
      },
      closed,
    ),
    reply: caseReply,
    errors: ['not-found', 'unprocessable'],
    summary: 'Assign a case',
    description: 'Names the operator who works on a case. Others can still decide it.',
    example: { params: exampleCase, body: { assignee: null } },
  }),
  decideCase: route({
    method: 'POST',
    path: '/admin/cases/{caseId}/decide',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.decideCases,
    params,
    body: Type.Object(
      {
        outcome: CaseOutcomeName,
        target: optional(
          Type.Enum(['agent', 'user', 'organization']),
          'Whom `warn`, `restrict` and `suspend` apply to. Default: the agent, or the subject of the case.',
        ),
        until: optional(Timestamp, 'End of a restriction or suspension. Default: until it is ended.'),
        reason: text(5000, 'Reasons, shown to the owner.'),
      },
      closed,
    ),
    reply: caseReply,
    errors: ['conflict', 'not-found', 'unprocessable'],
    summary: 'Decide a case',
    description:
      'Decides or dismisses the case. The decision takes effect on all nodes within two seconds, and the owner receives the reasons by email. A decided case can be decided again. Operators cannot decide a case about themselves, their agents or their organizations, or one that they reported. People who are operators can be warned; before a restriction or suspension, an admin removes the role.',
    example: { params: exampleCase, body: { outcome: 'warn', reason: 'Please write to each client once.' } },
  }),
  decideAppeal: route({
    method: 'POST',
    path: '/admin/cases/{caseId}/decide-appeal',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.decideCases,
    params,
    body: Type.Object(
      {
        outcome: Type.Enum([...appealOutcomes], { description: '`overturned` ends the decision.' }),
        reason: text(5000, 'Reasons, shown to the owner.'),
      },
      closed,
    ),
    reply: caseReply,
    errors: ['conflict', 'not-found'],
    summary: 'Decide on an appeal',
    description:
      'Decides on the open appeal of a case. The operator who made the decision cannot decide the appeal unless there is no other operator with the role.',
    example: { params: exampleCase, body: { outcome: 'upheld', reason: 'The log shows forty messages.' } },
  }),
}
