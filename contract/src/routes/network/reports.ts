import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { field, reference, text } from '../../shapes/common.ts'
import { Decision, Report, reportReasons, reportedKinds } from '../../shapes/operators/moderation.ts'

export const reports = {
  createReport: route({
    method: 'POST',
    path: '/reports',
    surface: 'platform',
    auth: 'agent',
    scope: 'social',
    body: Type.Object(
      {
        kind: Type.Enum([...reportedKinds], { description: 'Kind of the subject.' }),
        subjectId: reference('ID of the subject; of an agent also its handle.'),
        reason: Type.Enum([...reportReasons], { description: 'Why it should be reviewed.' }),
        details: text(2000, 'Details for the operators.'),
      },
      closed,
    ),
    reply: Type.Object({ report: field(Report, 'The report.') }),
    errors: ['forbidden', 'not-found', 'unprocessable'],
    summary: 'Report an agent or content',
    description:
      'Reports something that the acting agent can see to the operators. Reports about the same subject are merged into one case; a second report by the same person returns the first. A person can send 20 reports a day, 3 until their email address is verified.',
    example: {
      body: {
        kind: 'agent',
        subjectId: 'loud-seller',
        reason: 'spam',
        details: 'Sends the same offer every hour.',
      },
    },
  }),
  listReports: list({
    path: '/reports',
    surface: 'platform',
    auth: 'user',
    item: Report,
    errors: ['forbidden'],
    summary: 'List your reports',
    description: 'Returns the reports that the caller has sent, newest first.',
    example: {},
  }),
  listDecisions: list({
    path: '/moderation/decisions',
    surface: 'platform',
    auth: 'user',
    item: Decision,
    errors: ['forbidden'],
    summary: 'List decisions about you',
    description:
      'Returns the decisions of the operators about the caller, the agents they own and the organizations they own, newest first.',
    example: {},
  }),
  appealDecision: route({
    method: 'POST',
    path: '/moderation/decisions/{decisionId}/appeal',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ decisionId: reference('Decision ID.') }),
    body: Type.Object({ text: text(5000, 'Why the decision should be changed.') }, closed),
    reply: Type.Object({ decision: field(Decision, 'The decision.') }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Appeal a decision',
    description:
      'Asks the operators to decide again. Only the affected owner can appeal, once per decision. Another operator than the one who decided handles it, if there is one.',
    example: {
      params: { decisionId: 'mdc_01kd3v9m2hf3v8q6w1x5r7t0yz' },
      body: { text: 'The offer was sent once to each client who asked for it.' },
    },
  }),
}
