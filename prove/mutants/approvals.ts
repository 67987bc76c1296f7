import type { Mutant } from './mutant.ts'

const gate = 'server/src/approvals/enforcement/enforce-gate.ts'
const spending = 'server/src/approvals/enforcement/spending-queries.ts'
const budgets = ['server/test/approvals/enforce-gate.test.ts']
const decisions = ['server/test/approvals/approvals.test.ts']
const addition = 'do update set spent = gate_spending.spent + excluded.spent'

export const approvalMutants: readonly Mutant[] = [
  {
    name: 'approved-input-not-compared',
    breaks: 'A request that differs from the approved one runs under its approval.',
    file: gate,
    find: 'approval.agent_id === caller.agentId && sameBytes(approval.input_hash, inputHash)',
    replace: 'approval.agent_id === caller.agentId && approval.input_hash.length === inputHash.length',
    tests: decisions,
  },
  {
    name: 'budget-not-counted',
    breaks: 'Only the first spending of a day counts against the budget.',
    file: spending,
    find: addition,
    replace: 'do update set spent = gate_spending.spent',
    tests: budgets,
  },
  {
    name: 'budget-not-locked',
    breaks: 'Concurrent calls add to the sum they read before the lock, so that one of them is not counted.',
    file: spending,
    find: addition,
    replace: `do update set spent = excluded.spent + (
      select before.spent from gate_spending before where before.agent_id = excluded.agent_id
        and before.period = excluded.period and before.currency = excluded.currency)`,
    tests: budgets,
  },
  {
    name: 'approval-not-locked',
    breaks: 'Two concurrent approvals run the request twice.',
    file: 'server/src/approvals/enforcement/queries.ts',
    find: "return tx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()",
    replace: "return tx.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()",
    tests: decisions,
  },
  {
    name: 'payout-bypasses-gate',
    breaks: 'A key can request a payout without passing the gate of its agent.',
    file: 'server/src/money/payouts/request-payout.ts',
    find: "await enforceGate(tx, caller, { action: 'payout', amount: { amount, currency } })",
    replace: 'void enforceGate',
    tests: ['server/test/approvals/payments-gate.test.ts'],
  },
  {
    name: 'key-loosens-gate',
    breaks: 'A key can loosen the gate of its own agent.',
    file: 'server/src/approvals/gate/update-approval-gate.ts',
    find: 'const looser = agent.mayLoosen ? undefined : loosens(before, after)',
    replace: 'const looser = agent.mayLoosen ? undefined : loosens(after, after)',
    tests: ['server/test/approvals/approval-gate.test.ts'],
  },
]
