import {
  appealOutcomes,
  caseKinds,
  caseOutcomes,
  caseStates,
  type CaseDetails,
  type ModerationCase,
} from 'souk-contract'
import { command, type CommandGroup } from '../../../engine/command.ts'
import { argument, choice, prose as proseOption, required, text, time } from '../../../engine/params.ts'
import { at, id, line, page, record, state, table, type Block, type Fields } from '../../../terminal/views.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { asOperator } from '../admin-api.ts'

const fields: Fields<ModerationCase> = {
  case: ({ id: caseId }) => id(caseId),
  kind: ({ kind }) => kind,
  subject: ({ subjectId }) => id(subjectId),
  state: (item) => state(item.state),
  reports: ({ reports }) => reports,
  assignee: ({ assignee }) => id(assignee),
  since: ({ createdAt }) => at(createdAt),
}

const caseId = argument('Case ID')
const exampleId = 'mcs_01kd3v9m2hf3v8q6w1x5r7t0yz'
const reason = required(proseOption('Reasons, shown to the owner'))

function showCase({ case: shown }: { case: CaseDetails }): Block[] {
  return [
    record(fields, shown),
    line(`Snapshot: ${JSON.stringify(shown.snapshot, null, 2)}`),
    table(
      {
        reason: (report) => report.reason,
        details: ({ details }) => details,
        reporter: ({ reporter }) => id(reporter),
        at: ({ createdAt }) => at(createdAt),
      },
      shown.reportList,
      'No reports.',
    ),
    table(
      {
        decision: ({ id: decisionId }) => id(decisionId),
        outcome: ({ outcome }) => outcome,
        target: ({ targetId }) => id(targetId),
        'in effect': ({ inEffect }) => inEffect,
        until: ({ until }) => at(until),
        reason: (decision) => decision.reason,
        appeal: ({ appeal }) => (appeal === null ? undefined : `${appeal.outcome ?? 'open'}: ${appeal.text}`),
      },
      shown.decisions,
      'No decisions.',
    ),
  ]
}

const list = command({
  name: 'list',
  summary: 'List cases that need a decision, oldest first',
  operations: ['listCases'],
  options: {
    ...pageOptions,
    state: choice('Only cases in this state', caseStates),
    about: text('Only cases about this ID', 'id'),
  },
  example: 'souk admin cases list --state appealed',
  run: (context, { state: wanted, about, ...pages }) =>
    asOperator(context, ({ moderation }) =>
      fetchPage(
        moderation.listCases,
        {
          ...(wanted === undefined ? {} : { state: wanted }),
          ...(about === undefined ? {} : { subjectId: about }),
        },
        pages,
      ),
    ),
  render: page(fields, 'No cases.'),
})

const show = command({
  name: 'show',
  summary: 'Show a case with its snapshot, reports and decisions',
  operations: ['getCase'],
  args: { case: caseId },
  example: `souk admin cases show ${exampleId}`,
  run: (context, { case: shown }) =>
    asOperator(context, ({ moderation }) => moderation.getCase({ caseId: shown })),
  render: showCase,
})

const open = command({
  name: 'open',
  summary: 'Open a case without a report',
  operations: ['openCase'],
  args: { subject: argument('ID of the agent, person, organization or content') },
  options: {
    kind: required(choice('Kind of the subject', caseKinds)),
    reason: required(proseOption('Reason')),
  },
  example: 'souk admin cases open usr_01kd3v9m2hf3v8q6w1x5r7t0yz --kind user --reason "Known fraud."',
  run: (context, { subject: subjectId, kind, reason: why }) =>
    asOperator(context, ({ moderation }) => moderation.openCase({ kind, subjectId, reason: why })),
  render: showCase,
})

const assign = command({
  name: 'assign',
  summary: 'Name the operator who works on a case',
  operations: ['assignCase'],
  args: { case: caseId },
  options: { to: text('User ID of the operator; without it, none', 'user') },
  example: `souk admin cases assign ${exampleId} --to usr_01kd3v9m2hf3v8q6w1x5r7t0yz`,
  run: (context, { case: assigned, to }) =>
    asOperator(context, ({ moderation }) =>
      moderation.assignCase({ caseId: assigned, assignee: to ?? null }),
    ),
  render: showCase,
})

const decide = command({
  name: 'decide',
  summary: 'Decide a case: dismiss, warn, hide, restrict, suspend or reinstate',
  operations: ['decideCase'],
  args: { case: caseId },
  options: {
    outcome: required(choice('Decision', caseOutcomes)),
    target: choice('Whom it applies to', ['agent', 'user', 'organization']),
    until: time('End of a restriction or suspension'),
    reason,
  },
  confirm: ({ outcome }) => `Decide "${outcome}"? The owner receives the reasons.`,
  example: `souk admin cases decide ${exampleId} --outcome suspend --until 2027-01-01 --reason "Spam." --yes`,
  run: (context, { case: decided, outcome, target, until, reason: why }) =>
    asOperator(context, ({ moderation }) =>
      moderation.decideCase({
        caseId: decided,
        outcome,
        reason: why,
        ...(target === undefined ? {} : { target }),
        ...(until === undefined ? {} : { until }),
      }),
    ),
  render: showCase,
})

const decideAppeal = command({
  name: 'decide-appeal',
  summary: 'Decide on the open appeal of a case',
  operations: ['decideAppeal'],
  args: { case: caseId },
  options: { outcome: required(choice('Decision', appealOutcomes)), reason },
  confirm: ({ outcome }) => `Decide "${outcome}"? The owner receives the reasons.`,
  example: `souk admin cases decide-appeal ${exampleId} --outcome upheld --reason "The log shows it." --yes`,
  run: (context, { case: decided, outcome, reason: why }) =>
    asOperator(context, ({ moderation }) =>
      moderation.decideAppeal({ caseId: decided, outcome, reason: why }),
    ),
  render: showCase,
})

export const cases: CommandGroup = {
  name: 'cases',
  summary: 'Moderate reported agents and content',
  commands: [list, show, open, assign, decide, decideAppeal],
}
