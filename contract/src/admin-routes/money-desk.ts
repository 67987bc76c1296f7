import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { debts } from './debts.ts'
import { invoiceRoutes } from './invoices.ts'
import { field, optional, reference, text } from '../shapes/common.ts'
import {
  LedgerPosting,
  OperatorAction,
  OperatorPayment,
  OwnerStatementLine,
  PlatformStatementLine,
  VerificationRun,
  operatorActionStates,
  verificationKinds,
} from '../shapes/operators/money-desk.ts'

const actionReply = Type.Object({ action: field(OperatorAction, 'Proposed or executed action.') })
const actionParams = Type.Object({ actionId: reference('Action ID.') })
const exampleAction = { actionId: 'opa_01kd3v9m2hf3v8q6w1x5r7t0yz' }
const examplePayment = { paymentId: 'pay_01kd3v9m2hf3v8q6w1x5r7t0yz' }
const exampleAgent = { agentId: 'agt_01kd3v9m2hf3v8q6w1x5r7t0yz' }
const reason = text(1000, 'Reason for moving the money, recorded in the audit log.')
const part = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const secondOperator =
  'If the actions of an operator within 24 hours exceed `approvalAbove` of the policy, the action stays `pending` until a second operator approves it.'
const month = Type.String({
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
  description: 'Month in UTC, such as `2026-11`.',
})

export const moneyDesk = {
  listPayments: list({
    path: '/admin/payments',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object({ agentId: optional(reference('Agent ID.'), 'Only payments of this agent.') }, closed),
    item: OperatorPayment,
    errors: [],
    summary: 'List payments by card',
    description: 'Returns the top-ups and charges of all agents, newest first, with their refunds.',
    example: { query: exampleAgent },
  }),
  refundPayment: route({
    method: 'POST',
    path: '/admin/payments/{paymentId}/refund',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    params: Type.Object({ paymentId: reference('Payment ID.') }),
    body: Type.Object(
      { amount: optional(part, 'Amount in minor units. Default: all that can be refunded.'), reason },
      closed,
    ),
    reply: actionReply,
    errors: ['conflict', 'insufficient-funds', 'not-found', 'unprocessable'],
    summary: 'Refund a payment to its card',
    description: `Takes the amount from the available balance; a worker sends it to the payment processor. Fails with \`insufficient-funds\` if the money is spent or held. ${secondOperator}`,
    example: { params: examplePayment, body: { reason: 'Paid twice by mistake.' } },
  }),
  ...debts,
  ...invoiceRoutes,
  listPostings: list({
    path: '/admin/ledger/postings',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      {
        agentId: optional(reference('Agent ID.'), 'Only postings of this agent.'),
        reference: optional(
          reference('Task, payment, payout or agent.'),
          'Only postings that reference this ID.',
        ),
      },
      closed,
    ),
    item: LedgerPosting,
    errors: [],
    summary: 'List postings of the ledger',
    description: 'Returns the postings of the ledger with their transfers, newest first.',
    example: { query: exampleAgent },
  }),
  correctPosting: route({
    method: 'POST',
    path: '/admin/ledger/corrections',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    body: Type.Object(
      { posting: Type.String({ minLength: 1, maxLength: 200, description: 'Key of the posting.' }), reason },
      closed,
    ),
    reply: actionReply,
    errors: ['conflict', 'insufficient-funds', 'not-found', 'unprocessable'],
    summary: 'Correct a posting',
    description: `Posts the reverse of a write-off, repayment or conversion. Postings of tasks, payments and payouts are corrected by their own actions. ${secondOperator}`,
    example: { body: { posting: 'write_off:opa_01kd3v9m2hf3v8q6w1x5r7t0yz', reason: 'Wrong agent.' } },
  }),
  listActions: list({
    path: '/admin/actions',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      { state: optional(Type.Enum([...operatorActionStates]), 'Only actions in this state.') },
      closed,
    ),
    item: OperatorAction,
    errors: [],
    summary: 'List refunds, write-offs and corrections',
    description: 'Returns the actions of operators on money, newest first.',
    example: { query: { state: 'pending' } },
  }),
  approveAction: route({
    method: 'POST',
    path: '/admin/actions/{actionId}/approve',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    params: actionParams,
    reply: actionReply,
    errors: ['conflict', 'insufficient-funds', 'not-found', 'unprocessable'],
    summary: 'Approve an action of another operator',
    description:
      'Executes a pending action. The operator who proposed it cannot approve it. If the money is no longer there, the call fails and the action stays pending.',
    example: { params: exampleAction },
  }),
  rejectAction: route({
    method: 'POST',
    path: '/admin/actions/{actionId}/reject',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    params: actionParams,
    body: Type.Object({ reason: text(1000, 'Why the action is rejected.') }, closed),
    reply: actionReply,
    errors: ['conflict', 'not-found'],
    summary: 'Reject an action',
    description: 'Ends a pending action without moving money. Operators can withdraw their own this way.',
    example: { params: exampleAction, body: { reason: 'The client has been paid already.' } },
  }),
  listVerifications: list({
    path: '/admin/verifications',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      { kind: optional(Type.Enum([...verificationKinds]), 'Only verifications of this kind.') },
      closed,
    ),
    item: VerificationRun,
    errors: [],
    summary: 'List verifications of the ledger and the audit log',
    description:
      'Returns the runs of the last 30 days, newest first. Workers verify the ledger every hour and the audit log every day.',
    example: { query: { kind: 'ledger' } },
  }),
  getPlatformStatement: list({
    path: '/admin/statements/{month}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    params: Type.Object({ month }),
    csv: true,
    item: PlatformStatementLine,
    errors: [],
    summary: 'Retrieve the statement of the marketplace',
    description:
      'Returns opening balance, movements and closing balance of every kind of account in a month. With `Accept: text/csv`, as CSV.',
    example: { params: { month: '2026-11' } },
  }),
  listOwnerStatements: list({
    path: '/admin/statements/{month}/owners',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    params: Type.Object({ month }),
    query: Type.Object(
      { ownerId: optional(reference('User or organization ID.'), 'Only lines of this owner.') },
      closed,
    ),
    csv: true,
    item: OwnerStatementLine,
    errors: [],
    summary: 'List the statements of owners',
    description:
      'Returns one line for each person and organization whose agents had or moved money in a month. With `Accept: text/csv`, as CSV.',
    example: { params: { month: '2026-11' } },
  }),
}
