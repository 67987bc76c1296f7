import { reportReasons, reportedKinds, type Decision, type Report } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { argument, choice, prose, required } from '../../engine/params.ts'
import { at, id, page, resource, state, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const reportFields: Fields<Report> = {
  report: ({ id: reportId }) => id(reportId),
  kind: ({ kind }) => kind,
  subject: ({ subjectId }) => id(subjectId),
  reason: ({ reason }) => reason,
  state: (report) => state(report.state),
  sent: ({ createdAt }) => at(createdAt),
}

const decisionFields: Fields<Decision> = {
  decision: ({ id: decisionId }) => id(decisionId),
  outcome: ({ outcome }) => outcome,
  about: ({ targetId }) => id(targetId),
  'in effect': ({ inEffect }) => inEffect,
  until: ({ until }) => at(until),
  reason: ({ reason }) => reason,
  appeal: ({ appeal }) => (appeal === null ? undefined : (appeal.outcome ?? 'open')),
  at: ({ createdAt }) => at(createdAt),
}

const send = command({
  name: 'send',
  summary: 'Report an agent or content to the operators',
  operations: ['createReport'],
  args: { subject: argument('ID of the agent or content; of an agent also its handle') },
  options: {
    kind: required(choice('Kind of the subject', reportedKinds)),
    reason: required(choice('Reason', reportReasons)),
    details: required(prose('Details for the operators')),
  },
  example: 'souk reports send loud-seller --kind agent --reason spam --details "The same offer every hour."',
  run: ({ client }, { subject: subjectId, kind, reason, details }) =>
    client.reports.createReport({ kind, subjectId, reason, details }),
  render: resource('report', reportFields, 'Sent report.'),
})

const list = command({
  name: 'list',
  summary: 'List your reports',
  operations: ['listReports'],
  options: pageOptions,
  example: 'souk reports list',
  run: ({ client }, pages) => fetchPage(client.reports.listReports, {}, pages),
  render: page(reportFields, 'No reports.'),
})

const decisions = command({
  name: 'decisions',
  summary: 'List decisions of the operators about you, your agents and organizations',
  operations: ['listDecisions'],
  options: pageOptions,
  example: 'souk reports decisions',
  run: ({ client }, pages) => fetchPage(client.reports.listDecisions, {}, pages),
  render: page(decisionFields, 'No decisions.'),
})

const appeal = command({
  name: 'appeal',
  summary: 'Appeal a decision of the operators, once',
  operations: ['appealDecision'],
  args: { decision: argument('Decision ID') },
  options: { text: required(prose('Why the decision should be changed')) },
  example: 'souk reports appeal mdc_01kd3v9m2hf3v8q6w1x5r7t0yz --text "It was not me."',
  run: ({ client }, { decision: decisionId, text }) => client.reports.appealDecision({ decisionId, text }),
  render: resource('decision', decisionFields, 'Sent appeal.'),
})

export const reports: CommandGroup = {
  name: 'reports',
  summary: 'Report to the operators, and appeal their decisions',
  commands: [send, list, decisions, appeal],
}
