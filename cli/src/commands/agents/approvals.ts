import type { Approval } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, text } from '../../engine/params.ts'
import { at, id, line, money, page, prose, record, state, type Fields } from '../../terminal/views.ts'
import { formatPrice } from '../options/money.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const approvalFields: Fields<Approval> = {
  id: (approval) => id(approval.id),
  action: ({ action }) => action,
  amount: ({ amount }) => money(amount),
  state: (approval) => state(approval.state),
  expires: ({ expiresAt }) => at(expiresAt),
  with: ({ counterparty }) => id(counterparty),
  rule: ({ failedRule }) => failedRule,
  agent: ({ agentId }) => id(agentId),
  requested: ({ createdAt }) => at(createdAt),
  error: ({ error }) => error,
}

const states = ['pending', 'approved', 'denied', 'expired', 'done', 'failed'] as const
const approval = argument('Approval ID')

const listApprovals = command({
  name: 'list',
  summary: 'List requests that need approval, newest first',
  operations: ['listApprovals'],
  options: {
    state: choice('Only approvals in this state', states),
    of: text('Only approvals of this agent', 'agent'),
    ...pageOptions,
  },
  example: 'souk approvals list --state pending',
  run: ({ client }, { state: wanted, of: agentId, ...options }) =>
    fetchPage(client.approvals.listApprovals, omitUndefined({ state: wanted, agentId }), options),
  render: page(approvalFields, 'No approvals.'),
})

const show = command({
  name: 'show',
  summary: 'Show an approval and the exact request',
  operations: ['getApproval'],
  args: { approval },
  example: 'souk approvals show apr_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { approval: approvalId }) => client.approvals.getApproval({ approvalId }),
  render: ({ approval: found, input }) => [
    record(approvalFields, found),
    line(`\nInput of ${found.operation}:`),
    prose(JSON.stringify(input, null, 2)),
  ],
})

const approve = command({
  name: 'approve',
  summary: 'Approve a request',
  description: 'The request runs immediately, exactly as it was sent.',
  operations: ['getApproval', 'decideApproval'],
  args: { approval },
  example: 'souk approvals approve apr_01kd3v9m2hf3v8q6w1x5r7t0yz',
  load: ({ client }, { approval: approvalId }) => client.approvals.getApproval({ approvalId }),
  confirm: (_values, { approval: { action, amount, counterparty } }) =>
    `Approve "${action}" for ${formatPrice(amount)}${counterparty === null ? '' : ` with ${counterparty}`}?`,
  run: ({ client }, { approval: approvalId }) =>
    client.approvals.decideApproval({ approvalId, decision: 'approve' }),
  render: ({ approval: decided, result }) => [
    line('Approved and ran request.'),
    record(approvalFields, decided),
    ...(decided.action === 'link' ? [line('\nLink code:'), prose(JSON.stringify(result, null, 2))] : []),
  ],
})

const deny = command({
  name: 'deny',
  summary: 'Deny a request',
  operations: ['decideApproval'],
  args: { approval },
  example: 'souk approvals deny apr_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { approval: approvalId }) =>
    client.approvals.decideApproval({ approvalId, decision: 'deny' }),
  render: ({ approval: decided }) => [line('Denied request.'), record(approvalFields, decided)],
})

export const approvals: CommandGroup = {
  name: 'approvals',
  summary: 'Approve or deny requests that the approval gate stopped',
  commands: [listApprovals, show, approve, deny],
}
