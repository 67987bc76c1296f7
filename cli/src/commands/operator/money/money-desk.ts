/** Refunds, debts, corrections and statements, for operators. */
import { operatorActionStates, type OperatorPayment } from 'souk-contract'
import { command, type Command, type CommandGroup } from '../../../engine/command.ts'
import { omitUndefined } from '../../../engine/objects.ts'
import { argument, choice, text } from '../../../engine/params.ts'
import { at, id, money, page, state, type Fields } from '../../../terminal/views.ts'
import { amountOption, optionalMoney } from '../../options/money.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { asOperator } from '../admin-api.ts'
import { chargebacks } from './chargebacks.ts'
import { debts } from './debts.ts'
import { marketInvoices } from './invoices.ts'
import { actionFields, reason, showAction } from '../operator-action.ts'
import { statements } from './statements.ts'

const ofAgent = text('Only of this agent', 'agent')
const exampleAgent = 'agt_01kd3v9m2hf3v8q6w1x5r7t0yz'
const exampleAction = 'opa_01kd3v9m2hf3v8q6w1x5r7t0yz'

const paymentFields: Fields<OperatorPayment> = {
  payment: (payment) => id(payment.id),
  agent: ({ agentId }) => id(agentId),
  amount: ({ amount }) => money(amount),
  status: ({ status }) => state(status),
  refunded: ({ refunded }) => money(refunded),
  refund: ({ refundState }) => (refundState === null ? undefined : state(refundState)),
  failure: ({ refundFailure }) => refundFailure,
  paid: ({ createdAt }) => at(createdAt),
}

const payments: CommandGroup = {
  name: 'payments',
  summary: 'List payments by card and refund them',
  commands: [
    command({
      name: 'list',
      summary: 'List payments by card, newest first',
      operations: ['listPayments'],
      options: { ...pageOptions, agent: ofAgent },
      example: `souk admin payments list --agent ${exampleAgent}`,
      run: (context, { agent, ...pages }) =>
        asOperator(context, ({ moneyDesk }) =>
          fetchPage(moneyDesk.listPayments, omitUndefined({ agentId: agent }), pages),
        ),
      render: page(paymentFields, 'No payments.'),
    }),
    command({
      name: 'refund',
      summary: 'Refund a payment to its card',
      operations: ['refundPayment'],
      args: { payment: argument('Payment ID') },
      options: { amount: amountOption('Part of the payment'), reason },
      confirm: ({ payment }) => `Refund payment ${payment}?`,
      example: 'souk admin payments refund pay_01kd3v9m2hf3v8q6w1x5r7t0yz --reason "Paid twice." --yes',
      run: async (context, { payment: paymentId, amount, reason: why }) => {
        const parsed = await optionalMoney(context, { field: '--amount', amount, currency: undefined })
        return asOperator(context, ({ moneyDesk }) =>
          moneyDesk.refundPayment({ paymentId, reason: why, ...omitUndefined({ amount: parsed?.amount }) }),
        )
      },
      render: showAction,
    }),
  ],
}

const actions: CommandGroup = {
  name: 'actions',
  summary: 'Approve refunds, write-offs and corrections proposed by other operators',
  commands: [
    command({
      name: 'list',
      summary: 'List refunds, write-offs and corrections, newest first',
      operations: ['listActions'],
      options: { ...pageOptions, state: choice('Only actions in this state', operatorActionStates) },
      example: 'souk admin actions list --state pending',
      run: (context, { state: wanted, ...pages }) =>
        asOperator(context, ({ moneyDesk }) =>
          fetchPage(moneyDesk.listActions, omitUndefined({ state: wanted }), pages),
        ),
      render: page(actionFields, 'No actions.'),
    }),
    command({
      name: 'approve',
      summary: 'Approve an action of another operator',
      operations: ['approveAction'],
      args: { action: argument('Action id') },
      confirm: ({ action }) => `Approve ${action}? The money moves.`,
      example: `souk admin actions approve ${exampleAction} --yes`,
      run: (context, { action: actionId }) =>
        asOperator(context, ({ moneyDesk }) => moneyDesk.approveAction({ actionId })),
      render: showAction,
    }),
    command({
      name: 'reject',
      summary: 'Reject an action, or withdraw your own',
      operations: ['rejectAction'],
      args: { action: argument('Action id') },
      options: { reason },
      confirm: ({ action }) => `Reject ${action}?`,
      example: `souk admin actions reject ${exampleAction} --reason "Already paid." --yes`,
      run: (context, { action: actionId, reason: why }) =>
        asOperator(context, ({ moneyDesk }) => moneyDesk.rejectAction({ actionId, reason: why })),
      render: showAction,
    }),
  ],
}

export const moneyDesk: readonly (Command | CommandGroup)[] = [
  payments,
  debts,
  actions,
  chargebacks,
  statements,
  marketInvoices,
]
