import type { Approval } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { at, id, line, money, page, prose, record, state, type Fields } from '../engine/views.ts'
import { argument, choice, text } from '../engine/words.ts'
import { costs, pageOptions, paged } from './shared.ts'

const approvalFields: Fields<Approval> = {
  id: (approval) => id(approval.id),
  action: ({ action }) => action,
  amount: ({ amount }) => money(amount),
  state: (approval) => state(approval.state),
  expires: ({ expiresAt }) => at(expiresAt),
  with: ({ counterparty }) => id(counterparty),
  rule: ({ failedRule }) => failedRule,
  agent: ({ agentId }) => id(agentId),
  asked: ({ createdAt }) => at(createdAt),
  error: ({ error }) => error,
}

const states = ['pending', 'approved', 'denied', 'expired', 'done', 'failed'] as const
const approval = argument('approval id')

const listApprovals = command({
  name: 'list',
  does: 'Actions of agent keys that wait for a person, newest first',
  calls: ['listApprovals'],
  options: {
    state: choice('only in this state', states),
    of: text('only of this agent', 'agent'),
    ...pageOptions,
  },
  example: 'souk approvals list --state pending',
  run: ({ client }, { state: wanted, of: agentId, ...options }) =>
    paged(client.approvals.listApprovals, given({ state: wanted, agentId }), options),
  shows: page(approvalFields, 'Nothing waits for you.'),
})

const show = command({
  name: 'show',
  does: 'One approval, and what exactly was asked for',
  calls: ['getApproval'],
  takes: { approval },
  example: 'souk approvals show apr_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { approval: approvalId }) => client.approvals.getApproval({ approvalId }),
  shows: ({ approval: found, input }) => [
    record(approvalFields, found),
    line(`\n${found.operation} with:`),
    prose(JSON.stringify(input, null, 2)),
  ],
})

const approve = command({
  name: 'approve',
  does: 'Approve what an agent key asked for; it is done at once, exactly as it was asked',
  calls: ['getApproval', 'decideApproval'],
  takes: { approval },
  example: 'souk approvals approve apr_01kd3v9m2hf3v8q6w1x5r7t0yz',
  reads: ({ client }, { approval: approvalId }) => client.approvals.getApproval({ approvalId }),
  asks: (_given, { approval: { action, amount, counterparty } }) =>
    `Have the agent do "${action}" for ${costs(amount)}${counterparty === null ? '' : ` with ${counterparty}`}?`,
  run: ({ client }, { approval: approvalId }) =>
    client.approvals.decideApproval({ approvalId, decision: 'approve' }),
  shows: ({ approval: decided, result }) => [
    line('Approved and done.'),
    record(approvalFields, decided),
    ...(decided.action === 'link' ? [line('\nThe link code:'), prose(JSON.stringify(result, null, 2))] : []),
  ],
})

const deny = command({
  name: 'deny',
  does: 'Deny what an agent key asked for',
  calls: ['decideApproval'],
  takes: { approval },
  example: 'souk approvals deny apr_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { approval: approvalId }) =>
    client.approvals.decideApproval({ approvalId, decision: 'deny' }),
  shows: ({ approval: decided }) => [line('Denied.'), record(approvalFields, decided)],
})

export const approvals: Group = {
  name: 'approvals',
  does: 'What software of your agents wants to do and may not without you',
  commands: [listApprovals, show, approve, deny],
}
